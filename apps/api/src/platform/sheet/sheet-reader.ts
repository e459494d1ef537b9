import { DomainError } from '../domain/domain-error';
import { ThreadPool } from '../limits/pools';
import type readInThread from './sheet.worker';
import type { SheetCell, TableRow, TableShape } from './sheet.worker';

export type { SheetCell } from './sheet.worker';

/** A large but honest file takes a tenth of this. */
const DEADLINE_MS = 5_000;

const threads = new ThreadPool<Parameters<typeof readInThread>[0], Awaited<ReturnType<typeof readInThread>>>(
  'sheetReading',
  require.resolve('./sheet.worker'),
);

/**
 * The rows of a CSV or Excel file, recognized by its content; blank rows are skipped.
 * @param person whose share of the threads is used.
 * @throws DomainError SHEET_UNREADABLE with every reason, UNAVAILABLE.
 */
export async function readTable<Field extends string>(
  person: string,
  bytes: Buffer,
  shape: TableShape<Field>,
): Promise<TableRow<Field>[]> {
  const result = await inThread(person, { bytes, shape });
  if ('rows' in result) return result.rows;
  const { unreadable } = result;
  throw new DomainError('SHEET_UNREADABLE', {
    message: unreadable.join('. '),
    errors: unreadable.map((message) => ({ field: 'content', message })),
  });
}

async function inThread(person: string, task: Parameters<typeof readInThread>[0]) {
  const place = threads.claim(person);
  try {
    return await threads.run(place, task, () => ({ signal: AbortSignal.timeout(DEADLINE_MS) }));
  } catch (error) {
    if (!ranOut(error)) throw error;
    const unreadable = ['This file is too complex. Copy its rows to a new workbook, or save it as CSV'];
    return { unreadable };
  } finally {
    place.leave();
  }
}

/** Whether the thread was ended because its time or its memory was used up. */
function ranOut(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The content of a cell as text, trimmed; a blank cell is `''`. */
export function toText(cell: SheetCell | undefined): string {
  // An apostrophe before a possible formula marks text and is not part of it.
  return String(cell ?? '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** A day as `YYYY-MM-DD` from a date cell, `YYYY-MM-DD` or `DD/MM/YYYY`; anything else unchanged. */
export function parseDay(cell: SheetCell | undefined): string {
  const text = toText(cell);
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
