import { RowThreads } from './rows-to-thread';
import type { SheetTable } from './sheet-cell';
import type compareInThread from './sheet-comparison.worker';
import type { Comparison } from './sheet-comparison.worker';

const threads = new RowThreads<Parameters<typeof compareInThread>[0], { comparison: Comparison }>(
  require.resolve('./sheet-comparison.worker'),
);

/**
 * What has changed in the tables with key columns since the snapshot that `writeWorkbook` made of them.
 * @param maxRows changes beyond it are only counted.
 */
export async function compareWithSnapshot(
  snapshot: Uint8Array,
  tables: readonly SheetTable[],
  maxRows: number,
): Promise<Comparison> {
  const keyed = tables.filter(({ keyColumns }) => keyColumns);
  const sheets = keyed.map(({ rows: _, ...plan }) => plan);
  let result: Comparison = { sheets: [], rows: [] };
  for await (const { comparison } of threads.run({ snapshot, sheets, maxRows }, keyed, {})) result = comparison;
  return result;
}
