import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sheetContentTypes, type SheetFormat } from '@shifa/contract';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';
import { localTime } from '../time/local-time';

/** An amount is written in rupees, as a number; a moment in the local time of its place. */
export type SheetColumn = { heading: string; kind: 'text' | 'day' | 'amount' | 'count' | 'moment'; width: number };

/** By the kind of the column: text, a day `YYYY-MM-DD`, whole paise, a whole number, or a moment with the zone of its place. */
export type SheetValue = string | number | Moment | null;
export type Moment = { at: Date; timezone: string };

export type SheetTable = {
  name: string;
  columns: readonly SheetColumn[];
  /** Read while they are written, so that a long table is never held in memory as a whole. */
  rows: Iterable<readonly SheetValue[]> | AsyncIterable<readonly SheetValue[]>;
};

/** After so many rows the event loop is yielded, so that a long table does not hold up other requests. */
const ROWS_AT_ONCE = 100;

const formats = { text: '@', day: 'yyyy-mm-dd', amount: '#,##0.00', count: '0', moment: 'yyyy-mm-dd hh:mm' } as const;

/** A table as a file in the format; the extension is added to the name. */
export async function sheetFile(fileName: string, format: SheetFormat, table: SheetTable): Promise<File> {
  const content = format === 'xlsx' ? await toXlsx(table) : await toCsv(table);
  return new File(content, `${fileName}.${format}`, { type: sheetContentTypes[format] });
}

/** Typed cells under a frozen header with filters. Text is written as text, so that none becomes a formula. */
async function toXlsx({ name, columns, rows }: SheetTable): Promise<[Uint8Array<ArrayBuffer>]> {
  const stream = new PassThrough();
  const content = buffer(stream);
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ heading, kind, width }) => ({
    header: heading,
    width,
    style: { numFmt: formats[kind] },
  }));
  sheet.getRow(1).font = { bold: true };
  let written = 0;
  for await (const row of rows) {
    const line = sheet.addRow(row.map((value, index) => cellOf(value, columns[index]?.kind)));
    for (const [index, value] of row.entries()) {
      // A cell has no zone of its own, so its format shows the zone after the time.
      if (isMoment(value))
        line.getCell(index + 1).numFmt = `${formats.moment} "${localTime(value.at, value.timezone).zone}"`;
    }
    line.commit();
    written += 1;
    if (written % ROWS_AT_ONCE === 0) await yieldToOthers();
  }
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: written + 1, column: columns.length } };
  sheet.commit();
  await workbook.commit();
  return [new Uint8Array(await content)];
}

function cellOf(value: SheetValue, kind: SheetColumn['kind'] | undefined): string | number | Date | null {
  if (isMoment(value)) return new Date(`${localTime(value.at, value.timezone).time.replace(' ', 'T')}:00.000Z`);
  if (kind === 'day' && typeof value === 'string') return new Date(`${value}T00:00:00.000Z`);
  if (kind === 'amount' && typeof value === 'number') return rupees(value);
  return value;
}

/** With the byte order mark by which Excel recognises UTF-8, and an apostrophe before what it would run as a formula. */
async function toCsv({ columns, rows }: SheetTable): Promise<string[]> {
  const parts = ['\uFEFF', csvLines([columns.map(({ heading }) => heading)])];
  let pending: (string | number)[][] = [];
  for await (const row of rows) {
    pending.push(row.map((value, index) => plainOf(value, columns[index]?.kind)));
    if (pending.length < ROWS_AT_ONCE) continue;
    parts.push(csvLines(pending));
    pending = [];
    await yieldToOthers();
  }
  return [...parts, csvLines(pending)];
}

/** Text that a spreadsheet may run as a formula. papaparse's own pattern misses such text when it has several lines. */
const FORMULA = /^[=+\-@\t\r]/;

function csvLines(lines: (string | number)[][]): string {
  if (lines.length === 0) return '';
  return `${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`;
}

function plainOf(value: SheetValue, kind: SheetColumn['kind'] | undefined): string | number {
  if (value === null) return '';
  if (isMoment(value)) {
    const { time, zone } = localTime(value.at, value.timezone);
    return `${time} ${zone}`;
  }
  return kind === 'amount' && typeof value === 'number' ? rupees(value) : value;
}

function isMoment(value: SheetValue): value is Moment {
  return typeof value === 'object' && value !== null;
}

/** The double nearest to the decimal, which is also what a spreadsheet stores for it. */
function rupees(paise: number): number {
  return paise / 100;
}
