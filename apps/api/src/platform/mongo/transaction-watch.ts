import type { mongo } from 'mongoose';

/** The operations of one transaction. */
export class TransactionOperations {
  /** By the number of the request. */
  readonly running = new Map<number, string>();
  fault: string | undefined;
}

/** It needs a client that monitors its commands, which costs time. */
export const isWatching = process.env.NODE_ENV === 'test' || process.env.NODE_ENV === 'development';

/**
 * Fails a transaction whose operations overlap (a session carries one operation at a time, and MongoDB leaves undefined
 * what happens otherwise), bypass its session or are still running when it ends. In production it sees nothing.
 */
export class TransactionWatch {
  private readonly transactions = new Map<number, TransactionOperations>();

  /** @param current the operations of the transaction that the running code belongs to. */
  constructor(
    client: mongo.MongoClient,
    private readonly current: () => TransactionOperations | undefined,
  ) {
    if (!isWatching) return;
    client.on('commandStarted', (event) => this.started(event));
    client.on('commandSucceeded', ({ requestId }) => this.ended(requestId));
    client.on('commandFailed', ({ requestId }) => this.ended(requestId));
  }

  /** Runs the work of a transaction. @throws Error naming the operations at fault, before any error they led to */
  async over<Result>(operations: TransactionOperations, work: () => Promise<Result>): Promise<Result> {
    const [outcome] = await Promise.allSettled([work()]);
    const { fault, running } = operations;
    const cause: unknown = outcome.status === 'rejected' ? outcome.reason : undefined;
    if (fault) throw new Error(fault, { cause });
    if (outcome.status === 'rejected') throw cause;
    const [unfinished] = running.values();
    if (unfinished) throw new Error(`The transaction ended before its operation: ${unfinished}`);
    return outcome.value;
  }

  private started({ requestId, commandName, command }: mongo.CommandStartedEvent): void {
    const transaction = this.current();
    // Another watch of the same client may have seen it.
    if (!transaction || transaction.running.has(requestId)) return;
    const { autocommit, ...rest } = command as Record<string, unknown>;
    const operation = `${commandName} ${String(rest[commandName])}`;
    const [other] = transaction.running.values();
    if (autocommit !== false) transaction.fault ??= `An operation bypasses the transaction: ${operation}`;
    else if (other) transaction.fault ??= `Operations overlap in one transaction: ${other} and ${operation}`;
    transaction.running.set(requestId, operation);
    this.transactions.set(requestId, transaction);
  }

  private ended(requestId: number): void {
    this.transactions.get(requestId)?.running.delete(requestId);
    this.transactions.delete(requestId);
  }
}
