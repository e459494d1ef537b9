import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

/** A piece of work of the process: the handler `POST /api/transactions`, a transaction, a run of a scheduled job. */
export type Work = {
  kind: 'handler' | 'transaction' | 'job';
  name: string;
  /** How often a transaction has begun. */
  attempts: number;
  /** The rows that a job could not deal with, and left to its next run. One of them makes the run a failed one. */
  failedRows: number;
};

const running = new AsyncLocalStorage<Work>();

/** Counts a row for the job that is running, if one is. */
export function noteFailedRow(): void {
  const work = running.getStore();
  if (work) work.failedRows += 1;
}

type Observer = <Result>(work: Work, run: () => Promise<Result>) => Promise<Result>;

const observers = new Set<Observer>();

/** @param observer runs each piece of work. Returns what ends it. */
export function observe(observer: Observer): () => void {
  observers.add(observer);
  return () => void observers.delete(observer);
}

/** Runs work that metrics and traces follow while they are on. */
export function observed<Result>(
  kind: Work['kind'],
  name: string,
  run: (work: Work) => Promise<Result>,
): Promise<Result> {
  const work = { kind, name, attempts: 0, failedRows: 0 };
  let outer = () => (kind === 'job' ? running.run(work, () => run(work)) : run(work));
  for (const observer of observers) {
    const inner = outer;
    outer = () => observer(work, inner);
  }
  return outer();
}

export type CacheRead = { cache: string; hits: number; misses: number };

/** Each {@link CacheRead}. */
export const cacheReads = channel('shifa:cache-read');

/** An attempt to send a message: by email or push, and whether it is sent, is tried again or was given up. */
export type MessageAttempt = { channel: string; outcome: 'sent' | 'postponed' | 'failed' };

/** Publishes each {@link MessageAttempt}. */
export const messageAttempts = channel('shifa:message-attempt');
