import type { Readable } from 'node:stream';
import type { ObjectId } from '../mongo/object-id';

export type NewFile = {
  _id: ObjectId;
  /** Identifies the files of one feature, so that the feature can list them. */
  kind: string;
  name: string;
  contentType: string;
  /** The document that will refer to the file. */
  owner: ObjectId;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
};
export type StoredFile = Pick<NewFile, '_id' | 'owner'>;

/**
 * Storage for files. It does not take part in transactions: a file is stored before the document that refers to it is
 * written, and removed after the reference is gone. So a crash can leave an unused file, but never a missing one.
 */
export abstract class FileStore {
  /** Resolves once the file is flushed to disk. A failed upload leaves nothing behind. */
  abstract put(file: NewFile): Promise<void>;
  /** The content as a stream, or `null` if the file does not exist. */
  abstract open(id: ObjectId): Promise<Readable | null>;
  /** Does nothing if the file does not exist. */
  abstract remove(id: ObjectId): Promise<void>;
  /** The files of a kind that were stored before the given time, in batches ordered by id. */
  abstract putBefore(kind: string, time: Date, batchSize: number): AsyncIterable<StoredFile[]>;
}
