import { sheetContentTypes, type SheetFormat } from '@shifa/contract';
import Papa from 'papaparse';
import { batched } from '../batched';
import { spooled } from '../files/spool';
import { FileStream } from '../http/file-stream';
import type { Place } from '../limits/fair-share';
import { pools } from '../limits/pools';
import { toPlain, type SheetTable } from './sheet-cell';
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
  const write = (place: Place, signal: AbortSignal) =>
    format === 'xlsx' ? writeWorkbook([table], { place, signal }) : toCsv(table);
  return createFile(person, fileName, format, write);
}

/** As {@link sheetFile}, an Excel file of several sheets. */
export function workbookFile(person: string, fileName: string, tables: readonly SheetTable[]): Promise<FileStream> {
  return createFile(person, fileName, 'xlsx', (place, signal) => writeWorkbook(tables, { place, signal }));
}

type Write = (place: Place, signal: AbortSignal) => AsyncIterable<Uint8Array>;

async function createFile(person: string, fileName: string, format: SheetFormat, write: Write): Promise<FileStream> {
  const { content, complete } = await spooled(person, (signal) => writeParts(person, write, signal));
  const headers = { 'Content-Length': String(await complete) };
  return new FileStream(content, `${fileName}.${format}`, { type: sheetContentTypes[format], headers });
}

async function* writeParts(person: string, write: Write, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const place = pools.sheetWriting.claim(person, signal);
  try {
    await place.turn;
    yield* write(place, signal);
  } finally {
    place.leave();
  }
}

/** With the byte order mark by which Excel recognises UTF-8, and an apostrophe before what it would run as a formula. */
async function* toCsv({ columns, rows }: SheetTable): AsyncGenerator<Uint8Array> {
  yield Buffer.from(`\uFEFF${csvLines([columns.map(({ heading }) => heading)])}`);
  for await (const batch of batched(rows, ROWS_AT_ONCE)) {
    const lines = batch.map((row) => row.map((value, index) => toPlain(value, columns[index]?.kind)));
    yield Buffer.from(csvLines(lines));
  }
}

/** Text that a spreadsheet may run as a formula. papaparse's own pattern misses such text when it has several lines. */
const FORMULA = /^[=+\-@\t\r]/;

function csvLines(lines: (string | number)[][]): string {
  return `${Papa.unparse(lines, { escapeFormulae: FORMULA })}\r\n`;
}
