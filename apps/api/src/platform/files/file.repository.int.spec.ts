import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { type Connection, mongo } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { newId } from '../domain/object-id';
import { FileRepository, type NewFile } from './file.repository';

describe('the file store', () => {
  let connection: Connection;
  let files: FileRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    files = new FileRepository(connection);
  });
  afterAll(() => connection.close());

  const file = (content: NewFile['content']): NewFile => ({
    _id: newId(),
    kind: 'picture',
    name: 'रसीद.png',
    contentType: 'image/png',
    owner: newId(),
    content,
  });
  const chunkCount = () => connection.collection('files.chunks').countDocuments();

  it.each([0, 1, 261_120, 261_121, 5_242_880])('returns %i bytes unchanged', async (size) => {
    const bytes = randomBytes(size);
    const stored = file([bytes]);
    await files.put(stored);
    const content = await files.open(stored._id);
    expect(content && (await buffer(content)).equals(bytes)).toBe(true);
  });

  it('removes every chunk, and ignores a missing file', async () => {
    const before = await chunkCount();
    const stored = file([randomBytes(600_000)]);
    await files.put(stored);
    expect(await chunkCount()).toBe(before + 3);
    await files.remove(stored._id);
    await files.remove(stored._id);
    expect(await files.open(stored._id)).toBeNull();
    expect(await chunkCount()).toBe(before);
  });

  it('reports every failure to remove a file except that it is missing', async () => {
    const other = await connect(testDatabaseUri());
    const closed = new FileRepository(other);
    await other.close();
    await expect(closed.remove(newId())).rejects.toThrow();
    const failing = new FileRepository(connection);
    jest
      .spyOn(mongo.GridFSBucket.prototype, 'delete')
      .mockRejectedValueOnce(new mongo.MongoRuntimeError('Out of order'));
    await expect(failing.remove(newId())).rejects.toThrow('Out of order');
  });

  it('stores nothing of a stream that fails', async () => {
    const before = await chunkCount();
    const broken = file(
      (async function* () {
        yield randomBytes(600_000);
        await wait(20);
        throw new Error('The connection was lost');
      })(),
    );
    await expect(files.put(broken)).rejects.toThrow('The connection was lost');
    expect(await files.open(broken._id)).toBeNull();
    expect(await chunkCount()).toBe(before);
  });

  it('lists the files stored before a given time, each once, with their owners', async () => {
    const stored = [file([Buffer.from('a')]), file([Buffer.from('b')]), file([Buffer.from('c')])];
    for (const each of stored) await files.put(each);
    const listed = [];
    for await (const batch of files.putBefore('picture', new Date(Date.now() + 1_000), 2)) {
      expect(batch.length).toBeLessThanOrEqual(2);
      listed.push(...batch);
    }
    expect(listed).toEqual(expect.arrayContaining(stored.map(({ _id, owner }) => ({ _id, owner }))));
    expect(new Set(listed.map(({ _id }) => _id.toHexString())).size).toBe(listed.length);
    for await (const batch of files.putBefore('picture', new Date(Date.now() - 60_000), 2)) expect(batch).toEqual([]);
    for await (const batch of files.putBefore('film', new Date(), 2)) expect(batch).toEqual([]);
  });
});
