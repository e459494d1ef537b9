import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as breathe } from 'node:timers/promises';
import { sheetContentTypes, type SheetFormat } from '@shifa/contract';
import ExcelJS from 'exceljs';
import Papa from 'papaparse';

/** A day is `YYYY-MM-DD` in the laboratory's calendar. */
export type SheetColumn = { heading: string; kind: 'text' | 'day'; width: number };
export type SheetTable = {
  name: string;
  columns: readonly SheetColumn[];
  rows: readonly (readonly (string | null)[])[];
};

const ROWS_AT_ONCE = 100;

/** A table as a file of the format under its name; the ending is added. */
export async function sheetFile(fileName: string, format: SheetFormat, table: SheetTable): Promise<File> {
  const content = format === 'xlsx' ? await toXlsx(table) : toCsv(table);
  return new File([content], `${fileName}.${format}`, { type: sheetContentTypes[format] });
}

/** Typed cells under a header that stays and filters. Text is written as text, so that none becomes a formula. */
async function toXlsx({ name, columns, rows }: SheetTable): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new PassThrough();
  const content = buffer(stream);
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
  const sheet = workbook.addWorksheet(name, { views: [{ state: 'frozen', ySplit: 1 }] });
  sheet.columns = columns.map(({ heading, kind, width }) => ({
    header: heading,
    width,
    style: { numFmt: kind === 'day' ? 'yyyy-mm-dd' : '@' },
  }));
  sheet.getRow(1).font = { bold: true };
  sheet.autoFilter = { from: { row: 1, column: 1 }, to: { row: rows.length + 1, column: columns.length } };
  for (const [index, row] of rows.entries()) {
    sheet.addRow(row.map((text, place) => cellOf(text, columns[place]?.kind))).commit();
    // Thousands of rows are written between the requests of others, not before them.
    if (index % ROWS_AT_ONCE === 0) await breathe();
  }
  sheet.commit();
  await workbook.commit();
  return new Uint8Array(await content);
}

function cellOf(text: string | null, kind: SheetColumn['kind'] | undefined): string | Date | null {
  return text !== null && kind === 'day' ? new Date(`${text}T00:00:00.000Z`) : text;
}

/** With the mark by which Excel knows UTF-8, and an apostrophe before what it would take for a formula. */
function toCsv({ columns, rows }: SheetTable): string {
  const fields = columns.map(({ heading }) => heading);
  const data = rows.map((row) => row.map((text) => text ?? ''));
  return `\uFEFF${Papa.unparse({ fields, data }, { escapeFormulae: true, newline: '\r\n' })}\r\n`;
}
