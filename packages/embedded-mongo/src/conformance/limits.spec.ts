import { randomUUID } from 'node:crypto';
import type { Collection, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/limits, core/dot-dollar-considerations, reference/command/insert */
const { db } = connectedDatabase();

const MEGABYTE = 1024 * 1024;
const fresh = (): Collection => db.collection(randomUUID());
const text = (length: number): string => 'x'.repeat(length);

describe('many documents', () => {
  it('are inserted, changed and removed by one call', async () => {
    const things = db.collection<{ _id: number; n: number }>(randomUUID());
    const { insertedCount } = await things.insertMany(Array.from({ length: 5000 }, (_, _id) => ({ _id, n: 0 })));
    expect(insertedCount).toBe(5000);
    const changes = Array.from({ length: 5000 }, (_, _id) => ({
      updateOne: { filter: { _id }, update: { $set: { n: _id % 10 } } },
    }));
    expect(await things.bulkWrite(changes)).toMatchObject({ matchedCount: 5000, modifiedCount: 4500 });
    const removals = Array.from({ length: 2500 }, (_, _id) => ({ deleteOne: { filter: { _id } } }));
    expect(await things.bulkWrite(removals, { ordered: false })).toMatchObject({ deletedCount: 2500 });
    expect(await things.countDocuments({ n: 3 })).toBe(250);
  });

  it('are changed once each, also where that moves them in the index that is read', async () => {
    const things = db.collection<{ n: number }>(randomUUID());
    await things.insertMany(Array.from({ length: 2000 }, (_, n) => ({ n })));
    await things.createIndexes([{ key: { n: 1 } }]);
    const result = await things.updateMany({ n: { $gte: 0 } }, { $inc: { n: 5000 } });
    expect(result).toMatchObject({ matchedCount: 2000, modifiedCount: 2000 });
    expect(await things.countDocuments({ n: { $gte: 5000, $lt: 7000 } })).toBe(2000);
  });

  it('may exceed the size of one reply', async () => {
    const things = fresh();
    await things.insertMany(Array.from({ length: 20 }, (_, n) => ({ n, text: text(MEGABYTE) })));
    expect((await things.find().toArray()).map(({ n }) => Number(n))).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(await things.aggregate([{ $match: {} }, { $project: { more: 'x', text: 1 } }]).toArray()).toHaveLength(20);
  });
});

describe('a document', () => {
  it('may be nearly 16 MB', async () => {
    const things = fresh();
    await things.insertOne({ n: 1, text: text(16 * MEGABYTE - 100) });
    expect((await things.findOne({ n: 1 }))?.text).toHaveLength(16 * MEGABYTE - 100);
  });

  it('may not be larger', async () => {
    const things = fresh();
    const { message } = await failureOf(things.insertOne({ text: text(16 * MEGABYTE) }));
    expect(message).toMatch(/^object to insert too large\. size in bytes: \d+, max size: 16777216$/);
    expect(await things.countDocuments()).toBe(0);
  });

  it('may not grow beyond that', async () => {
    const things = fresh();
    await things.insertOne({ text: text(9 * MEGABYTE) });
    const { message } = await failureOf(things.updateOne({}, { $set: { more: text(9 * MEGABYTE) } }));
    expect(message).toMatch(/Resulting document after update is larger than 16777216$/);
    expect(await things.countDocuments({ more: { $exists: true } })).toBe(0);
  });

  it('may be nested fifty deep', async () => {
    const things = fresh();
    let document: Document = { leaf: true };
    for (let depth = 0; depth < 50; depth++) document = { in: document };
    await things.insertOne({ _id: undefined, ...document }, { ignoreUndefined: true });
    expect(await things.countDocuments({ [`${'in.'.repeat(50)}leaf`]: true })).toBe(1);
  });

  it('may have names with dots and dollars', async () => {
    const things = fresh();
    await things.insertOne({ 'a.b': 1, $price: 2, sub: { $x: 3, 'y.z': 4 } });
    const found = await things.findOne({}, { projection: { _id: 0 } });
    expect(found).toEqual({ 'a.b': 1, $price: 2, sub: { $x: 3, 'y.z': 4 } });
    expect(await things.countDocuments({ 'a.b': 1 })).toBe(0);
  });

  it.each<[what: string, _id: unknown, code: number]>([
    ['an array', [1], 53],
    ['a document with operators', { $x: 1 }, 52],
  ])('may not have as _id %s', async (_what, _id, code) => {
    expect(await failureOf(db.command({ insert: randomUUID(), documents: [{ _id }] }).then(firstError))).toMatchObject({
      code,
    });
  });

  it.each<[what: string, _id: unknown]>([
    ['a document', { a: 1, b: 'x' }],
    ['a date', new Date(0)],
    ['an empty string', ''],
    ['false', false],
  ])('may have as _id %s', async (_what, _id) => {
    const things = fresh();
    const document: Document = { _id };
    await things.insertOne(document);
    expect(await things.findOne(document)).toEqual({ _id });
    expect(await failureOf(things.insertOne(document))).toMatchObject({ code: 11000 });
  });

  it('gets an _id as its first field', async () => {
    const name = randomUUID();
    await db.command({ insert: name, documents: [{ b: 1, _id: 5 }, { c: 1 }] });
    const found = await db.collection(name).find().toArray();
    expect(found.map((document) => Object.keys(document))).toEqual([
      ['_id', 'b'],
      ['_id', 'c'],
    ]);
  });
});

describe('a command', () => {
  it.each<[what: string, command: Document, code: number]>([
    ['that does not exist', { fooBar: 1 }, 59],
    ['that inserts nothing', { insert: 'x', documents: [] }, 16],
    ['that changes nothing', { update: 'x', updates: [] }, 16],
    ['that deletes nothing', { delete: 'x', deletes: [] }, 16],
    ['that deletes up to two', { delete: 'x', deletes: [{ q: {}, limit: 2 }] }, 9],
    ['with a filter that is no document', { find: 'x', filter: 5 }, 14],
    ['with a sort that is no document', { find: 'x', sort: 'a' }, 14],
    ['with a pipeline that is no list', { aggregate: 'x', pipeline: {}, cursor: {} }, 14],
    ['with a pipeline without a cursor', { aggregate: 'x', pipeline: [] }, 9],
  ])('%s is refused', async (_what, command, code) => {
    expect(await failureOf(db.command(command))).toMatchObject({ code });
  });
});

function firstError({ writeErrors }: Document): void {
  const [error] = writeErrors as Document[];
  throw Object.assign(new Error(String(error?.errmsg)), error);
}
