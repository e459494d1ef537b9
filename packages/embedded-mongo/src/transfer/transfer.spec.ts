import { Long, ObjectId, serialize } from 'bson';
import fc from 'fast-check';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Db } from 'mongodb';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';
import type { Export, ExportOptions } from './export.js';
import type { Import } from './import.js';
import { exported, imported } from './testing/run.js';
import { insertRaw } from './raw-insert.js';
import { scalar } from '../query/testing/arbitrary.js';
import { runs } from '../testing/effort.js';
import { inNewFolder } from '../testing/folder.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());
let home: string;
let source: Db;
let target: Db;
let round = 0;

inNewFolder((path) => (home = path));
beforeEach(() => {
  round += 1;
  source = database.client.db(`source${round}`);
  target = database.client.db(`target${round}`);
});

const uriOf = (db: Db): string => database.server.uri.replace('/?', `/${db.databaseName}?`);
const placeOf = (db: Db): { uri: string; dataDir: string } => ({ uri: uriOf(db), dataDir: '' });

const exportFrom = (db: Db, to: string, options: Partial<ExportOptions> = {}): Promise<Export> =>
  exported({ from: placeOf(db), to, ...options });
const importInto = (db: Db, from: string): Promise<Import> => imported({ to: placeOf(db), from });

async function* each(documents: readonly Uint8Array[]): AsyncGenerator<Buffer> {
  for (const bytes of documents) yield await Promise.resolve(Buffer.from(bytes));
}

const name = fc.oneof(fc.string({ minLength: 1 }), fc.nat(99).map(String)).filter((text) => !/[\0$.]/.test(text));
// A Map keeps the order of names that an object would sort: "10" before "2".
const fields = (value: fc.Arbitrary<unknown>): fc.Arbitrary<Map<string, unknown>> =>
  fc.array(fc.tuple(name, value), { maxLength: 6 }).map((entries) => new Map(entries));
const { value } = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, fields(tie('value')), fc.array(tie('value'), { maxLength: 4 })),
}));
const document = fields(value).map((map) => {
  map.delete('_id');
  return new Map<string, unknown>([['_id', new ObjectId()], ...map]);
});

describe('documents', () => {
  it('are copied byte for byte out of a database, into another and out again', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(document, { minLength: 1, maxLength: 30 }), async (documents) => {
        run += 1;
        await source.dropDatabase();
        await target.dropDatabase();
        const bytes = documents.map((map) => serialize(map, { ignoreUndefined: false }));
        await insertRaw(source, 'notes', each(bytes), () => undefined);
        const [first, second] = [join(home, `${run}a`), join(home, `${run}b`)];
        await exportFrom(source, first);
        await importInto(target, first);
        await exportFrom(target, second);
        const files = [join(first, source.databaseName), join(second, target.databaseName)];
        const contents = await Promise.all(files.map((folder) => readFile(join(folder, 'notes.bson'))));
        expect(contents[0]?.equals(Buffer.concat(bytes))).toBe(true);
        expect(contents[1]?.equals(Buffer.concat(bytes))).toBe(true);
      }),
      runs(25),
    );
  });

  it('may be as large as MongoDB allows', async () => {
    await source
      .collection('notes')
      .insertMany([{ text: 'x'.repeat(16_000_000) }, { text: 'y'.repeat(15_000_000) }, { n: 1 }]);
    await exportFrom(source, join(home, 'out'));
    expect(await importInto(target, join(home, 'out'))).toMatchObject({
      collections: [{ name: 'notes', documents: 3 }],
    });
  });
});

describe('indexes and names', () => {
  it('are copied completely', async () => {
    const notes = source.collection('notes/of*the "shop" %41');
    await notes.createIndexes([
      { key: { code: 1 }, unique: true },
      { key: { lab: 1, at: -1 }, name: 'by lab' },
      {
        key: { phone: 1 },
        unique: true,
        partialFilterExpression: { phone: { $gt: '' }, n: { $gte: Long.fromNumber(5) } },
      },
      { key: { mail: 1 }, sparse: true },
      { key: { until: 1 }, expireAfterSeconds: 3600 },
    ]);
    await notes.insertMany([
      { code: 1, until: new Date(0) },
      { code: 2, until: new Date() },
    ]);
    await source.createCollection('empty');
    const first = await exportFrom(source, join(home, 'a'));
    expect(first.collections.map(({ name, documents, indexes }) => [name, documents, indexes])).toEqual([
      ['empty', 0, 1],
      [notes.collectionName, 2, 6],
    ]);
    const imported = await importInto(target, join(home, 'a'));
    expect(imported).toEqual({
      database: target.databaseName,
      collections: [
        { name: 'empty', documents: 0, indexes: 1 },
        { name: notes.collectionName, documents: 2, indexes: 6 },
      ],
      untouched: [],
    });
    const before = await notes.listIndexes().toArray();
    expect(await target.collection(notes.collectionName).listIndexes().toArray()).toEqual(before);
    await exportFrom(target, join(home, 'b'));
    const [a, b] = [join(home, 'a', source.databaseName), join(home, 'b', target.databaseName)];
    expect(await readdir(b)).toEqual(await readdir(a));
    for (const file of await readdir(a)) expect(await readFile(join(b, file))).toEqual(await readFile(join(a, file)));
  });

  it('are written as mongodump writes them', async () => {
    await source.collection('notes').createIndexes([{ key: { code: 1 }, unique: true }]);
    await exportFrom(source, join(home, 'out'));
    const text = await readFile(join(home, 'out', source.databaseName, 'notes.metadata.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      indexes: [
        { v: { $numberInt: '2' }, key: { _id: { $numberInt: '1' } }, name: '_id_' },
        { v: { $numberInt: '2' }, key: { code: { $numberInt: '1' } }, name: 'code_1', unique: true },
      ],
      collectionName: 'notes',
      type: 'collection',
      options: {},
    });
  });
});

describe('an export', () => {
  it('of a data folder is a snapshot and leaves no other files behind', async () => {
    const other = await TestDatabase.start({});
    await other.db.collection('notes').insertMany([{ n: 1 }, { n: 2 }]);
    const result = await exported({ from: { uri: undefined, dataDir: other.folder }, to: join(home, 'out') });
    expect(result).toMatchObject({ database: 'test', oneMoment: true, collections: [{ name: 'notes', documents: 2 }] });
    expect((await readdir(join(home, 'out'))).sort()).toEqual(['shifa-export.json', 'test']);
    expect(await readdir(home)).toEqual(['out']);
    await other.stop();
  });

  it('reports that a server does not support snapshots', async () => {
    await source.collection('notes').insertOne({});
    expect(await exportFrom(source, join(home, 'out'))).toMatchObject({ oneMoment: false });
    expect(JSON.parse(await readFile(join(home, 'out', 'shifa-export.json'), 'utf8'))).toMatchObject({
      oneMoment: false,
    });
  });

  it('leaves nothing behind if it is stopped, and overwrites nothing', async () => {
    await source.collection('notes').insertMany(Array.from({ length: 2000 }, (_, n) => ({ n })));
    const stopped = new AbortController();
    const onProgress = (): void => stopped.abort();
    await failureOf(exportFrom(source, join(home, 'out'), { signal: stopped.signal, onProgress }));
    expect(await readdir(home)).toEqual([]);
    await exportFrom(source, join(home, 'out'));
    expect((await failureOf(exportFrom(source, join(home, 'out')))).message).toMatch(/not empty. Choose another --to/);
  });

  it('names a server that cannot be reached', async () => {
    const from = { uri: 'mongodb://127.0.0.1:1/x?serverSelectionTimeoutMS=200', dataDir: '' };
    expect((await failureOf(exportFrom(source, join(home, 'out'), { from }))).message).toMatch(/127.0.0.1:1/);
    expect(await readdir(home)).toEqual([]);
  });
});
