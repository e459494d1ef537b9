import type { Place } from '../limits/fair-share';
import { ThreadPool } from '../limits/pools';
import { rowsToThread } from './rows-to-thread';
import type { SheetColumn, SheetTable } from './sheet-cell';
import type writeInThread from './sheet-writer.worker';
import type { FilePart, SnapshotPart } from './sheet-writer.worker';

const threads = new ThreadPool<Parameters<typeof writeInThread>[0], void>(
  'sheetWriting',
  require.resolve('./sheet-writer.worker'),
);

type WorkbookOptions = {
  /** In `pools.sheetWriting`; the caller leaves it. */
  place: Place;
  signal?: AbortSignal;
  /** Called with the number of rows of all sheets so far. */
  onRows?: (rows: number) => void;
  /** Receives the rows of the sheets with key columns, compressed; see `compareWithSnapshot`. */
  onSnapshot?: (part: Uint8Array) => Promise<void>;
};

/**
 * The tables as an Excel file, part by part. Rows are read only as fast as the parts are taken; the work stops when the
 * signal is aborted or the parts are no longer taken.
 */
export async function* writeWorkbook(
  tables: readonly SheetTable[],
  { onSnapshot, ...options }: WorkbookOptions,
): AsyncGenerator<Uint8Array, void> {
  const sheets = tables.map(({ name, columns, keyColumns }) => ({
    name,
    columns: columns.map(plainColumn),
    keyColumns,
  }));
  const messages = rowsToThread<Parameters<typeof writeInThread>[0], FilePart | SnapshotPart>(
    threads,
    { sheets },
    tables,
    options,
  );
  for await (const message of messages) {
    if ('file' in message) yield message.file;
    else await onSnapshot?.(message.snapshot);
  }
}

/** Without the functions that a declared column also has, which cannot be sent to a thread. */
function plainColumn({ heading, kind, width, total }: SheetColumn): SheetColumn {
  return { heading, kind, width, ...(total && { total }) };
}
