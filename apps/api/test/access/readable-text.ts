import { inflateRawSync } from 'node:zlib';

/** The text of a response. For a ZIP archive, such as a workbook, the text of all files in it. */
export function readableText(bytes: Buffer): string {
  return bytes.subarray(0, 4).toString('latin1') === 'PK\u0003\u0004' ? unzipped(bytes) : bytes.toString('utf8');
}

const CENTRAL_ENTRY = 0x02014b50;
const DEFLATED = 8;

function unzipped(bytes: Buffer): string {
  const texts: string[] = [];
  const signature = Buffer.alloc(4);
  signature.writeUInt32LE(CENTRAL_ENTRY);
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
    const [method, size, start] = [
      bytes.readUInt16LE(at + 10),
      bytes.readUInt32LE(at + 20),
      bytes.readUInt32LE(at + 42),
    ];
    const data = start + 30 + bytes.readUInt16LE(start + 26) + bytes.readUInt16LE(start + 28);
    const packed = bytes.subarray(data, data + size);
    texts.push((method === DEFLATED ? inflateRawSync(packed) : packed).toString('utf8'));
  }
  return texts.join('\n');
}
