import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import type { ClientSession, Connection } from 'mongoose';
import { type DomainEvent, DomainEvents, type EventKind } from '../events/domain-events';
import { TransactionOperations, TransactionWatch } from './transaction-watch';

type TransactionContext = { session: ClientSession; events: DomainEvent[]; operations: TransactionOperations };

const current = new AsyncLocalStorage<TransactionContext>();

/** The session of the current transaction, for repositories. */
export function currentSession(): ClientSession | null {
  return current.getStore()?.session ?? null;
}

type Results<Reads extends readonly (() => Promise<unknown>)[]> = {
  [Key in keyof Reads]: Awaited<ReturnType<Reads[Key]>>;
};

/** Reads several things: all at once or, within a transaction, whose session carries one operation at a time, in turn. */
export async function readAll<const Reads extends readonly (() => Promise<unknown>)[]>(
  ...reads: Reads
): Promise<Results<Reads>> {
  if (!currentSession()) return (await Promise.all(reads.map((read) => read()))) as Results<Reads>;
  const results: unknown[] = [];
  for (const read of reads) results.push(await read());
  return results as Results<Reads>;
}

/** Runs a change in one transaction: the change, its audit row and its effects are committed together or not at all. */
@Injectable()
export class UnitOfWork {
  private lastRetry: Promise<void> = Promise.resolve();
  private readonly watch: TransactionWatch;

  constructor(
    @InjectConnection() private readonly connection: Connection,
    private readonly events: DomainEvents,
  ) {
    this.watch = new TransactionWatch(connection.getClient(), () => current.getStore()?.operations);
  }

  /**
   * Runs the work in a transaction, and retries it from the start after a write conflict. If a transaction is already
   * in progress, the work joins it. Events raised by the work are published after the commit.
   */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (current.getStore()) return work();
    let raised: DomainEvent[] = [];
    const result = await this.withQueuedRetries((onAttempt) =>
      this.connection.withSession((session) =>
        session.withTransaction(
          async () => {
            await onAttempt();
            // Events of a failed attempt must not be published.
            raised = [];
            const operations = new TransactionOperations();
            return this.watch.over(operations, () => current.run({ session, events: raised, operations }, work));
          },
          { readConcern: { level: 'snapshot' }, writeConcern: { w: 'majority' } },
        ),
      ),
    );
    await this.events.publish(raised);
    return result;
  }

  /**
   * Queues the retries after write conflicts. Otherwise, many transactions that write the same document, such as the
   * counter of a laboratory, would conflict again and again.
   * @param work calls `onAttempt` at the start of each attempt.
   */
  private async withQueuedRetries<Result>(work: (onAttempt: () => Promise<void>) => Promise<Result>): Promise<Result> {
    let attempts = 0;
    let done: () => void = () => undefined;
    const onAttempt = async () => {
      attempts += 1;
      if (attempts !== 2) return;
      const previous = this.lastRetry;
      this.lastRetry = new Promise((resolve) => (done = resolve));
      await previous;
    };
    try {
      return await work(onAttempt);
    } finally {
      done();
    }
  }

  /** Raises a domain event within the transaction of the change. */
  async raise<Payload>(kind: EventKind<Payload>, payload: Payload): Promise<void> {
    const context = current.getStore();
    if (!context) throw new Error(`${kind.name} was raised outside a transaction`);
    const event = { name: kind.name, payload };
    context.events.push(event);
    await this.events.raiseInside(event);
  }
}
