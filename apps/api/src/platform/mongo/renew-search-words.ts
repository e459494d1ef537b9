import type { Connection, mongo, Types } from 'mongoose';

const AT_ONCE = 500;

type Found = { _id: Types.ObjectId; searchWords: string[] };

/** For a migration: stores the words by which the documents of a collection are found anew. */
export async function renewSearchWords(
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
  for await (const { _id, searchWords } of documents) {
    writes.push({ updateOne: { filter: { _id }, update: { $set: { searchWords } } } });
    if (writes.length === AT_ONCE) await flush();
  }
  await flush();
}
