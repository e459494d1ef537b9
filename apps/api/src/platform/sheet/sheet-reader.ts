import { Readable } from 'node:stream';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { Parse } from 'unzipper-esm';
import { DomainError } from '../http/domain-error';

export type SheetCell = string | number | boolean | Date | null;

/** A row below the header, its cells by field; `row` is its number in the sheet, where the header is row 1. */
export type TableRow<Field extends string> = { row: number; cells: Partial<Record<Field, SheetCell>> };

type TableShape<Field extends string> = {
  /** Heading by field; headings are compared without regard to case and spaces around them. */
  columns: Readonly<Record<Field, string>>;
  required: readonly Field[];
  /** Headings of columns that may be present and are not read, such as those of an export. */
  ignored?: readonly string[];
  maxRows: number;
};

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Excel before 2007, and every Excel file with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Twenty times the limit of a file: sheets of text compress to a fifth or a tenth. */
const MAX_UNPACKED_BYTES = 20 * 1_048_576;
const MAX_PARTS = 200;

type Part = AsyncIterable<Buffer> & { vars: { uncompressedSize: number }; autodrain: () => void };

/**
 * The rows of a CSV or Excel file, recognized by its content; blank rows are skipped.
 * @throws DomainError SHEET_UNREADABLE with every reason.
 */
export async function readTable<Field extends string>(
  bytes: Buffer,
  shape: TableShape<Field>,
): Promise<TableRow<Field>[]> {
  const [header = [], ...lines] = await readCells(bytes);
  const fields = fieldsOf(header, shape);
  const rows = lines.flatMap((line, index) =>
    line.every(isBlank) ? [] : [{ row: index + 2, cells: cellsOf(line, fields) }],
  );
  const { maxRows } = shape;
  if (rows.length === 0) throw unreadableSheet('This sheet has no rows below its header');
  if (rows.length > maxRows) {
    throw unreadableSheet(`This sheet has ${rows.length} rows; the limit is ${maxRows}. Split it into several files`);
  }
  return rows;
}

async function readCells(bytes: Buffer): Promise<SheetCell[][]> {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return readXlsx(bytes);
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw unreadableSheet('This Excel file has a password or an older format: save it as .xlsx without a password');
  }
  return readCsv(bytes);
}

/**
 * The first sheet of an Excel file, row by row; dates are midnights in UTC. The parsing runs in a worker thread.
 * @throws DomainError SHEET_UNREADABLE.
 */
async function readXlsx(bytes: Buffer): Promise<SheetCell[][]> {
  await assertSmallUnpacked(bytes);
  try {
    return (await readSheet(bytes)) as SheetCell[][];
  } catch {
    throw unreadableSheet('This Excel file is damaged');
  }
}

/** Unpacks once to measure the size, up to the limit: the sizes that a file states about itself cannot be trusted. */
async function assertSmallUnpacked(bytes: Buffer): Promise<void> {
  let unpacked = 0;
  let parts = 0;
  const tooLarge = () => unreadableSheet('This Excel file is too large once it is unpacked');
  const archive = Readable.from([bytes]).pipe(Parse({ forceStream: true }));
  try {
    for await (const part of archive as AsyncIterable<Part>) {
      parts += 1;
      if (parts > MAX_PARTS || part.vars.uncompressedSize > MAX_UNPACKED_BYTES) throw tooLarge();
      for await (const chunk of part) {
        unpacked += chunk.length;
        if (unpacked > MAX_UNPACKED_BYTES) throw tooLarge();
      }
    }
  } catch (error) {
    archive.destroy();
    throw error instanceof DomainError ? error : unreadableSheet('This Excel file is damaged');
  }
}

function readCsv(bytes: Buffer): string[][] {
  const text = utf8(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) throw unreadableSheet(`The quotes in row ${(broken.row ?? 0) + 1} are not closed`);
  return data;
}

function utf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, like every other file of an unknown kind.
  }
  throw unreadableSheet('This file is neither CSV (UTF-8) nor Excel');
}

function fieldsOf<Field extends string>(
  header: SheetCell[],
  { columns, required, ignored = [] }: TableShape<Field>,
): (Field | undefined)[] {
  const known = new Map(Object.entries<string>(columns).map(([field, heading]) => [plain(heading), field as Field]));
  const fields = header.map((cell) => known.get(plain(textOf(cell))));
  const skipped = new Set(['', ...ignored.map(plain)]);
  const unknown = header.filter((cell, index) => fields[index] === undefined && !skipped.has(plain(textOf(cell))));
  const twice = [...known.values()].filter((field) => fields.indexOf(field) !== fields.lastIndexOf(field));
  const missing = required.filter((field) => !fields.includes(field));
  const [first, ...others] = [
    ...unknown.map((cell) => `The column “${textOf(cell)}” is not known`),
    ...twice.map((field) => `The column “${columns[field]}” appears twice`),
    ...missing.map((field) => `The column “${columns[field]}” is missing`),
  ];
  if (first !== undefined) throw unreadableSheet(first, ...others);
  return fields;
}

function cellsOf<Field extends string>(line: SheetCell[], fields: (Field | undefined)[]): TableRow<Field>['cells'] {
  const cells: TableRow<Field>['cells'] = {};
  fields.forEach((field, index) => {
    if (field !== undefined) cells[field] = line[index] ?? null;
  });
  return cells;
}

const isBlank = (cell: SheetCell): boolean => textOf(cell) === '';
const plain = (heading: string): string => heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** The content of a cell as text, trimmed; a blank cell is `''`. */
export function textOf(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // An apostrophe before a possible formula marks text and is not part of it.
  return String(cell)
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** A day as `YYYY-MM-DD` from a date cell, `YYYY-MM-DD` or `DD/MM/YYYY`; anything else unchanged. */
export function dayOf(cell: SheetCell | undefined): string {
  const text = textOf(cell);
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}

/** A file that cannot be read at all, with every reason. */
function unreadableSheet(...messages: [string, ...string[]]): DomainError {
  return new DomainError('SHEET_UNREADABLE', {
    message: messages.join('. '),
    errors: messages.map((message) => ({ field: 'content', message })),
  });
}
