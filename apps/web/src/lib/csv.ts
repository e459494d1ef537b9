import Papa from 'papaparse';

/** What a spreadsheet would run as a formula; a number below zero is none. */
const FORMULA = /^(?!-\d+(\.\d+)?$)[=+\-@\t\r]/;

/** A table as CSV for spreadsheets: UTF-8 with a byte order mark, and an apostrophe before what would be a formula. */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const cells = rows.map((row) => row.map((text) => text.replace(FORMULA, "'$&")));
  return new Blob(['\uFEFF', Papa.unparse(cells), '\r\n'], { type: 'text/csv;charset=utf-8' });
}
