import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/create, drop, dropDatabase, listCollections, listDatabases, renameCollection, reference/limits#naming-restrictions */
const { client, db } = connectedDatabase();
afterEach(() => db.dropDatabase());

const names = async (filter: Document = {}): Promise<string[]> =>
  (await db.listCollections(filter, { nameOnly: true }).toArray()).map(({ name }) => name).sort();

describe('create', () => {
  it('creates an empty collection', async () => {
    await db.command({ create: 'a' });
    expect(await names()).toEqual(['a']);
    expect(await db.collection('a').indexes()).toEqual([{ v: 2, key: { _id: 1 }, name: '_id_' }]);
    expect(await db.collection('a').countDocuments()).toBe(0);
  });

  it('of an existing collection is not an error and changes nothing', async () => {
    await db.collection<{ _id: number }>('a').insertOne({ _id: 1 });
    expect(await db.command({ create: 'a' })).toMatchObject({ ok: 1 });
    expect(await db.collection('a').countDocuments()).toBe(1);
  });

  it.each(['', '.a', 'a$b', '$a', 'a\0b', 'system.foo$', 'x'.repeat(260)])('refuses the name %j', async (name) => {
    expect(await failureOf(db.command({ create: name }))).toMatchObject({ code: 73, codeName: 'InvalidNamespace' });
  });

  it.each(['a b', 'a/b', 'a"c', 'x'.repeat(64)])('refuses the database %j', async (name) => {
    expect(await failureOf(client.db(name).command({ create: 'a' }))).toMatchObject({ code: 73 });
  });

  it.each(['a.b', 'a-b', 'a b', 'é', 'x'.repeat(200)])('takes the name %j', async (name) => {
    await db.command({ create: name });
    expect(await names()).toEqual([name]);
  });
});

describe('a collection is created implicitly', () => {
  it.each<[what: string, command: Document]>([
    ['an insert', { insert: 'a', documents: [{ x: 1 }] }],
    ['an index', { createIndexes: 'a', indexes: [{ key: { x: 1 }, name: 'x_1' }] }],
    ['an upsert', { update: 'a', updates: [{ q: { x: 1 }, u: { $set: { x: 1 } }, upsert: true }] }],
    ['a findAndModify that inserts', { findAndModify: 'a', query: { x: 1 }, update: { $set: { x: 1 } }, upsert: true }],
  ])('by %s', async (_what, command) => {
    await db.command(command);
    expect(await names()).toEqual(['a']);
  });

  it.each<[what: string, command: Document]>([
    ['a query', { find: 'a', filter: { x: 1 } }],
    ['a pipeline', { aggregate: 'a', pipeline: [{ $match: { x: 1 } }], cursor: {} }],
    ['an update', { update: 'a', updates: [{ q: { x: 1 }, u: { $set: { x: 1 } } }] }],
    ['a delete', { delete: 'a', deletes: [{ q: {}, limit: 0 }] }],
    ['a count', { count: 'a' }],
    ['a findAndModify', { findAndModify: 'a', query: { x: 1 }, update: { $set: { x: 1 } } }],
  ])('not by %s', async (_what, command) => {
    await db.command(command);
    expect(await names()).toEqual([]);
  });
});

describe('listCollections', () => {
  it('describes each collection', async () => {
    await db.command({ create: 'a' });
    const [found] = await db.listCollections().toArray();
    expect(found).toMatchObject({
      name: 'a',
      type: 'collection',
      options: {},
      info: { readOnly: false },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    });
  });

  it('returns only names on request', async () => {
    await db.command({ create: 'a' });
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toEqual([{ name: 'a', type: 'collection' }]);
  });

  it('accepts a filter', async () => {
    for (const name of ['apple', 'avocado', 'banana']) await db.command({ create: name });
    expect(await names({ name: 'banana' })).toEqual(['banana']);
    expect(await names({ name: /^a/ })).toEqual(['apple', 'avocado']);
    expect(await names({ type: 'view' })).toEqual([]);
    expect(await names({ 'options.capped': true })).toEqual([]);
  });

  it('returns batches', async () => {
    for (let i = 0; i < 7; i++) await db.command({ create: `c${i}` });
    expect(await db.listCollections({}, { batchSize: 2 }).toArray()).toHaveLength(7);
  });
});

describe('drop', () => {
  it('removes documents and indexes', async () => {
    const things = db.collection('a');
    await things.insertMany([{ x: 1 }, { x: 2 }]);
    await things.createIndexes([{ key: { x: 1 } }]);
    expect(await db.command({ drop: 'a' })).toMatchObject({ nIndexesWas: 2, ns: `${db.databaseName}.a` });
    expect(await names()).toEqual([]);
    await things.insertOne({ x: 3 });
    expect(await things.countDocuments()).toBe(1);
    expect(await things.indexes()).toHaveLength(1);
  });

  it('may find nothing', async () => {
    expect(await db.command({ drop: 'a' })).toMatchObject({ ok: 1 });
  });
});

describe('renameCollection', () => {
  const rename = (from: string, to: string, options: Document = {}): Promise<Document> =>
    db.admin().command({
      renameCollection: `${db.databaseName}.${from}`,
      to: `${db.databaseName}.${to}`,
      ...options,
    });

  it('keeps documents and indexes', async () => {
    await db.collection<{ _id: number; x: number }>('a').insertOne({ _id: 1, x: 1 });
    await db.collection('a').createIndexes([{ key: { x: 1 }, unique: true }]);
    await rename('a', 'b');
    expect(await names()).toEqual(['b']);
    expect(await db.collection('b').find().toArray()).toEqual([{ _id: 1, x: 1 }]);
    expect(await failureOf(db.collection('b').insertOne({ x: 1 }))).toMatchObject({
      code: 11000,
      message: `E11000 duplicate key error collection: ${db.databaseName}.b index: x_1 dup key: { x: 1 }`,
    });
  });

  it('replaces another only if told to', async () => {
    await db.collection('a').insertOne({ n: 1 });
    await db.collection('b').insertOne({ n: 2 });
    expect(await failureOf(rename('a', 'b'))).toMatchObject({ code: 48, codeName: 'NamespaceExists' });
    await rename('a', 'b', { dropTarget: true });
    expect((await db.collection('b').find().toArray()).map(({ n }): unknown => n)).toEqual([1]);
    expect(await names()).toEqual(['b']);
  });

  it('requires a collection', async () => {
    expect(await failureOf(rename('a', 'b'))).toMatchObject({ code: 26, codeName: 'NamespaceNotFound' });
  });
});

describe('databases', () => {
  const other = client.db(`${db.databaseName}_${randomBytes(2).toString('hex')}`);
  const databases = async (options: Document): Promise<Document[]> => {
    const reply = await client.db('admin').command({ listDatabases: 1, ...options });
    return (reply.databases as Document[]).filter(({ name }) => name === other.databaseName);
  };

  it('exist as long as they have a collection', async () => {
    expect(await databases({})).toEqual([]);
    await other.collection('a').insertOne({ x: 1 });
    expect(await databases({})).toMatchObject([{ name: other.databaseName, empty: false }]);
    expect(await databases({ nameOnly: true })).toEqual([{ name: other.databaseName }]);
    expect(await other.command({ dropDatabase: 1 })).toMatchObject({ dropped: other.databaseName, ok: 1 });
    expect(await databases({})).toEqual([]);
  });

  it('may be dropped even if they do not exist', async () => {
    expect(await other.command({ dropDatabase: 1 })).toMatchObject({ ok: 1 });
  });

  it('separate their collections', async () => {
    await db.collection('a').insertOne({ x: 1 });
    await other.collection('a').insertMany([{ x: 2 }, { x: 3 }]);
    await other.dropDatabase();
    expect(await db.collection('a').countDocuments()).toBe(1);
  });

  it('are listed only by the admin database', async () => {
    expect(await failureOf(db.command({ listDatabases: 1 }))).toMatchObject({ code: 13 });
  });
});
