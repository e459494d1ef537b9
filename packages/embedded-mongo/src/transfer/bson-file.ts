import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';

const CHUNK_BYTES = 1024 * 1024;
const SMALLEST_DOCUMENT = 5;
/** MongoDB's internal limit for stored documents, slightly above the limit for clients. */
const LARGEST_DOCUMENT = 16 * 1024 * 1024 + 16 * 1024;

/**
 * The BSON documents of a file, one after another, with only a small part of the file in memory.
 * @throws Error saying at which byte the file is corrupt
 */
export async function* readBsonFile(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  let offset = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let at = 0;
    while (rest.length - at >= SMALLEST_DOCUMENT) {
      const size = rest.readInt32LE(at);
      if (size < SMALLEST_DOCUMENT || size > LARGEST_DOCUMENT) {
        throw new Error(`${file} is damaged at byte ${offset + at}: no BSON document starts there`);
      }
      if (rest.length - at < size) break;
      yield rest.subarray(at, at + size);
      at += size;
    }
    offset += at;
    rest = rest.subarray(at);
  }
  if (rest.length > 0) throw new Error(`${file} ends in the middle of the document at byte ${offset}`);
}

export interface FileContents {
  documents: number;
  bytes: number;
  sha256: string;
}

/** Writes documents to a new file; callers wait for the disk. */
export class BsonFileWriter {
  readonly #hash = createHash('sha256');
  #pending: Uint8Array[] = [];
  #pendingBytes = 0;
  #documents = 0;
  #bytes = 0;

  private constructor(private readonly handle: FileHandle) {}

  static async create(file: string): Promise<BsonFileWriter> {
    return new BsonFileWriter(await open(file, 'wx', 0o600));
  }

  get documents(): number {
    return this.#documents;
  }

  async add(document: Uint8Array): Promise<void> {
    this.#pending.push(document);
    this.#pendingBytes += document.length;
    this.#documents += 1;
    if (this.#pendingBytes >= CHUNK_BYTES) await this.#flush();
  }

  /** Resolves when everything is on disk. */
  async finish(): Promise<FileContents> {
    await this.#flush();
    await this.handle.sync();
    return { documents: this.#documents, bytes: this.#bytes, sha256: this.#hash.digest('hex') };
  }

  async close(): Promise<void> {
    await this.handle.close();
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#pending);
    this.#pending = [];
    this.#pendingBytes = 0;
    this.#hash.update(bytes);
    this.#bytes += bytes.length;
    await this.handle.writeFile(bytes);
  }
}
