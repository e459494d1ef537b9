import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import type { Connection } from 'mongoose';
import { connect, testDatabaseUri } from '../../testing/test-database';
import { newId } from '../mongo/object-id';
import type { NewFile } from './file-store';
import { GridFsRepository } from './grid-fs.repository';

describe('the store of files', () => {
  let connection: Connection;
  let files: GridFsRepository;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    files = new GridFsRepository(connection);
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
  const pieces = () => connection.collection('files.chunks').countDocuments();

  it.each([0, 1, 261_120, 261_121, 5_242_880])('gives %i bytes back as they came', async (size) => {
    const bytes = randomBytes(size);
    const kept = file([bytes]);
    await files.put(kept);
    const content = await files.open(kept._id);
    expect(content && (await buffer(content)).equals(bytes)).toBe(true);
  });

  it('removes every piece, and does not mind what is not there', async () => {
    const before = await pieces();
    const kept = file([randomBytes(600_000)]);
    await files.put(kept);
    expect(await pieces()).toBe(before + 3);
    await files.remove(kept._id);
    await files.remove(kept._id);
    expect(await files.open(kept._id)).toBeNull();
    expect(await pieces()).toBe(before);
  });

  it('keeps nothing of a stream that broke off', async () => {
    const before = await pieces();
    const broken = file(
      (async function* () {
        yield randomBytes(600_000);
        await wait(20);
        throw new Error('The line went down');
      })(),
    );
    await expect(files.put(broken)).rejects.toThrow('The line went down');
    expect(await files.open(broken._id)).toBeNull();
    expect(await pieces()).toBe(before);
  });

  it('tells what was put before a moment, each once, with whose it is', async () => {
    const kept = [file([Buffer.from('a')]), file([Buffer.from('b')]), file([Buffer.from('c')])];
    for (const each of kept) await files.put(each);
    const told = [];
    for await (const batch of files.putBefore('picture', new Date(Date.now() + 1_000), 2)) {
      expect(batch.length).toBeLessThanOrEqual(2);
      told.push(...batch);
    }
    expect(told).toEqual(expect.arrayContaining(kept.map(({ _id, owner }) => ({ _id, owner }))));
    expect(new Set(told.map(({ _id }) => _id.toHexString())).size).toBe(told.length);
    for await (const batch of files.putBefore('picture', new Date(Date.now() - 60_000), 2)) expect(batch).toEqual([]);
    for await (const batch of files.putBefore('film', new Date(), 2)) expect(batch).toEqual([]);
  });
});
