import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { PATIENCE } from '../testing/effort.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/createIndexes, listIndexes, dropIndexes, core/index-ttl */
const { db } = connectedDatabase();

const fresh = (): Collection => db.collection(randomUUID());

async function made(...indexes: Document[]): Promise<Collection> {
  const things = fresh();
  await things.insertOne({ a: 1, b: 2 });
  if (indexes.length > 0) await db.command({ createIndexes: things.collectionName, indexes });
  return things;
}

const create = (things: Collection, ...indexes: Document[]): Promise<Document> =>
  db.command({ createIndexes: things.collectionName, indexes });

describe('listIndexes', () => {
  it('returns each index as it was created', async () => {
    const things = await made(
      { key: { a: 1 }, name: 'a_1', unique: true },
      { key: { 'b.c': -1 }, name: 'mine', sparse: true },
      { key: { d: 1, e: -1 }, name: 'd_1_e_-1', partialFilterExpression: { d: { $gt: 5 } } },
      { key: { at: 1 }, name: 'at_1', expireAfterSeconds: 3600 },
    );
    expect(await things.indexes()).toEqual([
      { v: 2, key: { _id: 1 }, name: '_id_' },
      { v: 2, key: { a: 1 }, name: 'a_1', unique: true },
      { v: 2, key: { 'b.c': -1 }, name: 'mine', sparse: true },
      { v: 2, key: { d: 1, e: -1 }, name: 'd_1_e_-1', partialFilterExpression: { d: { $gt: 5 } } },
      { v: 2, key: { at: 1 }, name: 'at_1', expireAfterSeconds: 3600 },
    ]);
  });

  it('fails if the collection does not exist', async () => {
    expect(await failureOf(db.command({ listIndexes: randomUUID() }))).toMatchObject({ code: 26 });
  });
});

describe('createIndexes', () => {
  it('counts the indexes and creates the collection', async () => {
    const things = fresh();
    const first = await create(things, { key: { a: 1 }, name: 'a_1' }, { key: { b: 1 }, name: 'b_1' });
    expect(first).toMatchObject({ numIndexesBefore: 1, numIndexesAfter: 3 });
    const again = await create(things, { key: { a: 1 }, name: 'a_1' });
    expect(again).toMatchObject({ numIndexesBefore: 3, numIndexesAfter: 3 });
  });

  it('creates two indexes with the same key but different contents', async () => {
    const things = await made(
      { key: { a: 1 }, name: 'all' },
      { key: { a: 1 }, name: 'some', partialFilterExpression: { a: { $gt: 1 } } },
      { key: { a: 1 }, name: 'other', partialFilterExpression: { a: { $gt: 2 } } },
    );
    expect(await things.indexes()).toHaveLength(4);
  });

  const present = [
    { key: { a: 1 }, name: 'a_1' },
    { key: { at: 1 }, name: 'at_1', expireAfterSeconds: 60 },
  ];

  it.each<[what: string, index: Document, code: number]>([
    ['of the same key and another name', { key: { a: 1 }, name: 'other' }, 85],
    ['of the same name and another key', { key: { b: 1 }, name: 'a_1' }, 86],
    ['of the same name and key that is unique', { key: { a: 1 }, name: 'a_1', unique: true }, 86],
    ['of the same name and key that is sparse', { key: { a: 1 }, name: 'a_1', sparse: true }, 86],
    ['with another expiry', { key: { at: 1 }, name: 'at_1', expireAfterSeconds: 61 }, 85],
    ['without a field', { key: {}, name: 'x' }, 67],
    ['in the direction 0', { key: { b: 0 }, name: 'x' }, 67],
    ['in no direction', { key: { b: true }, name: 'x' }, 67],
    ['on a field without a name', { key: { '': 1 }, name: 'x' }, 67],
    ['on a path with an empty name', { key: { 'a..b': 1 }, name: 'x' }, 67],
    ['on a field that begins with $', { key: { $b: 1 }, name: 'x' }, 67],
    ['of an empty name', { key: { b: 1 }, name: '' }, 67],
    ['of the name *', { key: { b: 1 }, name: '*' }, 2],
    ['of the name of that on _id', { key: { b: 1 }, name: '_id_' }, 2],
    ['without a key', { name: 'x' }, 9],
    ['that is partial by $ne', { key: { b: 1 }, name: 'x', partialFilterExpression: { b: { $ne: 1 } } }, 67],
    ['that is partial and sparse', { key: { b: 1 }, name: 'x', partialFilterExpression: { b: 1 }, sparse: true }, 67],
    ['that expires by two fields', { key: { b: 1, c: 1 }, name: 'x', expireAfterSeconds: 1 }, 67],
    ['that expires before it begins', { key: { b: 1 }, name: 'x', expireAfterSeconds: -1 }, 67],
  ])('refuses one %s', async (_what, index, code) => {
    const things = await made(...present);
    expect(await failureOf(create(things, index))).toMatchObject({ code });
    expect(await things.indexes()).toHaveLength(3);
  });

  it('rejects an empty list', async () => {
    expect(await failureOf(create(fresh()))).toMatchObject({ code: 2 });
  });

  it('accepts 64 indexes', async () => {
    const things = fresh();
    await create(things, ...Array.from({ length: 63 }, (_, i) => ({ key: { [`f${i}`]: 1 }, name: `f${i}` })));
    expect(await failureOf(create(things, { key: { more: 1 }, name: 'more' }))).toMatchObject({ code: 67 });
    expect(await things.indexes()).toHaveLength(64);
  });

  it('rejects two arrays in one index, before and after its creation', async () => {
    const before = await made({ key: { a: 1, b: 1 }, name: 'a_1_b_1' });
    expect(await failureOf(before.insertOne({ a: [1], b: [1] }))).toMatchObject({ code: 171 });
    const after = await made();
    await after.insertOne({ a: [1], b: [1] });
    expect(await failureOf(after.createIndexes([{ key: { a: 1, b: 1 } }]))).toMatchObject({ code: 171 });
    expect(await after.indexes()).toHaveLength(1);
  });
});

describe('dropIndexes', () => {
  const indexes = [
    { key: { a: 1 }, name: 'a_1' },
    { key: { b: 1 }, name: 'b_1' },
    { key: { b: -1 }, name: 'back' },
  ];
  const drop = (things: Collection, index: unknown): Promise<Document> =>
    db.command({ dropIndexes: things.collectionName, index });

  it.each<[how: string, index: unknown, left: string[]]>([
    ['name', 'b_1', ['_id_', 'a_1', 'back']],
    ['*', '*', ['_id_']],
  ])('drops by %s', async (_how, index, left) => {
    const things = await made(...indexes);
    expect(await drop(things, index)).toMatchObject({ nIndexesWas: 4 });
    expect((await things.indexes()).map(({ name }) => name)).toEqual(left);
  });

  it.each<[what: string, index: unknown, code: number]>([
    ['a name that is not there', 'none', 27],
    ['the index on _id by its name', '_id_', 72],
  ])('refuses %s, and drops none', async (_what, index, code) => {
    const things = await made(...indexes);
    expect(await failureOf(drop(things, index))).toMatchObject({ code });
    expect(await things.indexes()).toHaveLength(4);
  });

  it('fails if the collection does not exist', async () => {
    expect(await failureOf(drop(fresh(), 'a_1'))).toMatchObject({ code: 26 });
  });
});

describe('a TTL index', () => {
  it('removes what has expired, and only that', async () => {
    const sessions = db.collection<{ _id: number; at?: unknown; kept?: boolean }>(randomUUID());
    const partialFilterExpression = { kept: false };
    await sessions.createIndexes([{ key: { at: 1 }, expireAfterSeconds: 7200, partialFilterExpression }]);
    const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1000);
    await sessions.insertMany([
      { _id: 1, at: ago(7300), kept: false },
      { _id: 2, at: ago(10), kept: false },
      { _id: 3, at: 'long ago', kept: false },
      { _id: 4, kept: false },
      { _id: 5, at: [ago(0), ago(14_400)], kept: false },
      { _id: 6, at: ago(7300), kept: true },
      { _id: 7, at: null, kept: false },
      { _id: 8, at: [], kept: false },
    ]);
    const left = async () => (await sessions.find().sort({ _id: 1 }).toArray()).map(({ _id }) => _id);
    // A mongod looks once a minute.
    await expect.poll(left, { timeout: 60_000 + PATIENCE, interval: 100 }).toEqual([2, 3, 4, 6, 7, 8]);
  });
});
