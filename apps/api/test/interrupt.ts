import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { currentSession, UnitOfWork } from '../src/platform/mongo/unit-of-work';
import { WRITE_LOCKS } from '../src/platform/mongo/write-lock';
import type { TestApp } from './test-app';

/**
 * Runs other work to its end in the next transaction, after its snapshot has begun: what that transaction reads is
 * outdated, as if another process had written at the same time.
 * @returns the number of attempts of the interrupted transaction so far.
 */
export function interruptNextTransaction({ services }: TestApp, other: () => PromiseLike<unknown>): () => number {
  const unitOfWork = services.get(UnitOfWork);
  const connection = services.get<Connection>(getConnectionToken());
  const run = unitOfWork.run.bind(unitOfWork);
  let isFirst = true;
  let attempts = 0;
  const spy = jest.spyOn(unitOfWork, 'run').mockImplementation((work) => {
    if (!isFirst) return run(work);
    isFirst = false;
    return run(async () => {
      attempts += 1;
      if (attempts === 1) {
        await connection.collection(WRITE_LOCKS).findOne({}, { session: currentSession() ?? undefined });
        await other();
        spy.mockRestore();
      }
      return work();
    });
  });
  return () => attempts;
}
