import Papa from 'papaparse';
import { MAX_COLUMN, MAX_ROW, readWorkbook, UnreadableSheet } from './workbook';

// Reads files in a thread of its own, so that none can hold up the API or exhaust its memory.

/** Dates are read as the text `YYYY-MM-DD`. */
export type SheetCell = string | number | boolean | null;

/** A row below the header, its cells by field; `row` is its number in the sheet, where the header is row 1. */
export type TableRow<Field extends string> = { row: number; cells: Partial<Record<Field, SheetCell>> };

export type TableShape<Field extends string> = {
  /** Heading by field; headings are compared without regard to case and spaces around them. */
  columns: Readonly<Record<Field, string>>;
  required: readonly Field[];
  /** Headings of columns that can be present and are not read, such as the extra columns of an export. */
  ignored?: readonly string[];
  maxRows: number;
};

type RawCell = SheetCell | Date;

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Excel before 2007, and every Excel file with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Far more than any field takes. A small Excel file can repeat one long text in every cell. */
const MAX_CELL_LENGTH = 10_000;
const MAX_TOTAL_LENGTH = 2_000_000;

/** Further messages about one header help no one. */
const MAX_MESSAGES = 20;
const MAX_QUOTED_LENGTH = 60;

/** The rows of a CSV or Excel file, recognized by its content, or why it cannot be read. Blank rows are skipped. */
export default async function readTable<Field extends string>({
  bytes,
  shape,
}: {
  bytes: Uint8Array;
  shape: TableShape<Field>;
}): Promise<{ rows: TableRow<Field>[] } | { unreadable: readonly string[] }> {
  try {
    return { rows: toRows(await readCells(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)), shape) };
  } catch (error) {
    if (error instanceof UnreadableSheet) return { unreadable: error.messages };
    throw error;
  }
}

function toRows<Field extends string>([header = [], ...lines]: RawCell[][], shape: TableShape<Field>) {
  const fields = findFields(header, shape);
  const rows = lines.flatMap((line, index) =>
    line.every((cell) => toText(cell) === '') ? [] : [{ row: index + 2, cells: toCells(line, fields) }],
  );
  const { columns, maxRows } = shape;
  if (rows.length === 0) throw new UnreadableSheet('This sheet has no rows below its header');
  if (rows.length > maxRows) {
    throw new UnreadableSheet(
      `This sheet has ${rows.length} rows; the limit is ${maxRows}. Split it into several files`,
    );
  }
  let total = 0;
  for (const { row, cells } of rows) {
    for (const [field, cell] of Object.entries<SheetCell | undefined>(cells)) {
      const length = typeof cell === 'string' ? cell.length : 0;
      if (length > MAX_CELL_LENGTH) {
        const heading = columns[field as Field];
        throw new UnreadableSheet(
          `“${heading}” in row ${row} has ${length} characters; the limit is ${MAX_CELL_LENGTH}. Shorten it`,
        );
      }
      total += length;
    }
  }
  if (total > MAX_TOTAL_LENGTH) {
    throw new UnreadableSheet(
      `This sheet has ${total} characters; the limit is ${MAX_TOTAL_LENGTH}. Split it into several files`,
    );
  }
  return rows;
}

async function readCells(bytes: Buffer): Promise<RawCell[][]> {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return (await readWorkbook(bytes)) as RawCell[][];
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw new UnreadableSheet('This Excel file has a password or an older format. Save it as .xlsx without a password');
  }
  return readCsv(bytes);
}

function readCsv(bytes: Buffer): string[][] {
  const text = utf8(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'], preview: MAX_ROW + 1 });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) throw new UnreadableSheet(`The quotes in row ${(broken.row ?? 0) + 1} aren't closed`);
  if (data.length > MAX_ROW) {
    throw new UnreadableSheet(`This sheet has more than ${MAX_ROW} rows, blank ones included. Delete the blank rows`);
  }
  const wide = data.findIndex(({ length }) => length > MAX_COLUMN);
  if (wide >= 0) {
    const columns = data[wide]?.length ?? 0;
    throw new UnreadableSheet(`Row ${wide + 1} has ${columns} columns; the limit is ${MAX_COLUMN}`);
  }
  return data;
}

function utf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, like every other file of an unknown kind.
  }
  throw new UnreadableSheet('This file is neither CSV (UTF-8) nor Excel. Save it as “CSV UTF-8” or as .xlsx');
}

function findFields<Field extends string>(
  header: RawCell[],
  { columns, required, ignored = [] }: TableShape<Field>,
): (Field | undefined)[] {
  const known = new Map(Object.entries<string>(columns).map(([field, heading]) => [plain(heading), field as Field]));
  const fields = header.map((cell) => known.get(plain(toText(cell))));
  const skipped = new Set(['', ...ignored.map(plain)]);
  const unknown = header.filter((cell, index) => fields[index] === undefined && !skipped.has(plain(toText(cell))));
  const twice = [...known.values()].filter((field) => fields.indexOf(field) !== fields.lastIndexOf(field));
  const missing = required.filter((field) => !fields.includes(field));
  const messages = [
    ...unknown.map((cell) => `The column “${toText(cell).slice(0, MAX_QUOTED_LENGTH)}” is unknown`),
    ...twice.map((field) => `The column “${columns[field]}” appears twice`),
    ...missing.map((field) => `The column “${columns[field]}” is missing`),
  ];
  if (messages.length > 0) throw new UnreadableSheet(...messages.slice(0, MAX_MESSAGES));
  return fields;
}

function toCells<Field extends string>(line: RawCell[], fields: (Field | undefined)[]): TableRow<Field>['cells'] {
  const cells: TableRow<Field>['cells'] = {};
  fields.forEach((field, index) => {
    const cell = line[index] ?? null;
    if (field !== undefined) cells[field] = cell instanceof Date ? toText(cell) : cell;
  });
  return cells;
}

const plain = (heading: string): string => heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();

function toText(cell: RawCell): string {
  if (!(cell instanceof Date)) return String(cell ?? '').trim();
  // A number can be too large for a date.
  return Number.isNaN(cell.getTime()) ? String(cell) : cell.toISOString().slice(0, 10);
}
