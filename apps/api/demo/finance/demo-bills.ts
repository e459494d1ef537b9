import { crc32, deflateSync } from 'node:zlib';

/** The printed lines of a bill, in ASCII. */
type Lines = readonly string[];

/** A single page. */
export function demoPdf(lines: Lines): Buffer {
  const text = lines.map((line) => `(${line.replaceAll(/[\\()]/g, '\\$&')}) Tj T*`).join('\n');
  const page = `BT /F1 12 Tf 18 TL 40 360 Td\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${page.length}>>stream\n${page}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  return Buffer.from(
    `${file}${table}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`,
    'ascii',
  );
}

const WIDTH = 150;
const LINE_HEIGHT = 14;
const MARGIN = 12;
const CHARACTER_WIDTH = 4;
const PAPER = 0xfa;
const INK = 0x46;
const SPACE = 0x20;

/** A grey image that stands for a photographed bill, with a bar for each word. */
export function demoPng(lines: Lines): Buffer {
  // Each row starts with its filter type: none.
  const blank = Buffer.concat([Buffer.from([0]), Buffer.alloc(WIDTH, PAPER)]);
  const rows = ['', ...lines, ''].flatMap((line) => {
    const inked = Buffer.from(blank);
    for (const [index, character] of Buffer.from(line, 'ascii').entries()) {
      const start = 1 + MARGIN + index * CHARACTER_WIDTH;
      if (character !== SPACE) inked.subarray(start, start + CHARACTER_WIDTH).fill(INK);
    }
    return Array.from({ length: LINE_HEIGHT }, (_, y) => (y >= 4 && y < 10 ? inked : blank));
  });
  // Width, height, and eight-bit greyscale.
  const header = Buffer.from([0, 0, 0, WIDTH, 0, 0, 0, rows.length, 8, 0, 0, 0, 0]);
  const chunks = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
