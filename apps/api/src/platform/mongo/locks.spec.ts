import type { Connection } from 'mongoose';
import { LOCK_MS, Locks } from './locks';

const updateOne = jest.fn<Promise<{ matchedCount: number }>, unknown[]>();
const deleteOne = jest.fn<Promise<void>, unknown[]>();
const locks = new Locks({ collection: () => ({ updateOne, deleteOne }) } as unknown as Connection);

const unreachable = () => Promise.reject(new Error('unreachable'));

/** Holds a lock until the test ends the work. */
function holdLock() {
  let end: (result: string) => void = () => undefined;
  let started: (signal: AbortSignal) => void = () => undefined;
  const signal = new Promise<AbortSignal>((resolve) => (started = resolve));
  const work = new Promise<string>((resolve) => (end = resolve));
  const result = locks.hold('job', (given) => {
    started(given);
    return work;
  });
  return { signal, result, end };
}

describe('a lock', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    updateOne.mockReset().mockResolvedValue({ matchedCount: 1 });
    deleteOne.mockReset().mockResolvedValue();
  });
  afterEach(() => jest.useRealTimers());

  it('is renewed for as long as the work takes, and then released', async () => {
    const { signal, result, end } = holdLock();
    await jest.advanceTimersByTimeAsync(10 * LOCK_MS);
    expect((await signal).aborted).toBe(false);
    expect(deleteOne).not.toHaveBeenCalled();
    end('done');
    expect(await result).toBe('done');
    expect(deleteOne).toHaveBeenCalledTimes(1);
    const renewals = updateOne.mock.calls.length;
    await jest.advanceTimersByTimeAsync(LOCK_MS);
    expect(updateOne).toHaveBeenCalledTimes(renewals);
  });

  it('is kept although a renewal fails, and neither that nor a failed release ends the process', async () => {
    const { signal, result, end } = holdLock();
    await signal;
    updateOne.mockImplementationOnce(unreachable).mockImplementationOnce(unreachable);
    await jest.advanceTimersByTimeAsync(5 * LOCK_MS);
    expect((await signal).aborted).toBe(false);
    deleteOne.mockImplementationOnce(unreachable);
    end('done');
    expect(await result).toBe('done');
  });

  it('stops the work before it expires if it cannot be renewed', async () => {
    const { signal, result, end } = holdLock();
    await signal;
    updateOne.mockImplementation(unreachable);
    await jest.advanceTimersByTimeAsync(LOCK_MS - 1);
    expect((await signal).aborted).toBe(true);
    end('stopped');
    await result;
  });

  it('stops the work if another process has taken it', async () => {
    const { signal, result, end } = holdLock();
    await signal;
    updateOne.mockResolvedValue({ matchedCount: 0 });
    await jest.advanceTimersByTimeAsync(LOCK_MS / 3);
    expect((await signal).reason).toEqual(new Error('The lock “job” was lost to another process'));
    end('stopped');
    await result;
  });
});
