import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { GridFSBucket, ObjectId, type GridFSBucketReadStreamOptions } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/gridfs, drivers: fundamentals/gridfs. The driver does the work; a server stores binary values in order. */
const { db } = connectedDatabase();

const CHUNK = 255 * 1024;
const chunks = db.collection('fs.chunks');
let bucket: GridFSBucket;

beforeEach(async () => {
  await db.dropDatabase();
  // The indexes are created only once.
  bucket = new GridFSBucket(db);
});

async function upload(content: Buffer, name = 'file'): Promise<ObjectId> {
  const stream = bucket.openUploadStream(name, { metadata: { kind: 'report' } });
  await pipeline(Readable.from(content.length > 0 ? [content] : []), stream);
  return stream.id;
}

const download = (id: ObjectId, options?: GridFSBucketReadStreamOptions): Promise<Buffer> =>
  buffer(bucket.openDownloadStream(id, options));

describe('a file', () => {
  it.each([0, 1, CHUNK, CHUNK + 1, 5 * 1024 * 1024])('of %d bytes comes back, whole and in part', async (length) => {
    const content = randomBytes(length);
    const id = await upload(content);
    expect((await download(id)).equals(content)).toBe(true);
    const [start, end] = [length >> 1, length];
    if (length > 1) expect((await download(id, { start, end })).equals(content.subarray(start))).toBe(true);
    const [file] = await bucket.find({ 'metadata.kind': 'report' }).toArray();
    expect(file).toMatchObject({ _id: id, length, chunkSize: CHUNK, filename: 'file' });
    expect(await chunks.countDocuments({ files_id: id })).toBe(Math.ceil(length / CHUNK));
  });

  it('has each of its chunks once, by a unique index', async () => {
    const id = await upload(randomBytes(3 * CHUNK));
    const again = chunks.insertOne({ files_id: id, n: 1, data: Buffer.alloc(1) });
    expect(await failureOf(again)).toMatchObject({ code: 11000, keyPattern: { files_id: 1, n: 1 } });
  });

  it('is deleted along with its chunks', async () => {
    const [gone, kept] = await Promise.all([upload(randomBytes(2 * CHUNK)), upload(Buffer.from('x'))]);
    await bucket.delete(gone);
    expect((await bucket.find().toArray()).map(({ _id }) => _id)).toEqual([kept]);
    expect(await chunks.distinct('files_id')).toEqual([kept]);
  });
});
