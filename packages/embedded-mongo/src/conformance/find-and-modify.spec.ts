import { randomUUID } from 'node:crypto';
import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/findAndModify */
const { db } = connectedDatabase();

const documents = [
  { _id: 1, n: 3, list: [1, 5, 9], kind: 'a' },
  { _id: 2, n: 1, list: [2], kind: 'b' },
  { _id: 3, n: 2, list: [], kind: 'a' },
];

async function modify(command: Document): Promise<{ reply: Document; left: Document[] }> {
  const name = randomUUID();
  const things = db.collection<{ _id: number }>(name);
  await things.insertMany(documents);
  const reply = await db.command({ findAndModify: name, ...command });
  return { reply, left: await things.find().sort({ _id: 1 }).toArray() };
}

const [first, second, third] = documents;

const found = { n: 1, updatedExisting: true };

const cases: [name: string, command: Document, value: unknown, lastErrorObject: Document, left: unknown[]][] = [
  [
    'gives the document as it was',
    { query: { _id: 1 }, update: { $set: { n: 9 } } },
    first,
    found,
    [{ ...first, n: 9 }, second, third],
  ],
  [
    'gives the document as it is, with new',
    { query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true },
    { ...first, n: 4 },
    found,
    [{ ...first, n: 4 }, second, third],
  ],
  [
    'takes the first in the order of a sort',
    { query: { kind: 'a' }, sort: { n: 1 }, update: { $set: { kind: 'c' } }, new: true },
    { ...third, kind: 'c' },
    found,
    [first, second, { ...third, kind: 'c' }],
  ],
  [
    'gives the fields asked for',
    { query: { _id: 1 }, update: { $set: { n: 9 } }, fields: { n: 1, _id: 0 } },
    { n: 3 },
    found,
    [{ ...first, n: 9 }, second, third],
  ],
  [
    'replaces a document',
    { query: { _id: 1 }, update: { only: true }, new: true },
    { _id: 1, only: true },
    found,
    [{ _id: 1, only: true }, second, third],
  ],
  [
    'says that a document was found even when nothing changes',
    { query: { _id: 1 }, update: { $set: { n: 3 } } },
    first,
    found,
    documents,
  ],
  [
    'finds nothing',
    { query: { _id: 9 }, update: { $set: { n: 9 } } },
    null,
    { n: 0, updatedExisting: false },
    documents,
  ],
  [
    'inserts what it does not find, with upsert',
    { query: { _id: 4, kind: 'd' }, update: { $inc: { n: 1 } }, upsert: true },
    null,
    { n: 1, updatedExisting: false, upserted: 4 },
    [...documents, { _id: 4, kind: 'd', n: 1 }],
  ],
  [
    'gives what it inserted, with upsert and new',
    { query: { _id: 4 }, update: { $setOnInsert: { n: 7 } }, upsert: true, new: true },
    { _id: 4, n: 7 },
    { n: 1, updatedExisting: false, upserted: 4 },
    [...documents, { _id: 4, n: 7 }],
  ],
  [
    'changes what it finds, with upsert',
    { query: { _id: 1 }, update: { $set: { n: 9 }, $setOnInsert: { x: 1 } }, upsert: true, new: true },
    { ...first, n: 9 },
    found,
    [{ ...first, n: 9 }, second, third],
  ],
  [
    'removes and gives what it removed',
    { query: { kind: 'a' }, sort: { n: -1 }, remove: true, fields: { n: 1 } },
    { _id: 1, n: 3 },
    { n: 1 },
    [second, third],
  ],
  ['removes nothing', { query: { _id: 9 }, remove: true }, null, { n: 0 }, documents],
];

describe('findAndModify', () => {
  it.each(cases)('%s', async (_name, command, value, lastErrorObject, left) => {
    const { reply, left: present } = await modify(command);
    expect(reply).toMatchObject({ value, lastErrorObject, ok: 1 });
    expect(reply.value).toEqual(value);
    expect(reply.lastErrorObject).toEqual(lastErrorObject);
    expect(present).toEqual(left);
  });

  it.each<[what: string, command: Document, code: number]>([
    ['an update and a removal', { query: {}, update: { $set: { n: 1 } }, remove: true }, 9],
    ['neither', { query: {} }, 9],
    ['a removal that gives the new', { query: {}, remove: true, new: true }, 9],
    ['a removal that inserts', { query: {}, remove: true, upsert: true }, 9],
    ['another _id', { query: { _id: 1 }, update: { $set: { _id: 2 } } }, 66],
    ['$inc of a string', { query: { _id: 1 }, update: { $inc: { kind: 1 } } }, 14],
  ])('refuses %s', async (_what, command, code) => {
    expect(await failureOf(modify(command))).toMatchObject({ code });
  });

  it('gives a document to only one of many concurrent requests', async () => {
    const jobs = db.collection<{ _id: number; taken?: boolean }>(randomUUID());
    await jobs.insertMany(Array.from({ length: 10 }, (_, _id) => ({ _id })));
    const taken = await Promise.all(
      Array.from({ length: 12 }, () =>
        jobs.findOneAndUpdate({ taken: { $exists: false } }, { $set: { taken: true } }, { sort: { _id: 1 } }),
      ),
    );
    const ids = taken.flatMap((job) => (job ? [job._id] : []));
    expect(ids.sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });
});
