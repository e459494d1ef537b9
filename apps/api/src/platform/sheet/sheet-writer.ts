import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { sheetContentTypes, type SheetFormat } from '@shifa/contract';
import Papa from 'papaparse';
import { spooled } from '../files/spool';
import { FileStream } from '../http/file-stream';
import { pools } from '../limits/pools';
import { plainOf, type SheetTable } from './sheet-cell';
import { writeWorkbook } from './workbook-stream';

export type { SheetColumn, SheetValue } from './sheet-cell';

/** After so many rows the event loop is yielded, so that a long table does not hold up other requests. */
const ROWS_AT_ONCE = 100;

/**
 * A table as a file in the format; the extension is added to the name. It is complete before it is sent.
 * @param person whose share of what is written at the same time is used.
 * @throws DomainError UNAVAILABLE while too many files are being written.
 */
export async function sheetFile(
  person: string,
  fileName: string,
  format: SheetFormat,
  table: SheetTable,
): Promise<FileStream> {
  const { content, complete } = await spooled(person, (signal) => partsOf(person, format, table, signal));
  const headers = { 'Content-Length': String(await complete) };
  return new FileStream(content, `${fileName}.${format}`, { type: sheetContentTypes[format], headers });
}

async function* partsOf(
  person: string,
  format: SheetFormat,
  table: SheetTable,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const place = pools.sheetWriting.claim(person, signal);
  try {
    await place.turn;
    yield* format === 'xlsx' ? writeWorkbook([table], { place, signal }) : toCsv(table);
  } finally {
    place.leave();
  }
}

/** With the byte order mark by which Excel recognises UTF-8, and an apostrophe before what it would run as a formula. */
async function* toCsv({ columns, rows }: SheetTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${csvLines([columns.map(({ heading }) => heading)])}`);
  let pending: (string | number)[][] = [];
  for await (const row of rows) {
    pending.push(row.map((value, index) => plainOf(value, columns[index]?.kind)));
    if (pending.length < ROWS_AT_ONCE) continue;
    yield Buffer.from(csvLines(pending));
    pending = [];
    await yieldToOthers();
  }
  if (pending.length > 0) yield Buffer.from(csvLines(pending));
}

/** Text that a spreadsheet may run as a formula. papaparse's own pattern misses such text when it has several lines. */
const FORMULA = /^[=+\-@\t\r]/;

function csvLines(lines: (string | number)[][]): string {
  return `${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`;
}
