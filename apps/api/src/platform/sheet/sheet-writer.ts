import { buffer } from 'node:stream/consumers';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sheetContentTypes, type SheetFormat } from '@shifa/contract';
import Papa from 'papaparse';
import { plainOf, type SheetTable } from './sheet-cell';
import { writeWorkbook } from './workbook-stream';

export type { SheetColumn, SheetValue } from './sheet-cell';

/** After so many rows the event loop is yielded, so that a long table does not hold up other requests. */
const ROWS_AT_ONCE = 100;

/** A table as a file in the format; the extension is added to the name. */
export async function sheetFile(fileName: string, format: SheetFormat, table: SheetTable): Promise<File> {
  const content = format === 'xlsx' ? [new Uint8Array(await buffer(writeWorkbook([table])))] : await toCsv(table);
  return new File(content, `${fileName}.${format}`, { type: sheetContentTypes[format] });
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
