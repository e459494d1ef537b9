import { randomBytes } from 'node:crypto';
import type { Document } from 'mongodb';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/create, drop, dropDatabase, listCollections, listDatabases, renameCollection, reference/limits#naming-restrictions */
const { client, db } = connectedDatabase();
afterEach(() => db.dropDatabase());

interface Thing {
  _id?: number;
  x?: number;
}

const things = (name = 'a') => db.collection<Thing>(name);
const names = async (filter: Document = {}): Promise<string[]> =>
  (await db.listCollections(filter, { nameOnly: true }).toArray()).map(({ name }) => name).sort();

describe('create', () => {
  it('creates a collection that does not exist', async () => {
    await db.command({ create: 'a' });
    expect(await names()).toEqual(['a']);
    expect(await things().indexes()).toEqual([{ v: 2, key: { _id: 1 }, name: '_id_' }]);
    await things().insertOne({ _id: 1 });
    expect(await db.command({ create: 'a' })).toMatchObject({ ok: 1 });
    expect(await things().countDocuments()).toBe(1);
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

const change = { q: { x: 1 }, u: { $set: { x: 1 } } };

describe('a collection is created', () => {
  it.each<[isCreated: boolean, what: string, command: Document]>([
    [true, 'an insert', { insert: 'a', documents: [{ x: 1 }] }],
    [true, 'an index', { createIndexes: 'a', indexes: [{ key: { x: 1 }, name: 'x_1' }] }],
    [true, 'an upsert', { update: 'a', updates: [{ ...change, upsert: true }] }],
    [true, 'a findAndModify that inserts', { findAndModify: 'a', query: change.q, update: change.u, upsert: true }],
    [false, 'a query', { find: 'a', filter: { x: 1 } }],
    [false, 'a pipeline', { aggregate: 'a', pipeline: [{ $match: { x: 1 } }], cursor: {} }],
    [false, 'an update', { update: 'a', updates: [change] }],
    [false, 'a delete', { delete: 'a', deletes: [{ q: {}, limit: 0 }] }],
    [false, 'a count', { count: 'a' }],
    [false, 'a findAndModify', { findAndModify: 'a', query: change.q, update: change.u }],
  ])('(%s) by %s', async (isCreated, _what, command) => {
    await db.command(command);
    expect(await names()).toEqual(isCreated ? ['a'] : []);
  });
});

describe('listCollections', () => {
  it('describes each collection', async () => {
    await db.command({ create: 'a' });
    const [found] = await db.listCollections().toArray();
    expect(found).toMatchObject({
      ...{ name: 'a', type: 'collection', options: {}, info: { readOnly: false } },
      idIndex: { v: 2, key: { _id: 1 }, name: '_id_' },
    });
    expect(await db.listCollections({}, { nameOnly: true }).toArray()).toEqual([{ name: 'a', type: 'collection' }]);
  });

  it('accepts a filter, and returns batches', async () => {
    for (const name of ['apple', 'avocado', 'banana']) await db.command({ create: name });
    expect(await names({ name: 'banana' })).toEqual(['banana']);
    expect(await names({ name: /^a/ })).toEqual(['apple', 'avocado']);
    expect(await names({ type: 'view' })).toEqual([]);
    expect(await db.listCollections({}, { batchSize: 2 }).toArray()).toHaveLength(3);
  });
});

describe('drop', () => {
  it('removes documents and indexes', async () => {
    await things().insertMany([{ x: 1 }, { x: 2 }]);
    await things().createIndexes([{ key: { x: 1 } }]);
    expect(await db.command({ drop: 'a' })).toMatchObject({ nIndexesWas: 2, ns: `${db.databaseName}.a` });
    expect(await names()).toEqual([]);
    expect(await db.command({ drop: 'a' })).toMatchObject({ ok: 1 });
    await things().insertOne({ x: 3 });
    expect(await things().countDocuments()).toBe(1);
    expect(await things().indexes()).toHaveLength(1);
  });
});

describe('renameCollection', () => {
  it('keeps documents and indexes, also in another database', async () => {
    const other = client.db(`${db.databaseName}_other`).collection<Thing>('of.all');
    await things().insertOne({ _id: 1, x: 1 });
    await things().createIndexes([{ key: { x: 1 }, unique: true }]);
    await client.db('admin').command({ renameCollection: things().namespace, to: other.namespace });
    expect(await names()).toEqual([]);
    expect(await other.find().toArray()).toEqual([{ _id: 1, x: 1 }]);
    expect(await failureOf(other.insertOne({ x: 1 }))).toMatchObject({
      code: 11000,
      message: `E11000 duplicate key error collection: ${other.namespace} index: x_1 dup key: { x: 1 }`,
    });
    await other.drop();
  });

  it('replaces another only if told to', async () => {
    await things('a').insertOne({ x: 1 });
    await things('b').insertOne({ x: 2 });
    expect(await failureOf(things('a').rename('b'))).toMatchObject({ code: 48, codeName: 'NamespaceExists' });
    await things('a').rename('b', { dropTarget: true });
    expect((await things('b').find().toArray()).map(({ x }): unknown => x)).toEqual([1]);
    expect(await names()).toEqual(['b']);
  });

  it('ends the cursors on the collection', async () => {
    await things().insertMany([{ x: 1 }, { x: 2 }, { x: 3 }]);
    const cursor = things().find({}, { batchSize: 1 });
    await cursor.next();
    await things().rename('b');
    const read = async (): Promise<void> => {
      while (await cursor.next());
    };
    expect(await failureOf(read())).toMatchObject({ code: 175 });
  });

  it.each<[what: string, command: Document, code: number]>([
    ['a collection that is not', { renameCollection: 'NS.nothing', to: 'NS.x' }, 26],
    ['a collection to itself', { renameCollection: 'NS.a', to: 'NS.a' }, 20],
    ['to a name that is none', { renameCollection: 'NS.a', to: 'NS.a$b' }, 73],
    ['to a database', { renameCollection: 'NS.a', to: 'NS' }, 73],
    ['to nothing', { renameCollection: 'NS.a' }, 14],
  ])('refuses %s', async (_what, { renameCollection, to }, code) => {
    await db.command({ create: 'a' });
    const named = (text: unknown) => (typeof text === 'string' ? text.replace('NS', db.databaseName) : undefined);
    const command = { renameCollection: named(renameCollection), ...(to !== undefined && { to: named(to) }) };
    expect(await failureOf(client.db('admin').command(command))).toMatchObject({ code });
  });
});

describe('databases', () => {
  const other = client.db(`${db.databaseName}_${randomBytes(2).toString('hex')}`);
  const databases = async (): Promise<Document[]> => {
    const reply = await client.db('admin').command({ listDatabases: 1 });
    return (reply.databases as Document[]).filter(({ name }) => name === other.databaseName);
  };

  it('exist as long as they have a collection', async () => {
    expect(await databases()).toEqual([]);
    await things().insertOne({ x: 1 });
    await other.collection('a').insertMany([{ x: 1 }, { x: 2 }]);
    expect(await databases()).toMatchObject([{ name: other.databaseName, empty: false }]);
    expect(await other.command({ dropDatabase: 1 })).toMatchObject({ dropped: other.databaseName, ok: 1 });
    expect(await databases()).toEqual([]);
    expect(await other.command({ dropDatabase: 1 })).toMatchObject({ ok: 1 });
    expect(await things().countDocuments()).toBe(1);
  });

  it.each<[Document]>([[{ listDatabases: 1 }], [{ renameCollection: 'a.b', to: 'a.c' }]])(
    'other than admin do not take %j',
    async (command) => {
      expect(await failureOf(db.command(command))).toMatchObject({ code: 13 });
    },
  );
});
