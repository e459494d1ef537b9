import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwip from 'bwip-js/node';

const FRAMES_PER_SECOND = 5;
/** A small picture, so that the film is written quickly. */
const SMALL: Size = { width: 320, height: 240 };
const [PAPER, INK, GREY] = [235, 16, 128];

type Size = { width: number; height: number };

/** So many seconds of a code before the camera, or of a white wall. */
export type Scene = { seconds: number; code?: string };

/** Writes what the camera of Chromium sees, over and over again, as a film of GS1 DataMatrix codes. */
export function writeFilm(scenes: readonly Scene[], size: Size = SMALL): string {
  const { width, height } = size;
  const file = join(mkdtempSync(join(tmpdir(), 'shifa-film-')), 'camera.y4m');
  const frames = scenes.flatMap(({ seconds, code }) => {
    const frame = Buffer.concat([
      Buffer.from('FRAME\n'),
      pictureOf(code, size),
      Buffer.alloc((width * height) / 2, GREY),
    ]);
    return Array.from({ length: Math.round(seconds * FRAMES_PER_SECOND) }, () => frame);
  });
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...frames]));
  return file;
}

/** The brightness of each point, with the code in the middle. */
function pictureOf(code: string | undefined, { width, height }: Size): Buffer {
  const picture = Buffer.alloc(width * height, PAPER);
  if (code === undefined) return picture;
  const [matrix] = bwip.raw({ bcid: 'gs1datamatrix', text: code }) as unknown as [
    { pixs: number[]; pixx: number; pixy: number },
  ];
  const { pixs, pixx, pixy } = matrix;
  const size = Math.floor((height * 0.7) / Math.max(pixx, pixy));
  const [left, top] = [Math.floor((width - pixx * size) / 2), Math.floor((height - pixy * size) / 2)];
  for (let y = 0; y < pixy * size; y += 1) {
    for (let x = 0; x < pixx * size; x += 1) {
      const module = Math.floor(y / size) * pixx + Math.floor(x / size);
      if (pixs[module] === 1) picture[(top + y) * width + left + x] = INK;
    }
  }
  return picture;
}
