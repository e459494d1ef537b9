import { serialize } from 'bson';
import { cp, mkdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';
import { folderOfFile, inNewFolder } from '../testing/folder.js';
import type { Import, ImportOptions } from './import.js';
import { exported, imported } from './testing/run.js';

interface Note {
  _id: number;
  code: string;
}

const DOCUMENTS = 3500;

const database = await TestDatabase.start();
afterAll(() => database.stop());
const original = await folderOfFile();
let home: string;
let dump: string;
inNewFolder((path) => (home = path));
beforeAll(async () => {
  const source = database.client.db('source');
  await source.collection<Note>('notes').createIndexes([{ key: { code: 1 } }]);
  await source.collection<Note>('notes').insertMany(notes('new', DOCUMENTS));
  await source.collection('people').insertMany([{ name: 'Aya' }, { name: 'Bo' }]);
  await exported({ from: { uri: uriOf('source'), dataDir: '' }, to: join(original, 'dump') });
});
beforeEach(async () => {
  dump = join(home, 'dump');
  await cp(join(original, 'dump'), dump, { recursive: true });
});
afterEach(() => target().dropDatabase());

const notes = (text: string, count: number): Note[] =>
  Array.from({ length: count }, (_, i) => ({ _id: i, code: `${text} ${i}` }));
const uriOf = (name: string): string => database.server.uri.replace('/?', `/${name}?`);
const target = (): Db => database.client.db('target');
const files = (): string => join(dump, 'source');

const run = (options: Partial<ImportOptions> = {}): Promise<Import> =>
  imported({ from: dump, to: { uri: uriOf('target'), dataDir: '' }, ...options });

async function namesIn(db: Db): Promise<string[]> {
  return (await db.listCollections().toArray()).map(({ name }) => name).sort();
}

describe('an incomplete or damaged folder', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a truncated file', () => truncate(join(files(), 'notes.bson'), 5000), /ends in the middle of the document/],
    ['a file of noise', () => writeFile(join(files(), 'notes.bson'), Buffer.alloc(99, 0xff)), /damaged at byte 0/],
    [
      'a missing document',
      () => writeFile(join(files(), 'notes.bson'), serialize({ _id: 1 })),
      /has changed since it was exported: it contains 1 doc/,
    ],
    [
      'a document without _id',
      () => withoutManifest(() => writeFile(join(files(), 'notes.bson'), serialize({ a: 1 }))),
      /document 1 cannot be read: it has no _id/,
    ],
    ['a missing collection', () => removeAll('notes.bson', 'notes.metadata.json'), /the collection notes is missing/],
    ['missing documents', () => removeAll('notes.bson'), /notes.bson is missing/],
    ['missing indexes', () => removeAll('notes.metadata.json'), /the indexes would be lost/],
    [
      'indexes that cannot be read',
      () => writeFile(join(files(), 'notes.metadata.json'), '{"indexes":['),
      /metadata.json is damaged/,
    ],
    [
      'a collection that was put there',
      () =>
        cp(join(files(), 'people.bson'), join(files(), 'x.bson')).then(() =>
          cp(join(files(), 'people.metadata.json'), join(files(), 'y.metadata.json')),
        ),
      /y.bson is missing/,
    ],
    ['compressed files', () => rename(join(files(), 'notes.bson'), join(files(), 'notes.bson.gz')), /gunzip -r/],
    ['no database', () => rm(files(), { recursive: true }), /holds no database/],
    [
      'several databases',
      () => mkdir(join(dump, 'other')),
      /several databases: other, source. Choose one with --database/,
    ],
  ])('with %s is refused before anything is written', async (_what, damage, message) => {
    await damage();
    expect((await failureOf(run())).message).toMatch(message);
    expect(await namesIn(target())).toEqual([]);
  });

  it("is rejected if it is the database's own folder or does not exist", async () => {
    expect((await failureOf(run({ from: files() }))).message).toMatch(/Give its parent folder/);
    expect((await failureOf(run({ from: join(home, 'none') }))).message).toMatch(/does not exist/);
  });

  async function removeAll(...names: string[]): Promise<void> {
    for (const name of names) await rm(join(files(), name));
  }

  async function withoutManifest(damage: () => Promise<void>): Promise<void> {
    await rm(join(dump, 'shifa-export.json'));
    await damage();
  }
});

describe('an import', () => {
  it('accepts what mongodump writes: no manifest, and additional files', async () => {
    await rm(join(dump, 'shifa-export.json'));
    await writeFile(join(dump, 'prelude.json'), '{}');
    await writeFile(join(files(), 'prelude.json'), '{}');
    expect(await run({ database: 'source' })).toMatchObject({
      collections: [{ documents: DOCUMENTS }, { documents: 2 }],
    });
    expect(await target().command({ validate: 'notes' })).toMatchObject({ valid: true, nrecords: DOCUMENTS });
  });

  it('does not touch existing documents unless told to replace them', async () => {
    await target().collection<Note>('notes').insertMany(notes('old', 3));
    await target()
      .collection('people')
      .createIndexes([{ key: { name: 1 } }]);
    await target().collection('mine').insertOne({});
    const error = await failureOf(run());
    expect(error.message).toMatch(/already contains documents in: notes. Nothing was changed. .*--replace/);
    expect(await target().collection<Note>('notes').find().toArray()).toEqual(notes('old', 3));
    expect(await run({ replace: true })).toMatchObject({ untouched: ['mine'] });
    expect(await target().collection<Note>('notes').find().toArray()).toEqual(notes('new', DOCUMENTS));
    expect(await namesIn(target())).toEqual(['mine', 'notes', 'people']);
    expect(await target().collection('people').listIndexes().toArray()).toHaveLength(1);
  });

  it('names the document that a unique index rejects, and changes nothing', async () => {
    await rm(join(dump, 'shifa-export.json'));
    const file = join(files(), 'notes.metadata.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace('"name":"code_1"', '"name":"code_1","unique":true'));
    const twice = serialize({ _id: 'twice', code: 'new 3210' });
    await writeFile(join(files(), 'notes.bson'), twice, { flag: 'a' });
    await target().collection<Note>('notes').insertMany(notes('old', 3));
    const error = await failureOf(run({ replace: true }));
    expect(error.message).toMatch(
      /^notes: the document with _id "twice" was refused \(11000\): E11000 .*target\.notes index: code_1/,
    );
    expect(error.message).toMatch(/The existing data in the database is unchanged. It is safe to run this again/);
    expect(await target().collection<Note>('notes').find().toArray()).toEqual(notes('old', 3));
    expect(await namesIn(target())).toEqual(['notes']);
  });

  it('names the index that the target rejects, before any document is sent', async () => {
    const file = join(files(), 'people.metadata.json');
    await writeFile(
      file,
      (await readFile(file, 'utf8')).replace(
        '"name":"_id_"}',
        '"name":"_id_"},{"v":2,"key":{"name":"text"},"name":"words"}',
      ),
    );
    const error = await failureOf(run());
    expect(error.message).toMatch(/^people: the target rejects the index words: .*text/);
    expect(await namesIn(target())).toEqual([]);
  });

  it('leaves everything unchanged if it is stopped', async () => {
    await target().collection<Note>('notes').insertMany(notes('old', 3));
    const stopped = new AbortController();
    const onProgress: ImportOptions['onProgress'] = (step) => (step === 'importing' ? stopped.abort() : undefined);
    await failureOf(run({ replace: true, signal: stopped.signal, onProgress }));
    expect(await target().collection<Note>('notes').find().toArray()).toEqual(notes('old', 3));
    expect(await namesIn(target())).toEqual(['notes']);
  });

  it('reports the state of the target if it fails half-way, and can be repeated', async () => {
    await target().collection<Note>('notes').insertMany(notes('old', 3));
    const onProgress: ImportOptions['onProgress'] = (step, _collection, documents) => {
      if (step === 'importing' && documents === 2000) process.kill(database.server.pid, 'SIGKILL');
    };
    const to = { uri: `${uriOf('target')}&serverSelectionTimeoutMS=300`, dataDir: '' };
    const error = await failureOf(run({ to, replace: true, onProgress }));
    expect(error.message).toMatch(
      /The existing data in the database is unchanged. .*shifa_import\..* safe to run this again/,
    );
    await database.restart();
    expect(await target().collection<Note>('notes').find().toArray()).toEqual(notes('old', 3));
    expect(await namesIn(target())).toContain('shifa_import.notes');
    await run({ replace: true });
    expect(await namesIn(target())).toEqual(['notes', 'people']);
    expect(await target().collection('notes').countDocuments()).toBe(DOCUMENTS);
  });

  it('requires exclusive use of the data folder', async () => {
    const error = await failureOf(run({ to: { uri: undefined, dataDir: database.folder } }));
    expect(error.message).toMatch(/is running on .*Stop it first/);
    await run({ to: { uri: undefined, dataDir: join(home, 'fresh') } });
  });
});
