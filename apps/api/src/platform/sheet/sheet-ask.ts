import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { RowsAnswer, RowsRequest } from './rows-to-thread';

/** The next rows of a table, or null where it has no more. */
export async function ask(port: MessagePort, next: number): Promise<RowsAnswer> {
  const answer = once(port, 'message') as Promise<[RowsAnswer]>;
  port.postMessage({ next } satisfies RowsRequest);
  const [rows] = await answer;
  return rows;
}
