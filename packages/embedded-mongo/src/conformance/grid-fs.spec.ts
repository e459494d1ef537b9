import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId, type Document, type GridFSBucketReadStreamOptions } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/gridfs, drivers: fundamentals/gridfs */
const { db } = connectedDatabase();

const CHUNK = 255 * 1024;
const chunks = db.collection('fs.chunks');
let bucket: GridFSBucket;

beforeEach(async () => {
  await db.dropDatabase();
  // The indexes are created only once.
  bucket = new GridFSBucket(db);
});

async function upload(content: Buffer, name = 'file', metadata?: Document): Promise<ObjectId> {
  const stream = bucket.openUploadStream(name, metadata && { metadata });
  await pipeline(Readable.from(content.length > 0 ? [content] : []), stream);
  return stream.id;
}

const download = (id: ObjectId, options?: GridFSBucketReadStreamOptions): Promise<Buffer> =>
  buffer(bucket.openDownloadStream(id, options));

describe('a file', () => {
  it.each([0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 5 * 1024 * 1024])('of %d bytes comes back', async (size) => {
    const content = randomBytes(size);
    const id = await upload(content);
    expect((await download(id)).equals(content)).toBe(true);
    const [file] = await bucket.find({ _id: id }).toArray();
    expect(file).toMatchObject({ _id: id, length: size, chunkSize: CHUNK, filename: 'file' });
    expect(await chunks.countDocuments({ files_id: id })).toBe(Math.ceil(size / CHUNK));
  });

  it('has its chunks in order, each once', async () => {
    const id = await upload(randomBytes(3 * CHUNK));
    const found = await chunks.find({ files_id: id }).sort({ n: 1 }).project({ n: 1, _id: 0 }).toArray();
    expect(found).toEqual([{ n: 0 }, { n: 1 }, { n: 2 }]);
    expect(await failureOf(chunks.insertOne({ files_id: id, n: 1, data: Buffer.alloc(1) }))).toMatchObject({
      code: 11000,
      keyPattern: { files_id: 1, n: 1 },
    });
  });

  it('keeps its metadata', async () => {
    const metadata = { kind: 'report', pages: 3, at: new Date(0), tags: ['a'] };
    const id = await upload(Buffer.from('x'), 'report.pdf', metadata);
    const [file] = await bucket.find({ 'metadata.kind': 'report' }).toArray();
    expect(file).toMatchObject({ _id: id, filename: 'report.pdf', metadata });
    expect(file).not.toHaveProperty('md5');
  });

  it('is deleted along with its chunks', async () => {
    const gone = await upload(randomBytes(2 * CHUNK), 'gone');
    const kept = await upload(Buffer.from('x'), 'kept');
    await bucket.delete(gone);
    expect((await bucket.find().toArray()).map(({ _id }) => _id)).toEqual([kept]);
    expect(await chunks.distinct('files_id')).toEqual([kept]);
  });
});

describe('a part of a file', () => {
  it.each([
    [CHUNK - 1, CHUNK + 1],
    [CHUNK, 2 * CHUNK],
    [2 * CHUNK + 5, 3 * CHUNK],
    [0, 3 * CHUNK],
  ])('from %d to %d', async (start, end) => {
    const content = randomBytes(3 * CHUNK);
    const id = await upload(content);
    const part = await download(id, { start, end });
    expect(part.equals(content.subarray(start, end))).toBe(true);
  });
});

describe('uploads', () => {
  it('that are aborted leave nothing behind', async () => {
    const stream = bucket.openUploadStream('gone');
    await new Promise((resolve) => stream.write(randomBytes(2 * CHUNK), resolve));
    await stream.abort();
    expect(await chunks.countDocuments({ files_id: stream.id })).toBe(0);
    expect(await bucket.find().toArray()).toEqual([]);
  });

  it('do not mix if they are concurrent', async () => {
    const contents = Array.from({ length: 8 }, (_, i) => randomBytes(CHUNK * (i % 3) + 1000 + i));
    const ids = await Promise.all(contents.map((content, i) => upload(content, `file${i}`)));
    const read = await Promise.all(ids.map((id) => download(id)));
    expect(read.map((content, i) => content.equals(contents[i] ?? Buffer.alloc(0)))).toEqual(contents.map(() => true));
    expect(await bucket.find({ filename: /^file/ }).sort({ length: -1 }).limit(3).toArray()).toHaveLength(3);
  });

  it('create their indexes only once', async () => {
    await upload(Buffer.from('x'));
    expect((await db.collection('fs.files').indexes())[1]).toMatchObject({ key: { filename: 1, uploadDate: 1 } });
    expect((await chunks.indexes())[1]).toMatchObject({ key: { files_id: 1, n: 1 }, unique: true });
  });

  it('are removed along with their bucket', async () => {
    await upload(Buffer.from('x'));
    await bucket.drop();
    expect(await db.listCollections().toArray()).toEqual([]);
  });
});
