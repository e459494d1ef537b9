import { ObjectId } from 'bson';
import { insertDocument, withLeadingId } from '../catalog/document-writer.js';
import { encode, isDocument } from '../query/bson.js';
import { ErrorCode, MongoError, typeMismatch } from '../query/error.js';
import { BulkWrite } from './bulk-write.js';
import type { Call, Command } from './command.js';
import { booleanField } from './fields.js';

const MAX_STATEMENTS = 100_000;

/** Inserts documents, ordered or unordered. */
export const insert: Command = {
  inTransaction: true,
  retryable: true,
  async run(call) {
    const documents = documentsOf(call);
    const bulk = new BulkWrite(call, documents.length, booleanField(call.body, 'ordered', true));
    await bulk.run(
      (statement) => (view, collection) => {
        const { document, bytes } = withLeadingId(documents[statement] ?? EMPTY, () => new ObjectId());
        insertDocument(call.engine.catalog, view, collection, document, bytes);
        return { n: 1 };
      },
      () => true,
    );
    return { n: bulk.sum('n'), ...bulk.fields() };
  },
};

const EMPTY = encode({});

function documentsOf(call: Call): readonly Uint8Array[] {
  const sequence = call.sequences.get('documents');
  const list: unknown = sequence ?? call.body.documents;
  if (!Array.isArray(list)) throw typeMismatch("BSON field 'insert.documents' is missing but a required field");
  checkBatchSize(list.length);
  return sequence ?? list.map(encodeEntry);
}

/** @throws InvalidLength (16) for an empty or too long list of statements. */
export function checkBatchSize(length: number): void {
  if (length >= 1 && length <= MAX_STATEMENTS) return;
  throw new MongoError(
    ErrorCode.InvalidLength,
    `Write batch sizes must be between 1 and ${MAX_STATEMENTS}. Got ${length} operations.`,
  );
}

function encodeEntry(entry: unknown): Uint8Array {
  if (!isDocument(entry)) throw typeMismatch("BSON field 'insert.documents' is the wrong type, expected type 'object'");
  return encode(entry);
}
