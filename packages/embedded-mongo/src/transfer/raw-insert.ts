import { EJSON } from 'bson';
import { MongoServerError, type Db } from 'mongodb';
import { DocumentSequence } from 'mongodb/lib/cmap/commands.js';
import { decode } from '../query/bson.js';

const BATCH_DOCUMENTS = 1000;
const BATCH_BYTES = 8 * 1024 * 1024;

/**
 * Inserts documents byte for byte and in order; decoding and encoding would lose what JavaScript cannot represent.
 * Only one batch at a time is in memory.
 * @param onBatch receives the number of documents inserted so far, after each batch
 * @throws Error naming the first document that the target rejects
 */
export async function insertRaw(
  db: Db,
  collection: string,
  documents: AsyncIterable<Buffer>,
  onBatch: (inserted: number) => void,
): Promise<void> {
  let inserted = 0;
  let batch: Buffer[] = [];
  let bytes = 0;
  const send = async (): Promise<void> => {
    if (batch.length > 0) await insertBatch(db, collection, batch);
    inserted += batch.length;
    batch = [];
    bytes = 0;
    onBatch(inserted);
  };
  for await (const document of documents) {
    if (batch.length === BATCH_DOCUMENTS || bytes + document.length > BATCH_BYTES) await send();
    batch.push(document);
    bytes += document.length;
  }
  await send();
}

async function insertBatch(db: Db, collection: string, batch: readonly Buffer[]): Promise<void> {
  const documents = new DocumentSequence('documents');
  for (const bytes of batch) documents.push({}, bytes);
  const command = { insert: collection, documents, ordered: true, writeConcern: { w: 'majority' } };
  const reply = await db.command(command);
  const [failure] = (reply.writeErrors ?? []) as { index: number; code: number; errmsg: string }[];
  if (failure) {
    const { _id } = decode(batch[failure.index] ?? Buffer.alloc(0));
    const id = EJSON.stringify(_id, { relaxed: false });
    throw new Error(`${collection}: the document with _id ${id} was refused (${failure.code}): ${failure.errmsg}`);
  }
  if (reply.n !== batch.length) {
    throw new MongoServerError({ message: `the server took ${String(reply.n)} of ${batch.length} documents` });
  }
}
