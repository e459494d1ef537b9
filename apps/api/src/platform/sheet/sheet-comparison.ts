import { ThreadPool } from '../limits/pools';
import { rowsToThread } from './rows-to-thread';
import type { SheetTable } from './sheet-cell';
import type compareInThread from './sheet-comparison.worker';
import type { Comparison } from './sheet-comparison.worker';

type Task = Parameters<typeof compareInThread>[0];

const threads = new ThreadPool<Task, void>('sheetComparison', require.resolve('./sheet-comparison.worker'));

/**
 * What has changed in the tables with key columns since the snapshot that `writeWorkbook` made of them.
 * @param person whose share of the threads is used.
 * @param readSnapshot reads it when it is its turn.
 * @param maxRows changes beyond it are only counted.
 * @throws DomainError UNAVAILABLE while too many comparisons wait.
 */
export async function compareWithSnapshot(
  person: string,
  readSnapshot: () => Promise<Uint8Array>,
  tables: readonly SheetTable[],
  maxRows: number,
): Promise<Comparison> {
  const keyed = tables.filter(({ keyColumns }) => keyColumns);
  const sheets = keyed.map(({ rows: _, ...plan }) => plan);
  let result: Comparison = { sheets: [], rows: [] };
  const place = threads.claim(person);
  try {
    await place.turn;
    const task = { snapshot: await readSnapshot(), sheets, maxRows };
    const messages = rowsToThread<Task, { comparison: Comparison }>(threads, task, keyed, { place });
    for await (const { comparison } of messages) result = comparison;
    return result;
  } finally {
    place.leave();
  }
}
