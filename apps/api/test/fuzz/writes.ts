import type { Connection, mongo } from 'mongoose';
import { requestContext } from '../../src/platform/request-context';

const writes: ReadonlySet<string> = new Set(['insert', 'update', 'delete', 'findAndModify', 'bulkWrite']);

/** Collections that say how the API works, and not what people have done: sign-ins and locks. */
const bookkeeping: ReadonlySet<string> = new Set(['sessions', 'write_locks']);

type Started = { request: string; collections: string[]; transaction: string | undefined };
type Written = { request: string; collections: string[] };

/**
 * What each request wrote to the database, by collection, as the driver reports it. A transaction counts when it commits.
 * What the API does besides, such as its jobs, belongs to no request or to the one that started it.
 */
export class Writes {
  private readonly started = new Map<number, Started>();
  private readonly uncommitted = new Map<string, Written[]>();
  private written: Written[] = [];

  constructor(connection: Connection) {
    connection
      .getClient()
      .on('commandStarted', (event) => {
        this.start(event);
      })
      .on('commandSucceeded', (event) => {
        this.succeed(event);
      });
  }

  /** What the request wrote. What others wrote meanwhile is forgotten. */
  takeOf(request: string): string[] {
    const taken = this.written.filter((one) => one.request === request);
    this.written = [];
    return [...new Set(taken.flatMap(({ collections }) => collections))];
  }

  private start({ requestId, commandName, command }: mongo.CommandStartedEvent): void {
    const isEnd = commandName === 'commitTransaction' || commandName === 'abortTransaction';
    const request = requestContext.getStore()?.requestId;
    if (request === undefined || !(isEnd || writes.has(commandName))) return;
    const transaction = command.autocommit === false ? transactionOf(command) : undefined;
    this.started.set(requestId, { request, collections: collectionsOf(commandName, command), transaction });
  }

  private succeed({ requestId, commandName, reply }: mongo.CommandSucceededEvent): void {
    const started = this.started.get(requestId);
    if (!started) return;
    this.started.delete(requestId);
    const { request, transaction = '' } = started;
    const pending = this.uncommitted.get(transaction) ?? [];
    if (commandName === 'commitTransaction') this.written.push(...pending);
    if (commandName.endsWith('Transaction')) this.uncommitted.delete(transaction);
    else if (hasEffect(reply as mongo.Document)) {
      const written = { request, collections: started.collections.filter((name) => !bookkeeping.has(name)) };
      if (started.transaction === undefined) this.written.push(written);
      else this.uncommitted.set(transaction, [...pending, written]);
    }
  }
}

function transactionOf({ lsid, txnNumber }: mongo.Document): string {
  return `${(lsid as { id: mongo.UUID }).id.toString()} ${String(txnNumber)}`;
}

function collectionsOf(commandName: string, command: mongo.Document): string[] {
  if (commandName !== 'bulkWrite') return [String(command[commandName])];
  return (command.nsInfo as { ns: string }[]).map(({ ns }) => ns.slice(ns.indexOf('.') + 1));
}

/** Whether any document was inserted, changed or removed: the counts are named differently by each command. */
function hasEffect({ n, nModified, lastErrorObject, ...reply }: mongo.Document): boolean {
  const { n: found } = (lastErrorObject ?? {}) as { n?: number };
  const upserted = Array.isArray(reply.upserted) ? reply.upserted.length : 0;
  const counts = [nModified ?? n, found, upserted, reply.nInserted, reply.nModified, reply.nUpserted, reply.nDeleted];
  return counts.some((count) => Number(count ?? 0) > 0);
}
