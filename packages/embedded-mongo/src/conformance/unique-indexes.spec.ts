import { randomUUID } from 'node:crypto';
import {
  Binary,
  type Collection,
  type Document,
  Double,
  type IndexDescription,
  Long,
  MongoBulkWriteError,
  MongoServerError,
  ObjectId,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/index-unique, core/index-sparse, core/index-partial, reference/method/Bulk, reference/method/db.collection.update#upsert-with-unique-index */
const { db } = connectedDatabase();

interface Thing extends Document {
  _id?: number | Double;
}

const a1: IndexDescription = { key: { a: 1 } };
const id = new ObjectId('64b000000000000000000001');

/** Two documents with the same key, which are equal unless the second is given; and the key as MongoDB prints it. */
type Duplicate = [
  name: string,
  index: IndexDescription,
  first: Thing,
  keyValue: Document,
  text: string,
  second?: Thing,
];

const duplicates: Duplicate[] = [
  ['a string', a1, { a: 'x' }, { a: 'x' }, '{ a: "x" }'],
  ['an int', a1, { a: 1 }, { a: 1 }, '{ a: 1 }'],
  ['a double of the same value', a1, { a: 1 }, { a: 1 }, '{ a: 1.0 }', { a: new Double(1) }],
  ['a fraction', a1, { a: 1.5 }, { a: 1.5 }, '{ a: 1.5 }'],
  ['a long', a1, { a: 1 }, { a: 1 }, '{ a: 1 }', { a: Long.fromNumber(1) }],
  ['true', a1, { a: true }, { a: true }, '{ a: true }'],
  ['null', a1, { a: null }, { a: null }, '{ a: null }'],
  ['null and missing', a1, {}, { a: null }, '{ a: null }', { a: null }],
  ['missing twice', a1, {}, { a: null }, '{ a: null }'],
  ['an ObjectId', a1, { a: id }, { a: id }, "{ a: ObjectId('64b000000000000000000001') }"],
  ['a date', a1, { a: new Date(5) }, { a: new Date(5) }, '{ a: new Date(5) }'],
  ['bytes', a1, { a: new Binary(Buffer.from('ab')) }, { a: new Binary(Buffer.from('ab')) }, '{ a: BinData(0, 6162) }'],
  ['a sub-document', a1, { a: { x: 1, y: 'z' } }, { a: { x: 1, y: 'z' } }, '{ a: { x: 1, y: "z" } }'],
  ['a dotted path', { key: { 'a.b': 1 } }, { a: { b: 'x' } }, { 'a.b': 'x' }, '{ a.b: "x" }'],
  ['two fields', { key: { a: 1, 'b.c': -1 } }, { a: 'x', b: { c: 2 } }, { a: 'x', 'b.c': 2 }, '{ a: "x", b.c: 2 }'],
  ['two fields of which one is missing', { key: { a: 1, b: 1 } }, { a: 1 }, { a: 1, b: null }, '{ a: 1, b: null }'],
  ['an element of an array', a1, { a: ['x', 'y'] }, { a: 'y' }, '{ a: "y" }', { a: ['z', 'y'] }],
  ['an explicit null in a sparse index', { ...a1, sparse: true }, { a: null }, { a: null }, '{ a: null }'],
  [
    'documents inside the partial filter',
    { ...a1, partialFilterExpression: { open: true } },
    { a: 1, open: true },
    { a: 1 },
    '{ a: 1 }',
  ],
];

async function collectionWith(index: IndexDescription, documents: Thing[] = []): Promise<Collection<Thing>> {
  const things = db.collection<Thing>(randomUUID());
  await things.createIndexes([{ ...index, unique: true }]);
  if (documents.length > 0) await things.insertMany(documents);
  return things;
}

const nameOf = ({ key }: IndexDescription): string =>
  Object.entries(key)
    .map(([path, direction]) => `${path}_${String(direction)}`)
    .join('_');

describe('a unique index rejects', () => {
  it.each(duplicates)('%s', async (_name, index, first, keyValue, text, second = { ...first }) => {
    const things = await collectionWith(index, [first]);
    const error = await failureOf(things.insertOne(second));
    expect(error).toBeInstanceOf(MongoServerError);
    expect(error).toMatchObject({ code: 11000, keyPattern: index.key, keyValue });
    expect(error.message).toBe(
      `E11000 duplicate key error collection: ${db.databaseName}.${things.collectionName} ` +
        `index: ${nameOf(index)} dup key: ${text}`,
    );
    expect(await things.countDocuments()).toBe(1);
  });

  it('an existing _id', async () => {
    const things = db.collection<Thing>(randomUUID());
    await things.insertOne({ _id: 1 });
    const error = await failureOf(things.insertOne({ _id: new Double(1) }));
    expect(error).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 1 } });
    expect(error.message).toMatch(/index: _id_ dup key: \{ _id: 1\.0 \}$/);
  });
});

describe('a unique index accepts', () => {
  it.each<[name: string, index: IndexDescription, documents: Thing[]]>([
    ['equal elements within one array', a1, [{ a: ['x', 'x'] }]],
    ['a number and its text', a1, [{ a: 1 }, { a: '1' }]],
    ['sub-documents in another order', a1, [{ a: { x: 1, y: 1 } }, { a: { y: 1, x: 1 } }]],
    ['an array and what is within it', a1, [{ a: [['x']] }, { a: 'x' }]],
    ['one document without the field', a1, [{}, { a: 1 }]],
    ['all that lack the field, when sparse', { ...a1, sparse: true }, [{}, {}, { a: 1 }]],
    ['all that lack both fields, when sparse', { key: { a: 1, b: 1 }, sparse: true }, [{}, {}, { b: 1 }]],
    [
      'equals outside its partial filter',
      { ...a1, partialFilterExpression: { open: true } },
      [{ a: 1 }, { a: 1 }, { a: 1, open: true }],
    ],
    [
      'any number without the field, by $exists',
      { ...a1, partialFilterExpression: { a: { $exists: true } } },
      [{}, {}, { a: 1 }],
    ],
  ])('%s', async (_name, index, documents) => {
    const things = await collectionWith(index, documents);
    expect(await things.countDocuments()).toBe(documents.length);
  });

  it('a value that has been removed or changed', async () => {
    const things = await collectionWith(a1, [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ]);
    await things.deleteOne({ _id: 1 });
    await things.updateOne({ _id: 2 }, { $set: { a: 3 } });
    await things.insertMany([{ a: 1 }, { a: 2 }]);
    expect(await things.countDocuments()).toBe(3);
  });
});

describe('a write of several documents', () => {
  const documents = () => [
    { _id: 1, a: 1 },
    { _id: 2, a: 1 },
    { _id: 3, a: 3 },
    { _id: 4, a: 3 },
    { _id: 5, a: 5 },
  ];

  it('stops at the first duplicate if it is ordered', async () => {
    const things = await collectionWith(a1);
    const error = await failureOf(things.insertMany(documents()));
    expect(error).toBeInstanceOf(MongoBulkWriteError);
    expect(error).toMatchObject({ code: 11000, insertedCount: 1, writeErrors: [{ index: 1, code: 11000 }] });
    expect(await things.distinct('_id')).toEqual([1]);
  });

  it('continues and reports every duplicate if it is not ordered', async () => {
    const things = await collectionWith(a1);
    const error = await failureOf(things.insertMany(documents(), { ordered: false }));
    expect(error).toMatchObject({
      insertedCount: 3,
      writeErrors: [
        { index: 1, code: 11000 },
        { index: 3, code: 11000 },
      ],
    });
    expect((await things.distinct('_id')).sort()).toEqual([1, 3, 5]);
  });

  it('keeps the changes that an updateMany made before a duplicate', async () => {
    const things = await collectionWith({ key: { b: 1 }, sparse: true }, [{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
    expect(await failureOf(things.updateMany({}, { $set: { b: 1 } }))).toMatchObject({ code: 11000 });
    expect(await things.countDocuments({ b: 1 })).toBe(1);
  });
});

describe('a change to a duplicate', () => {
  it.each<[name: string, change: (things: Collection<Thing>) => Promise<unknown>]>([
    ['updateOne', (things) => things.updateOne({ _id: 2 }, { $set: { a: 1 } })],
    ['replaceOne', (things) => things.replaceOne({ _id: 2 }, { a: 1 })],
    ['findOneAndUpdate', (things) => things.findOneAndUpdate({ _id: 2 }, { $inc: { a: -1 } })],
    ['findOneAndReplace', (things) => things.findOneAndReplace({ _id: 2 }, { a: 1 })],
    ['an upsert', (things) => things.updateOne({ _id: 3 }, { $set: { a: 1 } }, { upsert: true })],
  ])('by %s is refused and changes nothing', async (_name, change) => {
    const documents = [
      { _id: 1, a: 1 },
      { _id: 2, a: 2 },
    ];
    const things = await collectionWith(a1, documents);
    const error = await failureOf(change(things));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1 }, keyValue: { a: 1 } });
    expect(error.message).toMatch(/E11000 duplicate key error collection: .* index: a_1 dup key: \{ a: 1 \}$/);
    expect(await things.find().sort({ _id: 1 }).toArray()).toEqual(documents);
  });

  it('by coming to match the partial filter is rejected', async () => {
    const things = await collectionWith({ ...a1, partialFilterExpression: { open: true } }, [
      { _id: 1, a: 1, open: true },
      { _id: 2, a: 1, open: false },
    ]);
    expect(await failureOf(things.updateOne({ _id: 2 }, { $set: { open: true } }))).toMatchObject({ code: 11000 });
    await things.updateOne({ _id: 1 }, { $set: { open: false } });
    await things.updateOne({ _id: 2 }, { $set: { open: true } });
  });
});

describe('concurrent upserts', () => {
  it('insert once and update afterwards', async () => {
    const things = await collectionWith(a1);
    await Promise.all(
      Array.from({ length: 20 }, () => things.updateOne({ a: 'x' }, { $inc: { n: 1 } }, { upsert: true })),
    );
    expect(await things.find({}, { projection: { _id: 0 } }).toArray()).toEqual([{ a: 'x', n: 20 }]);
  });

  it('keep one of many inserts of the same key', async () => {
    const things = await collectionWith(a1);
    const results = await Promise.allSettled(Array.from({ length: 20 }, () => things.insertOne({ a: 'x' })));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await things.countDocuments()).toBe(1);
  });
});

describe('building a unique index', () => {
  it('fails if there are duplicates, and leaves no index behind', async () => {
    const things = db.collection<Thing>(randomUUID());
    await things.insertMany([{ a: 1 }, { a: 1 }]);
    const error = await failureOf(things.createIndexes([{ ...a1, unique: true }]));
    expect(error).toMatchObject({ code: 11000, keyPattern: { a: 1 }, keyValue: { a: 1 } });
    expect(await things.indexes()).toHaveLength(1);
    await things.insertOne({ a: 1 });
  });
});
