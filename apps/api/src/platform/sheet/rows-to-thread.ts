import { on } from 'node:events';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import pLimit from 'p-limit';
import { Piscina } from 'piscina';
import { DomainError } from '../http/domain-error';
import type { SheetRow, SheetTable } from './sheet-cell';

/** Copied to the thread at once. Few enough that reading and copying them takes a few milliseconds. */
const ROWS_AT_ONCE = 200;
/** Tasks that run at the same time, and that wait for it. A thread idles while its reader is slow. */
const MAX_THREADS = 4;
const MAX_WAITING = 20;

/** What a thread asks for: the next rows of a table. Null where it has no more. */
export type RowsRequest = { next: number };
export type RowsAnswer = SheetRow[] | null;
/** The last message. Closing the port would say so only when the thread turns to its events again. */
export type End = { end: true };

type ThreadTask = { port: MessagePort };
type FeedOptions = { signal?: AbortSignal | undefined; onRows?: ((rows: number) => void) | undefined };

/** Threads that ask for rows batch by batch, so that neither side ever holds more than one. */
export class RowThreads<Task extends ThreadTask, Message extends object> {
  private readonly pool: Piscina<Task, void>;
  private readonly turn = pLimit(MAX_THREADS);

  /** @param filename the module whose default export does the task, until it has sent `End`. */
  constructor(filename: string) {
    this.pool = new Piscina({
      filename,
      minThreads: 0,
      maxThreads: MAX_THREADS,
      idleTimeout: 30_000,
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 },
    });
  }

  /**
   * The messages of a thread, besides its requests for rows, which are read only as fast as messages are taken. The
   * thread is ended, and the sources of the rows are closed, when the signal is aborted or messages are not taken.
   * @throws DomainError UNAVAILABLE while too many tasks are waiting.
   */
  async *run(
    task: Omit<Task, 'port'>,
    tables: readonly SheetTable[],
    { signal, onRows }: FeedOptions,
  ): AsyncGenerator<Message, void> {
    if (this.turn.pendingCount >= MAX_WAITING) throw new DomainError('UNAVAILABLE');
    const stop = new AbortController();
    const stopped = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const { port1: port, port2 } = new MessageChannel();
    const messages = on(port, 'message', { signal: stopped });
    const options = { transferList: [port2], signal: stopped };
    const done = this.turn(() => this.pool.run({ ...task, port: port2 } as Task, options));
    // A thread that fails sends no more messages.
    done.catch(() => {
      stop.abort();
    });
    const sources = tables.map(({ rows }) => batchesOf(rows));
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
}

async function* batchesOf(rows: SheetTable['rows']): AsyncGenerator<SheetRow[], undefined> {
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
    // Rows of an array come without a wait.
    await yieldToOthers();
  }
  if (batch.length > 0) yield batch;
}
