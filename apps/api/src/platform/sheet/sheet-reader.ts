import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { DomainError } from '../http/domain-error';
import type readInThread from './sheet.worker';
import type { SheetCell, TableRow, TableShape } from './sheet.worker';

export type { SheetCell } from './sheet.worker';

/** A large but honest file takes a tenth of this. */
const DEADLINE_MS = 5_000;
const MAX_HEAP_MB = 256;
/** Files that are read at the same time, and that wait for it. */
const MAX_THREADS = 2;
const MAX_WAITING = 20;

const pool = new Piscina<Parameters<typeof readInThread>[0], Awaited<ReturnType<typeof readInThread>>>({
  filename: require.resolve('./sheet.worker'),
  minThreads: 0,
  maxThreads: MAX_THREADS,
  idleTimeout: 30_000,
  resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, maxYoungGenerationSizeMb: 32 },
});
// The pool has a queue of its own, but a task's deadline must not begin while it waits.
const turn = pLimit(MAX_THREADS);

/**
 * The rows of a CSV or Excel file, recognized by its content; blank rows are skipped.
 * @throws DomainError SHEET_UNREADABLE with every reason, UNAVAILABLE.
 */
export async function readTable<Field extends string>(
  bytes: Buffer,
  shape: TableShape<Field>,
): Promise<TableRow<Field>[]> {
  if (turn.pendingCount >= MAX_WAITING) throw new DomainError('UNAVAILABLE');
  const result = await turn(async () => {
    try {
      return await pool.run({ bytes, shape }, { signal: AbortSignal.timeout(DEADLINE_MS) });
    } catch (error) {
      if (!ranOut(error)) throw error;
      return {
        unreadable: ['This file is too complex to be read. Copy its rows to a new workbook, or save it as CSV'],
      };
    }
  });
  if ('rows' in result) return result.rows;
  const { unreadable } = result;
  throw new DomainError('SHEET_UNREADABLE', {
    message: unreadable.join('. '),
    errors: unreadable.map((message) => ({ field: 'content', message })),
  });
}

/** Whether the thread was ended because its time or its memory was used up. */
function ranOut(error: unknown): boolean {
  const { name, code } = error as { name?: unknown; code?: unknown };
  return name === 'AbortError' || code === 'ERR_WORKER_OUT_OF_MEMORY';
}

/** The content of a cell as text, trimmed; a blank cell is `''`. */
export function textOf(cell: SheetCell | undefined): string {
  // An apostrophe before a possible formula marks text and is not part of it.
  return String(cell ?? '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '');
}

/** A day as `YYYY-MM-DD` from a date cell, `YYYY-MM-DD` or `DD/MM/YYYY`; anything else unchanged. */
export function dayOf(cell: SheetCell | undefined): string {
  const text = textOf(cell);
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return day && month && year ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text;
}
