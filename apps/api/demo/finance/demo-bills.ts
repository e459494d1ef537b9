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
const PAPER = 0xfa;
const INK = 0x46;

/** A grey image that stands for a photographed bill, with a bar for each line. */
export function demoPng(lines: Lines): Buffer {
  const height = (lines.length + 2) * LINE_HEIGHT;
  const rows = Array.from({ length: height }, (_, y) => {
    const line = lines[Math.floor(y / LINE_HEIGHT) - 1] ?? '';
    const isInked = y % LINE_HEIGHT >= 4 && y % LINE_HEIGHT < 10;
    const pixels = Array.from({ length: WIDTH }, (_, x) =>
      isInked && x >= 12 && x < 12 + line.length * 4 && line[Math.floor((x - 12) / 4)] !== ' ' ? INK : PAPER,
    );
    // Each row starts with its filter type: none.
    return Buffer.from([0, ...pixels]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(height, 4);
  // Eight-bit greyscale.
  header.writeUInt8(8, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(name: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'ascii'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}
