export type SheetCell = string | number | boolean | Date | null;

/** The content of a cell as trimmed text; a blank cell is `''`. */
export function textOf(cell: SheetCell | undefined): string {
  if (cell === null || cell === undefined) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  // An apostrophe before a possible formula only marks it as text.
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
