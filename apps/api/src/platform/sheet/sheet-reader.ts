import Papa from 'papaparse';
import { type SheetCell, textOf } from './sheet-cell';
import { unreadableSheet } from './sheet-fault';
import { readXlsx } from './xlsx-reader';

/** A row below the header, its cells by field; `row` is its number in the sheet, where the header is row 1. */
export type TableRow<Field extends string> = { row: number; cells: Partial<Record<Field, SheetCell>> };

export type TableShape<Field extends string> = {
  /** Heading by field; headings are compared without regard to case and spaces around them. */
  columns: Readonly<Record<Field, string>>;
  required: readonly Field[];
  /** Headings that are accepted and ignored, such as the extra ones of an export. */
  ignored?: readonly string[];
  maxRows: number;
};

const ZIP = Buffer.from('PK\u0003\u0004', 'latin1');
/** Excel files from before 2007, and all with a password. */
const COMPOUND = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/**
 * The rows of a CSV or Excel file, recognised by its content; blank rows are skipped.
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
    throw unreadableSheet(`This sheet has ${rows.length} rows, and ${maxRows} are taken at once: split it`);
  }
  return rows;
}

async function readCells(bytes: Buffer): Promise<SheetCell[][]> {
  if (bytes.subarray(0, ZIP.length).equals(ZIP)) return readXlsx(bytes);
  if (bytes.subarray(0, COMPOUND.length).equals(COMPOUND)) {
    throw unreadableSheet('This Excel file has a password or is from before 2007: save it as .xlsx without a password');
  }
  return readCsv(bytes);
}

function readCsv(bytes: Buffer): string[][] {
  const text = utf8(bytes);
  const { data, errors } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] });
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) throw unreadableSheet(`The quotes in row ${(broken.row ?? 0) + 1} do not close`);
  return data;
}

function utf8(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // Reported below, as for every other file of an unsupported kind.
  }
  throw unreadableSheet('This file is neither CSV (UTF-8) nor Excel');
}

function fieldsOf<Field extends string>(
  header: SheetCell[],
  { columns, required, ignored = [] }: TableShape<Field>,
): (Field | undefined)[] {
  const known = new Map(
    Object.entries<string>(columns).map(([field, heading]) => [normalized(heading), field as Field]),
  );
  const fields = header.map((cell) => known.get(normalized(textOf(cell))));
  const skipped = new Set(['', ...ignored.map(normalized)]);
  const unknown = header.filter((cell, index) => fields[index] === undefined && !skipped.has(normalized(textOf(cell))));
  const twice = [...known.values()].filter((field) => fields.indexOf(field) !== fields.lastIndexOf(field));
  const missing = required.filter((field) => !fields.includes(field));
  const [first, ...others] = [
    ...unknown.map((cell) => `The column “${textOf(cell)}” is not known`),
    ...twice.map((field) => `The column “${columns[field]}” is there twice`),
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
const normalized = (heading: string): string => heading.trim().replaceAll(/\s+/g, ' ').toLowerCase();
