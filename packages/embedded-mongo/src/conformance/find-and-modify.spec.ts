import { randomUUID } from 'node:crypto';
import { Long, type ClientSession, type Document } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/findAndModify, core/retryable-writes */
const { client, db } = connectedDatabase();

const first = { _id: 1, n: 3, kind: 'a' };
const second = { _id: 2, n: 1, kind: 'b' };
const third = { _id: 3, n: 2, kind: 'a' };
const documents = [first, second, third];

async function fresh(): Promise<string> {
  const name = randomUUID();
  await db.collection<{ _id: number }>(name).insertMany(documents);
  return name;
}

const found = { n: 1, updatedExisting: true };
const inserted = { n: 1, updatedExisting: false, upserted: 4 };
const nothing = { n: 0, updatedExisting: false };
const set9 = { $set: { n: 9 } };
const is9 = { ...first, n: 9 };
const one = { query: { _id: 1 } };

const cases: [name: string, command: Document, value: unknown, lastErrorObject: Document, left: unknown[]][] = [
  ['gives the document as it was', { ...one, update: set9 }, first, found, [is9, second, third]],
  ['gives the document as it is, with new', { ...one, update: set9, new: true }, is9, found, [is9, second, third]],
  [
    'replaces a document',
    { ...one, update: { only: true }, new: true },
    { _id: 1, only: true },
    found,
    [{ _id: 1, only: true }, second, third],
  ],
  ['finds a document that it does not change', { ...one, update: { $set: { n: 3 } } }, first, found, documents],
  ['finds nothing', { query: { _id: 9 }, update: set9 }, null, nothing, documents],
  [
    'inserts what it does not find, with upsert',
    { query: { _id: 4, kind: 'd' }, update: { $inc: { n: 1 } }, upsert: true },
    null,
    inserted,
    [...documents, { _id: 4, kind: 'd', n: 1 }],
  ],
  [
    'gives what it inserted, with upsert and new',
    { query: { _id: 4 }, update: { $setOnInsert: { n: 7 } }, upsert: true, new: true },
    { _id: 4, n: 7 },
    inserted,
    [...documents, { _id: 4, n: 7 }],
  ],
  [
    'changes what it finds, with upsert',
    { ...one, update: { ...set9, $setOnInsert: { x: 1 } }, upsert: true, new: true },
    is9,
    found,
    [is9, second, third],
  ],
];

describe('findAndModify', () => {
  let session: ClientSession;
  let number = 0;
  beforeAll(() => {
    session = client.startSession();
  });
  afterAll(() => session.endSession());

  it.each(cases)('%s, once, however often it is sent', async (_name, command, value, lastErrorObject, left) => {
    const findAndModify = await fresh();
    const numbered = { findAndModify, ...command, txnNumber: Long.fromNumber((number += 1)) };
    for (const _time of ['first', 'second']) {
      const reply = await db.command(numbered, { session });
      expect(reply.value).toEqual(value);
      expect(reply.lastErrorObject).toEqual(lastErrorObject);
    }
    expect(await db.collection(findAndModify).find().sort({ _id: 1 }).toArray()).toEqual(left);
  });

  it.each<[what: string, command: Document, code: number]>([
    ['no update', { query: {} }, 9],
    ['another _id', { ...one, update: { $set: { _id: 2 } } }, 66],
    ['$inc of a string', { ...one, update: { $inc: { kind: 1 } } }, 14],
  ])('refuses %s', async (_what, command, code) => {
    expect(await failureOf(db.command({ findAndModify: await fresh(), ...command }))).toMatchObject({ code });
  });

  it('gives a document to only one of many concurrent requests', async () => {
    const jobs = db.collection<{ _id: number; taken?: boolean }>(randomUUID());
    await jobs.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id })));
    const taken = await Promise.all(
      Array.from({ length: 12 }, () => jobs.findOneAndUpdate({ taken: { $exists: false } }, { $set: { taken: true } })),
    );
    const ids = taken.flatMap((job) => (job ? [job._id] : []));
    expect(ids.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
