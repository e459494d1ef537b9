import type { Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordIdOfKey, recordRange } from '../store/key-layout.js';
import { Store } from '../store/store.js';
import type { Change, Entry } from '../store/view.js';
import { failureOf, TestDatabase } from '../testing/database.js';

const DOCUMENTS = 3000;

let database: TestDatabase;
beforeEach(async () => {
  database = await TestDatabase.start();
  const notes = database.db.collection('notes');
  await notes.createIndexes([
    { key: { code: 1 }, unique: true },
    { key: { tags: 1, at: -1 } },
    { key: { at: 1 }, partialFilterExpression: { odd: true }, name: 'odd' },
  ]);
  await notes.insertMany(
    Array.from({ length: DOCUMENTS }, (_, i) => ({ code: `c${i}`, tags: ['a', `t${i}`], at: i, odd: i % 2 === 1 })),
  );
});
afterEach(() => database.stop());

const validate = (): Promise<Document> => database.db.command({ validate: 'notes', full: true });

// Changes the file behind the server's back, which no command can do.
async function damage(plan: (store: Store) => Change[]): Promise<void> {
  await database.server.stop();
  const store = await Store.open(database.folder, true);
  await store.writer.run((view) => view.write(plan(store)));
  await store.close();
  await database.restart();
}

const range = (kind: number): { start: Buffer; end: Buffer } => ({
  start: Buffer.from([kind]),
  end: Buffer.from([kind + 1]),
});
const documents = (store: Store): Entry[] => {
  const collectionId = [...store.range(range(2))][0]?.key.readUInt32BE(1) ?? 0;
  return [...store.range(recordRange(collectionId))];
};
const indexEntries = (store: Store): Entry[] => [...store.range(range(3))];
const some = <T>(list: readonly T[], place = 0): T => {
  const item = list.at(place);
  if (item === undefined) throw new Error('The list is empty');
  return item;
};

describe('validate', () => {
  it('counts documents and index entries of a whole collection', async () => {
    const reply = await validate();
    expect(reply).toMatchObject({
      ns: 'test.notes',
      valid: true,
      errors: [],
      nrecords: DOCUMENTS,
      nIndexes: 4,
      keysPerIndex: { _id_: DOCUMENTS, code_1: DOCUMENTS, 'tags_1_at_-1': DOCUMENTS * 2, odd: DOCUMENTS / 2 },
    });
  });

  it('sees a snapshot while others write', async () => {
    const notes = database.db.collection('notes');
    const stop = new AbortController();
    const writer = (async () => {
      for (let i = 0; !stop.signal.aborted; i += 1) {
        await notes.updateOne({ code: `c${i % DOCUMENTS}` }, { $set: { tags: [`n${i}`], odd: i % 3 === 0 } });
        await notes.insertOne({ code: `new${i}`, tags: [], at: -i });
        await notes.deleteOne({ at: -(i - 20) });
      }
    })();
    for (let round = 0; round < 5; round += 1) expect(await validate()).toMatchObject({ valid: true, errors: [] });
    stop.abort();
    await writer;
  });

  it('reports a missing index entry', async () => {
    await damage((store) => [{ key: some(indexEntries(store), -1).key, value: undefined }]);
    const reply = await validate();
    expect(reply).toMatchObject({ valid: false, nrecords: DOCUMENTS });
    expect(reply.errors).toEqual([`index 'odd' lacks an entry for record ${DOCUMENTS}`]);
  });

  it('reports index entries of a missing document', async () => {
    await damage((store) => [{ key: some(documents(store), 7).key, value: undefined }]);
    const reply = await validate();
    expect(reply).toMatchObject({ valid: false, nrecords: DOCUMENTS - 1 });
    expect(reply.errors).toEqual(
      ['_id_', 'code_1', 'tags_1_at_-1', 'odd'].map((name) => `index '${name}' has an unexpected entry for record 8`),
    );
  });

  it('reports a damaged document', async () => {
    let recordId = 0;
    await damage((store) => {
      const { key, value } = some(documents(store), 5);
      recordId = recordIdOfKey(key);
      return [{ key, value: value.subarray(0, value.length - 5) }];
    });
    const reply = await validate();
    expect(reply).toMatchObject({ valid: false });
    expect(reply.errors).toEqual([expect.stringMatching(new RegExp(`^document at record ${recordId} cannot be read`))]);
  });

  it('fails for a missing collection, and repairs nothing', async () => {
    expect(await failureOf(database.db.command({ validate: 'none' }))).toMatchObject({ code: 26 });
    expect(await failureOf(database.db.command({ validate: 'notes', repair: true }))).toMatchObject({ code: 238 });
  });
});
