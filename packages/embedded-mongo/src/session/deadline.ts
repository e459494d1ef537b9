import { performance } from 'node:perf_hooks';
import { ErrorCode, MongoError } from '../query/error.js';

/**
 * Waits until something has ended.
 * @param deadline in milliseconds of `performance.now()`; Infinity for none.
 * @throws MaxTimeMSExpired (50) at the deadline
 */
export async function beforeDeadline(ended: Promise<void>, deadline: number): Promise<void> {
  if (deadline === Infinity) return ended;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(timedOut()), Math.max(deadline - performance.now(), 0));
  });
  await Promise.race([ended, late]).finally(() => clearTimeout(timer));
}

export function timedOut(): MongoError {
  return new MongoError(ErrorCode.MaxTimeMSExpired, 'operation exceeded time limit');
}
