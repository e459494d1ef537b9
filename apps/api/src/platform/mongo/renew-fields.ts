import type { Connection, mongo, Types } from 'mongoose';

const AT_ONCE = 500;

type Found = { _id: Types.ObjectId } & Record<string, unknown>;

/** For a migration: stores derived fields of the documents of a collection again. */
export async function renewFields(
  connection: Connection,
  collection: string,
  documents: AsyncIterable<Found>,
  signal: AbortSignal,
): Promise<void> {
  const stored = connection.collection<Found>(collection);
  let writes: mongo.AnyBulkWriteOperation<Found>[] = [];
  const flush = async () => {
    signal.throwIfAborted();
    if (writes.length > 0) await stored.bulkWrite(writes, { ordered: false });
    writes = [];
  };
  for await (const { _id, ...fields } of documents) {
    writes.push({ updateOne: { filter: { _id }, update: { $set: fields } } });
    if (writes.length === AT_ONCE) await flush();
  }
  await flush();
}
