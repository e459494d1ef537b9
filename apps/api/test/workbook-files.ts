import { crc32, deflateRawSync } from 'node:zlib';

/** A part of a zip file; what its header declares can differ from what it contains. */
export type ZipPart = {
  path: string;
  content: string | Buffer;
  declaredSize?: number;
  flags?: number;
  /** The fields after the path, such as the sizes of a zip64 file. */
  extra?: Buffer;
};

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE_RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const SPREADSHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** A zip file of these parts, with a local header and an entry in the directory for each. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { path, content, declaredSize, flags = 0, extra = Buffer.alloc(0) } of parts) {
    const raw = Buffer.from(content);
    const packed = deflateRawSync(raw);
    const name = Buffer.from(path);
    // Version, flags, method, time, CRC, sizes and lengths: the same in both headers.
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(45, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(raw), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(declaredSize ?? raw.length, 18);
    fields.writeUInt16LE(name.length, 22);
    fields.writeUInt16LE(extra.length, 24);
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, name, extra, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u002d\u0000', 'latin1'), fields, rest, name, extra);
    files.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 0, 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, entries, end]);
}

/** The parts of a workbook with one sheet; `others` replace parts or add to them. */
export function workbookParts(sheet: string, others: Record<string, string> = {}): ZipPart[] {
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns="${SPREADSHEET}" xmlns:r="${RELATIONS}"><sheets><sheet name="One" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels':
      `<Relationships xmlns="${PACKAGE_RELATIONS}">` +
      `<Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${RELATIONS}/sharedStrings" Target="sharedStrings.xml"/>` +
      `<Relationship Id="rId3" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': sheet,
    ...others,
  };
  return Object.entries(parts).map(([path, content]) => ({ path, content }));
}

/** A sheet of these rows, each of its number and the XML of its cells; `tail` follows them. */
export function sheetXml(rows: readonly [row: number, cells: string][], tail = ''): string {
  const data = rows.map(([row, cells]) => `<row r="${row}">${cells}</row>`).join('');
  return `<worksheet xmlns="${SPREADSHEET}"><sheetData>${data}</sheetData>${tail}</worksheet>`;
}

export const textCell = (address: string, text: string): string =>
  `<c r="${address}" t="inlineStr"><is><t>${text}</t></is></c>`;

/** A workbook of a kilobyte whose three cells span the largest sheet that Excel knows. */
export function sparseWorkbook(): Buffer {
  const sheet = sheetXml([
    [1, textCell('A1', 'Name') + textCell('XFD1', 'x')],
    [1_048_576, textCell('A1048576', 'x')],
  ]);
  return zipOf(workbookParts(sheet));
}
