import { DomainError } from '../domain/domain-error';
import { isMoment, toPlain, type SheetColumn, type SheetRow } from './sheet-cell';

/** What the texts of one file may take. Files of the usual lists are far smaller; each is held in memory once. */
export const MAX_EXPORT_BYTES = 32 * 1024 * 1024;
/** A number or a moment, roughly. */
const CELL_BYTES = 16;

type Budget = {
  columns: readonly SheetColumn[];
  /** The place of the column by which people know a row. */
  label: number;
  most?: number;
};

/**
 * The rows, as long as they fit into one file.
 * @throws DomainError EXPORT_TOO_LARGE, saying how many rows fit and which was the last.
 */
export async function* withinBudget(
  rows: AsyncIterable<SheetRow>,
  { columns, label, most = MAX_EXPORT_BYTES }: Budget,
): AsyncGenerator<SheetRow> {
  let [bytes, count, last] = [0, 0, ''];
  for await (const row of rows) {
    for (const value of row) bytes += typeof value === 'string' ? Buffer.byteLength(value) : CELL_BYTES;
    if (bytes > most) throw tooLarge(count, `${columns[label]?.heading ?? 'Row'} ${last}`, most);
    count += 1;
    last = toText(row[label], columns[label]);
    yield row;
  }
}

function toText(value: SheetRow[number] | undefined, column: SheetColumn | undefined): string {
  return String(
    value === undefined || isMoment(value) ? toPlain(value ?? null, undefined) : toPlain(value, column?.kind),
  );
}

function tooLarge(count: number, last: string, most: number): DomainError {
  const size = `${Math.max(1, Math.floor(most / 1024 / 1024))} MB`;
  const fits =
    count === 0
      ? "Even its first row doesn't fit."
      : `Only its first ${count.toLocaleString('en-US')} rows fit, through ${last}.`;
  const message = `The file would be larger than ${size}. ${fits} Choose a shorter period or narrow the filter.`;
  return new DomainError('EXPORT_TOO_LARGE', { message });
}
