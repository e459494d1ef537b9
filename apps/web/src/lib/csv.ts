/**
 * A table as CSV for a spreadsheet: UTF-8 with its mark, lines ended as RFC 4180 wants. A text that a spreadsheet would
 * run as a formula gets an apostrophe in front; a number below zero runs nothing.
 */
export function csvOf(rows: readonly (readonly string[])[]): Blob {
  const lines = rows.map((row) => row.map(cellOf).join(','));
  return new Blob(['\uFEFF', lines.join('\r\n'), '\r\n'], { type: 'text/csv;charset=utf-8' });
}

function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) && !isNumber(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

function isNumber(text: string): boolean {
  return /^-\d+(\.\d+)?$/.test(text);
}
