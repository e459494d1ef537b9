import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import bwip from 'bwip-js/node';

const [WIDTH, HEIGHT, FRAMES_PER_SECOND] = [320, 240, 5];
const [PAPER, INK, GREY] = [235, 16, 128];

/** So many seconds of a code before the camera, or of a white wall. */
export type Scene = { seconds: number; code?: string };

/** Writes what the camera of Chromium sees, over and over again, as a film of GS1 DataMatrix codes. */
export function writeFilm(scenes: readonly Scene[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'shifa-film-')), 'camera.y4m');
  const frames = scenes.flatMap(({ seconds, code }) => {
    const frame = Buffer.concat([Buffer.from('FRAME\n'), pictureOf(code), Buffer.alloc((WIDTH * HEIGHT) / 2, GREY)]);
    return Array.from({ length: Math.round(seconds * FRAMES_PER_SECOND) }, () => frame);
  });
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F${FRAMES_PER_SECOND}:1 Ip A1:1 C420jpeg\n`);
  writeFileSync(file, Buffer.concat([head, ...frames]));
  return file;
}

/** The brightness of each point, with the code in the middle. */
function pictureOf(code: string | undefined): Buffer {
  const picture = Buffer.alloc(WIDTH * HEIGHT, PAPER);
  if (code === undefined) return picture;
  const [matrix] = bwip.raw({ bcid: 'gs1datamatrix', text: code }) as unknown as [
    { pixs: number[]; pixx: number; pixy: number },
  ];
  const { pixs, pixx, pixy } = matrix;
  const size = Math.floor((HEIGHT * 0.7) / Math.max(pixx, pixy));
  const [left, top] = [Math.floor((WIDTH - pixx * size) / 2), Math.floor((HEIGHT - pixy * size) / 2)];
  for (let y = 0; y < pixy * size; y += 1) {
    for (let x = 0; x < pixx * size; x += 1) {
      const module = Math.floor(y / size) * pixx + Math.floor(x / size);
      if (pixs[module] === 1) picture[(top + y) * WIDTH + left + x] = INK;
    }
  }
  return picture;
}
