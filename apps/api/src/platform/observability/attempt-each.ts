import type { Logger } from '@nestjs/common';
import { noteFailedRow } from './observed';

/**
 * Does the work of a job for each row. One that fails is logged and holds up no other; the next run meets it again. The
 * run counts as a failed one.
 * @param signal of the lock that the job holds: once it is aborted, nothing more is begun.
 * @returns the rows that failed.
 */
export async function attemptEach<Row>(
  rows: Iterable<Row> | AsyncIterable<Row>,
  work: (row: Row) => Promise<unknown>,
  { logger, signal }: { logger: Logger; signal?: AbortSignal },
): Promise<Row[]> {
  const failed: Row[] = [];
  for await (const row of rows) {
    signal?.throwIfAborted();
    try {
      await work(row);
    } catch (error) {
      signal?.throwIfAborted();
      logger.error(error);
      noteFailedRow();
      failed.push(row);
    }
  }
  return failed;
}
