import type { Connection, Types } from 'mongoose';
import { batched } from '../batched';

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
  for await (const batch of batched(documents, AT_ONCE)) {
    signal.throwIfAborted();
    const writes = batch.map(({ _id, ...fields }) => ({ updateOne: { filter: { _id }, update: { $set: fields } } }));
    await stored.bulkWrite(writes, { ordered: false });
  }
  signal.throwIfAborted();
}
