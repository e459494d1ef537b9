import { type Connection, mongo } from 'mongoose';
import { duplicatedFields } from './database-errors';

export type WriteStatement =
  | { insertOne: object }
  | { updateOne: { filter: object; update: object; upsert: true } }
  | { replaceOne: { filter: object; replacement: object } }
  | { deleteOne: { filter: object } };

/** The documents or fields that a statement stores. */
export function writtenBy(statement: WriteStatement): object[] {
  if ('insertOne' in statement) return [statement.insertOne];
  if ('replaceOne' in statement) return [statement.replaceOne.replacement];
  if ('deleteOne' in statement) return [];
  const { $set, $setOnInsert } = statement.updateOne.update as { $set?: object; $setOnInsert?: object };
  return [$set ?? [], $setOnInsert ?? []];
}

/** The name of a collection, and a write to it. */
type Deferred = { collection: string; statement: WriteStatement };

/** What MongoDB answers to an empty `bulkWrite`, where it has the command. */
const EMPTY_BATCH = 16;

/** Whether the server writes to several collections in one command: MongoDB 8 and the embedded database do. */
export async function writesManyCollections(client: mongo.MongoClient): Promise<boolean> {
  try {
    await client.db('admin').command({ bulkWrite: 1, ops: [], nsInfo: [] });
    return true;
  } catch (error) {
    return error instanceof mongo.MongoServerError && error.code === EMPTY_BATCH;
  }
}

/** The writes of a transaction whose results no one needs, sent together before the commit. */
export class DeferredWrites {
  private deferred: Deferred[] = [];
  /** Collections in which a duplicate key is a conflict between transactions, so that this one is retried. */
  private readonly contested = new Set<string>();

  constructor(
    private readonly connection: Connection,
    private readonly session: mongo.ClientSession,
    private readonly inOneCommand: boolean,
  ) {}

  add(collection: string, statements: readonly WriteStatement[], { contested = false } = {}): void {
    if (contested) this.contested.add(collection);
    this.deferred.push(...statements.map((statement) => ({ collection, statement })));
  }

  touches(collection: string): boolean {
    return this.deferred.some((write) => write.collection === collection);
  }

  async flush(): Promise<void> {
    const writes = this.deferred;
    this.deferred = [];
    const names = [...new Set(writes.map(({ collection }) => collection))];
    if (this.inOneCommand && names.length > 1) return this.sendTogether(writes, names);
    for (const name of names) {
      const statements = writes.filter(({ collection }) => collection === name).map(({ statement }) => statement);
      await sendTo(this.connection, name, statements, this.session).catch((error: unknown) => {
        throw this.labelled(error, name);
      });
    }
  }

  private async sendTogether(writes: readonly Deferred[], names: readonly string[]): Promise<void> {
    const ops = writes.map(({ collection, statement }) => commandStatement(names.indexOf(collection), statement));
    const nsInfo = names.map((name) => ({ ns: `${this.connection.name}.${name}` }));
    const command = { bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true };
    const reply = await this.connection.getClient().db('admin').command(command, { session: this.session });
    const [failed] = (reply as { cursor: { firstBatch: mongo.Document[] } }).cursor.firstBatch;
    if (!failed) return;
    const { collection = '' } = writes[Number(failed.idx)] ?? {};
    throw this.labelled(new mongo.MongoServerError(failed), collection);
  }

  private labelled(error: unknown, collection: string): unknown {
    const isConflict = this.contested.has(collection) && duplicatedFields(error).length > 0;
    if (isConflict && error instanceof mongo.MongoError) error.addErrorLabel('TransientTransactionError');
    return error;
  }
}

/** Sends writes to one collection. A replacement is inserted where there is nothing to replace. */
export async function sendTo(
  connection: Connection,
  name: string,
  statements: readonly WriteStatement[],
  session?: mongo.ClientSession,
): Promise<void> {
  const operations = statements.map((statement): mongo.AnyBulkWriteOperation => {
    if ('insertOne' in statement) return { insertOne: { document: statement.insertOne } };
    if ('replaceOne' in statement) return { replaceOne: { ...statement.replaceOne, upsert: true } };
    return statement;
  });
  if (operations.length > 0) await connection.collection(name).bulkWrite(operations, { session });
}

function commandStatement(at: number, statement: WriteStatement): mongo.Document {
  if ('insertOne' in statement) {
    // The driver adds missing ids only to statements of its own.
    return { insert: at, document: { _id: new mongo.ObjectId(), ...statement.insertOne } };
  }
  if ('deleteOne' in statement) return { delete: at, filter: statement.deleteOne.filter, multi: false };
  const { filter, ...change } = 'updateOne' in statement ? statement.updateOne : statement.replaceOne;
  const updateMods = 'update' in change ? change.update : change.replacement;
  return { update: at, filter, updateMods, multi: false, upsert: true };
}
