import { randomUUID } from 'node:crypto';
import {
  Binary,
  Double,
  Long,
  MongoBulkWriteError,
  MongoServerError,
  ObjectId,
  type Collection,
  type Document,
  type IndexDescription,
} from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/index-unique, core/index-sparse, core/index-partial, reference/method/Bulk, reference/method/db.collection.update#upsert-with-unique-index */
const { db } = connectedDatabase();

interface Thing extends Document {
  _id?: number | Double;
}

async function collectionWith(index: IndexDescription, documents: Thing[] = []): Promise<Collection<Thing>> {
  const things = db.collection<Thing>(randomUUID());
  await things.createIndexes([{ ...index, unique: true }]);
  if (documents.length > 0) await things.insertMany(documents);
  return things;
}

const id = new ObjectId('64b000000000000000000001');
const a1: IndexDescription = { key: { a: 1 } };

interface Duplicate {
  name: string;
  index: IndexDescription;
  first: Thing;
  second: Thing;
  keyValue: Document;
  /** The key as MongoDB prints it. */
  text: string;
}

const duplicates: Duplicate[] = [
  { name: 'a string', index: a1, first: { a: 'x' }, second: { a: 'x' }, keyValue: { a: 'x' }, text: '{ a: "x" }' },
  { name: 'an int', index: a1, first: { a: 1 }, second: { a: 1 }, keyValue: { a: 1 }, text: '{ a: 1 }' },
  {
    name: 'a double of the same value',
    index: a1,
    first: { a: 1 },
    second: { a: new Double(1) },
    keyValue: { a: 1 },
    text: '{ a: 1.0 }',
  },
  { name: 'a fraction', index: a1, first: { a: 1.5 }, second: { a: 1.5 }, keyValue: { a: 1.5 }, text: '{ a: 1.5 }' },
  {
    name: 'a long',
    index: a1,
    first: { a: 1 },
    second: { a: Long.fromNumber(1) },
    keyValue: { a: 1 },
    text: '{ a: 1 }',
  },
  { name: 'true', index: a1, first: { a: true }, second: { a: true }, keyValue: { a: true }, text: '{ a: true }' },
  { name: 'null', index: a1, first: { a: null }, second: { a: null }, keyValue: { a: null }, text: '{ a: null }' },
  { name: 'null and missing', index: a1, first: {}, second: { a: null }, keyValue: { a: null }, text: '{ a: null }' },
  { name: 'missing twice', index: a1, first: {}, second: {}, keyValue: { a: null }, text: '{ a: null }' },
  {
    name: 'an ObjectId',
    index: a1,
    first: { a: id },
    second: { a: id },
    keyValue: { a: id },
    text: "{ a: ObjectId('64b000000000000000000001') }",
  },
  {
    name: 'a date',
    index: a1,
    first: { a: new Date(5) },
    second: { a: new Date(5) },
    keyValue: { a: new Date(5) },
    text: '{ a: new Date(5) }',
  },
  {
    name: 'bytes',
    index: a1,
    first: { a: new Binary(Buffer.from('ab')) },
    second: { a: new Binary(Buffer.from('ab')) },
    keyValue: { a: new Binary(Buffer.from('ab')) },
    text: '{ a: BinData(0, 6162) }',
  },
  {
    name: 'a sub-document',
    index: a1,
    first: { a: { x: 1, y: 'z' } },
    second: { a: { x: 1, y: 'z' } },
    keyValue: { a: { x: 1, y: 'z' } },
    text: '{ a: { x: 1, y: "z" } }',
  },
  {
    name: 'a dotted path',
    index: { key: { 'a.b': 1 } },
    first: { a: { b: 'x' } },
    second: { a: { b: 'x' } },
    keyValue: { 'a.b': 'x' },
    text: '{ a.b: "x" }',
  },
  {
    name: 'two fields',
    index: { key: { a: 1, 'b.c': -1 } },
    first: { a: 'x', b: { c: 2 } },
    second: { a: 'x', b: { c: 2 } },
    keyValue: { a: 'x', 'b.c': 2 },
    text: '{ a: "x", b.c: 2 }',
  },
  {
    name: 'two fields of which one is missing',
    index: { key: { a: 1, b: 1 } },
    first: { a: 1 },
    second: { a: 1 },
    keyValue: { a: 1, b: null },
    text: '{ a: 1, b: null }',
  },
  {
    name: 'an element of an array',
    index: a1,
    first: { a: ['x', 'y'] },
    second: { a: ['z', 'y'] },
    keyValue: { a: 'y' },
    text: '{ a: "y" }',
  },
  {
    name: 'the fields of an element',
    index: { key: { 'a.x': 1, 'a.y': 1 } },
    first: { a: [{ x: 1, y: 2 }] },
    second: {
      a: [
        { x: 3, y: 4 },
        { x: 1, y: 2 },
      ],
    },
    keyValue: { 'a.x': 1, 'a.y': 2 },
    text: '{ a.x: 1, a.y: 2 }',
  },
  {
    name: 'an explicit null in a sparse index',
    index: { ...a1, sparse: true },
    first: { a: null },
    second: { a: null },
    keyValue: { a: null },
    text: '{ a: null }',
  },
  {
    name: 'one of two fields in a sparse index',
    index: { key: { a: 1, b: 1 }, sparse: true },
    first: { a: 1 },
    second: { a: 1 },
    keyValue: { a: 1, b: null },
    text: '{ a: 1, b: null }',
  },
  {
    name: 'documents inside the partial filter',
    index: { ...a1, partialFilterExpression: { open: true } },
    first: { a: 1, open: true },
    second: { a: 1, open: true },
    keyValue: { a: 1 },
    text: '{ a: 1 }',
  },
];

const nameOf = ({ key }: IndexDescription): string =>
  Object.entries(key)
    .map(([path, direction]) => `${path}_${String(direction)}`)
    .join('_');

describe('a unique index rejects', () => {
  it.each(duplicates)('$name', async ({ index, first, second, keyValue, text }) => {
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

  it('reports the index of a duplicate among different operations', async () => {
    const things = await collectionWith(a1, documents().slice(0, 1));
    const error = await failureOf(
      things.bulkWrite(
        [
          { insertOne: { document: { _id: 9, a: 9 } } },
          { updateOne: { filter: { _id: 9 }, update: { $set: { a: 1 } } } },
          { deleteOne: { filter: { _id: 1 } } },
          { replaceOne: { filter: { _id: 9 }, replacement: { a: 1 } } },
        ],
        { ordered: false },
      ),
    );
    // The driver groups operations of the same kind and keeps their original indexes.
    expect((error as MongoBulkWriteError).result).toMatchObject({ insertedCount: 1, deletedCount: 1 });
    expect(error).toMatchObject({ writeErrors: [{ index: 1 }, { index: 3 }] });
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

  it('behave the same with findOneAndUpdate', async () => {
    const things = await collectionWith(a1);
    const change = { $inc: { n: 1 } };
    const options = { upsert: true, returnDocument: 'after' } as const;
    const seen = await Promise.all(
      Array.from({ length: 20 }, () => things.findOneAndUpdate({ a: 'x' }, change, options)),
    );
    expect(seen.map((found) => Number(found?.n)).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, i) => i + 1),
    );
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
