import { on } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { batched } from '../batched';
import type { Place } from '../limits/fair-share';
import type { ThreadPool } from '../limits/pools';
import type { SheetRow, SheetTable } from './sheet-cell';

/** Copied to the thread at once. Few enough that reading and copying them takes a few milliseconds. */
const ROWS_AT_ONCE = 200;

/** What a thread asks for: the next rows of a table. Null where it has no more. */
export type RowsRequest = { next: number };
export type RowsAnswer = SheetRow[] | null;
/** The last message. Closing the port would say so only when the thread turns to its events again. */
export type End = { end: true };

type ThreadTask = { port: MessagePort };
type FeedOptions = { place: Place; signal?: AbortSignal | undefined; onRows?: ((rows: number) => void) | undefined };

/**
 * Runs a task in a thread that asks for rows batch by batch, so that neither side ever holds more than one, and yields
 * its messages besides these requests. Rows are read only as fast as messages are taken. The thread is ended, and the
 * sources of the rows are closed, when the signal is aborted or messages are not taken.
 * @param place in the pool; the caller leaves it.
 */
export async function* rowsToThread<Task extends ThreadTask, Message extends object>(
  threads: ThreadPool<Task, void>,
  task: Omit<Task, 'port'>,
  tables: readonly SheetTable[],
  { place, signal, onRows }: FeedOptions,
): AsyncGenerator<Message, void> {
  const stop = new AbortController();
  const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  const { port1: port, port2 } = new MessageChannel();
  const messages = on(port, 'message', { signal: stopped });
  const options = () => ({ transferList: [port2], signal: stopped });
  const done = threads.run(place, { ...task, port: port2 } as Task, options);
  // A thread that fails sends no more messages.
  done.catch(() => {
    stop.abort();
  });
  const sources = tables.map(({ rows }) => batched(rows, ROWS_AT_ONCE));
  let rows = 0;
  try {
    for await (const [message] of messages as AsyncIterable<[Message | RowsRequest | End]>) {
      if ('end' in message) break;
      if ('next' in message) {
        const batch = await sources[message.next]?.next();
        const answer: RowsAnswer = batch?.value ?? null;
        port.postMessage(answer);
        rows += answer?.length ?? 0;
        onRows?.(rows);
      } else yield message;
    }
    await done;
  } catch (error) {
    // Where the thread failed, that is the cause.
    if (stop.signal.aborted) await done;
    throw error;
  } finally {
    stop.abort();
    port.close();
    for (const source of sources) await source.return(undefined);
  }
}
