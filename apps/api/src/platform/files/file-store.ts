import type { Readable } from 'node:stream';
import type { ObjectId } from '../mongo/object-id';

export type NewFile = {
  _id: ObjectId;
  /** What the files of a feature are called, so that it finds its own. */
  kind: string;
  name: string;
  contentType: string;
  /** The document that is going to refer to the file. */
  owner: ObjectId;
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
};
export type KeptFile = Pick<NewFile, '_id' | 'owner'>;

/**
 * Where files are kept. It takes no part in transactions: a file is put before the document that refers to it is
 * written, and removed after the reference is gone, so that a crash leaves a file too many and never one too few.
 */
export abstract class FileStore {
  /** Flushed once it resolves; what broke off leaves nothing behind. */
  abstract put(file: NewFile): Promise<void>;
  /** The content as a stream, or `null` when there is no such file. */
  abstract open(id: ObjectId): Promise<Readable | null>;
  /** Does nothing where there is no such file. */
  abstract remove(id: ObjectId): Promise<void>;
  /** Those of the kind put before the moment, so many at a time, in the order of their ids. */
  abstract putBefore(kind: string, moment: Date, batchSize: number): AsyncIterable<KeptFile[]>;
}
