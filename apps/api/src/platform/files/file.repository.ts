import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable, Logger } from '@nestjs/common';
import { InjectConnection } from '@nestjs/mongoose';
import { type Connection, mongo } from 'mongoose';
import type { ObjectId } from '../domain/object-id';

const BUCKET = 'files';

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

type Chunk = { files_id: ObjectId; n: number; data: mongo.Binary };
type Description = Pick<NewFile, 'kind' | 'contentType' | 'owner'>;

/**
 * Stores files in the database, so that one backup contains both the documents and the files. It takes no part in
 * transactions: a file is stored before the document that refers to it is written, and removed after the reference is
 * gone. So a crash can leave an unused file, but never a missing one.
 */
@Injectable()
export class FileRepository {
  private readonly logger = new Logger(FileRepository.name);

  constructor(@InjectConnection() private readonly connection: Connection) {}

  /** Resolves once the file is flushed to disk. A failed upload leaves nothing behind. */
  async put({ _id, kind, name, contentType, owner, content }: NewFile): Promise<void> {
    const metadata: Description = { kind, contentType, owner };
    const upload = this.bucket().openUploadStreamWithId(_id, name, { metadata });
    try {
      await pipeline(content, upload);
    } catch (error) {
      // What was stored so far is removed later, as any file without an owner. The first error says what happened.
      await upload.abort().catch((second: unknown) => this.logger.error(second));
      throw error;
    }
  }

  /** The content as a stream, or `null` if the file does not exist. */
  async open(id: ObjectId): Promise<Readable | null> {
    const bucket = this.bucket();
    const [file] = await bucket.find({ _id: id }, { limit: 1 }).toArray();
    return file ? Readable.from(this.readContent(file), { objectMode: false }) : null;
  }

  /** Does nothing if the file does not exist. */
  async remove(id: ObjectId): Promise<void> {
    try {
      await this.bucket().delete(id);
    } catch (error) {
      if (!isFileMissing(error, id)) throw error;
    }
  }

  /** The files of a kind that were stored before the given time, in batches ordered by id. */
  async *putBefore(kind: string, time: Date, batchSize: number): AsyncIterable<StoredFile[]> {
    let last: ObjectId | undefined;
    for (;;) {
      const files = await this.bucket()
        .find({ 'metadata.kind': kind, uploadDate: { $lt: time }, ...(last && { _id: { $gt: last } }) })
        .sort({ _id: 1 })
        .limit(batchSize)
        .toArray();
      if (files.length === 0) return;
      yield files.map(({ _id, metadata }) => ({ _id, owner: (metadata as Description).owner }));
      last = files.at(-1)?._id;
    }
  }

  /** Each chunk by itself: the driver's stream keeps a cursor until its reader has taken everything. */
  private async *readContent({ _id, length, chunkSize }: mongo.GridFSFile): AsyncGenerator<Buffer> {
    const chunks = this.database().collection<Chunk>(`${BUCKET}.chunks`);
    for (let n = 0; n * chunkSize < length; n += 1) {
      const chunk = await chunks.findOne({ files_id: _id, n });
      const data = chunk && Buffer.from(chunk.data.value());
      if (data?.length !== Math.min(chunkSize, length - n * chunkSize)) {
        throw new Error(`Part ${n} of the file ${_id.toHexString()} is missing`);
      }
      yield data;
    }
  }

  private bucket(): mongo.GridFSBucket {
    return new mongo.GridFSBucket(this.database(), { bucketName: BUCKET });
  }

  private database(): mongo.Db {
    if (!this.connection.db) throw new Error("The database isn't connected");
    return this.connection.db;
  }
}

/** The driver has no class for this error: only its message tells it from other runtime errors. */
function isFileMissing(error: unknown, id: ObjectId): boolean {
  return error instanceof mongo.MongoRuntimeError && error.message === `File not found for id ${id.toHexString()}`;
}
