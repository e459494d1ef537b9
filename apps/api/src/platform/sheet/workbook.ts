import { Readable } from 'node:stream';
import { type Row as CellRow, readSheet } from 'read-excel-file/node';
import { SaxesParser } from 'saxes';
import { Parse } from 'unzipper-esm';

/** Twenty times the limit of a file: sheets of text compress to a fifth or a tenth. */
const MAX_UNPACKED_MB = 20;
const MAX_PARTS = 200;
const MAX_DEPTH = 100;

/** Cells further out than these are not read. */
export const MAX_ROW = 10_000;
export const MAX_COLUMN = 200;

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

type Part = AsyncIterable<Buffer> & { path: string; vars: { uncompressedSize: number; flags: number } };
type Parts = ReadonlyMap<string, string>;
type Attributes = Partial<Record<string, string>>;

/** Why a file cannot be read, for the person who sent it. */
export class UnreadableSheet extends Error {
  readonly messages: readonly string[];

  constructor(...messages: string[]) {
    super();
    this.messages = messages;
  }
}

/**
 * The first sheet of an Excel file, row by row; dates are midnights in UTC.
 *
 * The library reads whatever a file declares and fills every gap between its cells, so everything that could make it
 * allocate much is checked before it sees the file.
 * @throws UnreadableSheet
 */
export async function readWorkbook(bytes: Buffer): Promise<CellRow[]> {
  try {
    const parts = await unpack(bytes);
    checkCells(parts.get(findFirstSheet(parts)));
    return await readSheet(bytes);
  } catch (error) {
    throw error instanceof UnreadableSheet ? error : damaged();
  }
}

/** The XML parts by path. Sizes are counted as well as declared: what a file states about itself cannot be trusted. */
async function unpack(bytes: Buffer): Promise<Parts> {
  const limit = MAX_UNPACKED_MB * 1_048_576;
  const parts = new Map<string, string>();
  const archive = Readable.from([bytes]).pipe(Parse({ forceStream: true }));
  let [declared, unpacked, count] = [0, 0, 0];
  try {
    for await (const part of archive as AsyncIterable<Part>) {
      const { path, vars } = part;
      count += 1;
      declared += vars.uncompressedSize;
      if (count > MAX_PARTS) throw new UnreadableSheet(`This Excel file consists of more than ${MAX_PARTS} parts`);
      if (declared > limit) throw tooLarge();
      if (vars.flags & 1) throw new UnreadableSheet('This Excel file has a password. Save it as .xlsx without one');
      if (parts.has(path)) throw damaged();
      const chunks: Buffer[] = [];
      for await (const chunk of part) {
        unpacked += chunk.length;
        if (unpacked > limit) throw tooLarge();
        if (/\.(xml|rels)$/.test(path)) chunks.push(chunk);
      }
      parts.set(path, Buffer.concat(chunks).toString('utf8'));
    }
    return parts;
  } finally {
    archive.destroy();
  }
}

/** The path of the sheet that the library reads. */
function findFirstSheet(parts: Parts): string {
  const sheet = readAttributes(parts.get(WORKBOOK), 'sheet').find(({ name }) => name);
  const target = readAttributes(parts.get(RELATIONS), 'Relationship').findLast(({ Id }) => Id === sheet?.id)?.Target;
  if (target === undefined) throw damaged();
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

function readAttributes(xml: string | undefined, element: string): Attributes[] {
  const all: Attributes[] = [];
  eachElement(xml, (name, attributes) => {
    if (name === element) all.push(attributes);
  });
  return all;
}

/** Refuses rows and cells that are too far out, or that stand before the ones that they follow. */
function checkCells(sheet: string | undefined): void {
  let [row, column] = [0, 0];
  eachElement(sheet, (name, { r }) => {
    if (name === 'row') {
      const next = r === undefined ? row + 1 : Number(r);
      if (next <= row) throw new UnreadableSheet(`The rows of this sheet aren't in order: ${next} follows ${row}`);
      checkRow(next);
      [row, column] = [next, 0];
    } else if (name === 'c') {
      const [, letters = '', digits] = /^([A-Z]{1,3})([1-9]\d{0,6})$/.exec(r ?? '') ?? [];
      checkRow(Number(digits));
      if (Number(digits) !== row) throw damaged();
      const next = Buffer.from(letters).reduce((number, letter) => number * 26 + letter - 64, 0);
      if (next <= column) throw new UnreadableSheet(`The cells of row ${row} aren't in order`);
      if (next > MAX_COLUMN) {
        throw new UnreadableSheet(
          `Cell ${letters}${row} is beyond column ${MAX_COLUMN}, the last one that is read. ` +
            'Delete the columns to the right of your data',
        );
      }
      column = next;
    }
  });
}

function checkRow(row: number): void {
  if (!Number.isInteger(row)) throw damaged();
  if (row <= MAX_ROW) return;
  const [at, limit] = [row, MAX_ROW].map((number) => number.toLocaleString('en-US'));
  throw new UnreadableSheet(
    `Row ${at} is beyond row ${limit}, the last one that is read. Delete the rows below your data`,
  );
}

/** Elements and attributes without their prefixes. A file that declares a document type could define entities. */
function eachElement(xml: string | undefined, visit: (name: string, attributes: Attributes) => void): void {
  if (xml === undefined) throw damaged();
  const parser = new SaxesParser();
  parser.on('doctype', () => {
    throw new UnreadableSheet(
      'This Excel file contains a document type declaration, which no spreadsheet program writes',
    );
  });
  let depth = 0;
  parser.on('closetag', () => {
    depth -= 1;
  });
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) throw new UnreadableSheet(`This Excel file has more than ${MAX_DEPTH} nested elements`);
    const plain = Object.entries(attributes).map(([key, value]) => [withoutPrefix(key), value]);
    visit(withoutPrefix(name), Object.fromEntries(plain) as Attributes);
  });
  parser.write(xml).close();
}

const withoutPrefix = (name: string): string => name.slice(name.indexOf(':') + 1);

const damaged = () => new UnreadableSheet('This Excel file is damaged');
const tooLarge = () =>
  new UnreadableSheet(`This Excel file is too large when unpacked. The limit is ${MAX_UNPACKED_MB} MB`);
