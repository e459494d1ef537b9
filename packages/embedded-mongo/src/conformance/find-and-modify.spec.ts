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

interface Case {
  name: string;
  command: Document;
  value: unknown;
  lastErrorObject: Document;
  left: unknown[];
}

const found = { n: 1, updatedExisting: true };

const cases: Case[] = [
  {
    name: 'gives the document as it was',
    command: { query: { _id: 1 }, update: { $set: { n: 9 } } },
    value: first,
    lastErrorObject: found,
    left: [{ ...first, n: 9 }, second, third],
  },
  {
    name: 'gives the document as it is, with new',
    command: { query: { _id: 1 }, update: { $inc: { n: 1 } }, new: true },
    value: { ...first, n: 4 },
    lastErrorObject: found,
    left: [{ ...first, n: 4 }, second, third],
  },
  {
    name: 'takes the first in the order of a sort',
    command: { query: { kind: 'a' }, sort: { n: 1 }, update: { $set: { kind: 'c' } }, new: true },
    value: { ...third, kind: 'c' },
    lastErrorObject: found,
    left: [first, second, { ...third, kind: 'c' }],
  },
  {
    name: 'gives the fields asked for',
    command: { query: { _id: 1 }, update: { $set: { n: 9 } }, fields: { n: 1, _id: 0 } },
    value: { n: 3 },
    lastErrorObject: found,
    left: [{ ...first, n: 9 }, second, third],
  },
  {
    name: 'replaces a document',
    command: { query: { _id: 1 }, update: { only: true }, new: true },
    value: { _id: 1, only: true },
    lastErrorObject: found,
    left: [{ _id: 1, only: true }, second, third],
  },
  {
    name: 'says that a document was found even when nothing changes',
    command: { query: { _id: 1 }, update: { $set: { n: 3 } } },
    value: first,
    lastErrorObject: found,
    left: documents,
  },
  {
    name: 'finds nothing',
    command: { query: { _id: 9 }, update: { $set: { n: 9 } } },
    value: null,
    lastErrorObject: { n: 0, updatedExisting: false },
    left: documents,
  },
  {
    name: 'inserts what it does not find, with upsert',
    command: { query: { _id: 4, kind: 'd' }, update: { $inc: { n: 1 } }, upsert: true },
    value: null,
    lastErrorObject: { n: 1, updatedExisting: false, upserted: 4 },
    left: [...documents, { _id: 4, kind: 'd', n: 1 }],
  },
  {
    name: 'gives what it inserted, with upsert and new',
    command: { query: { _id: 4 }, update: { $setOnInsert: { n: 7 } }, upsert: true, new: true },
    value: { _id: 4, n: 7 },
    lastErrorObject: { n: 1, updatedExisting: false, upserted: 4 },
    left: [...documents, { _id: 4, n: 7 }],
  },
  {
    name: 'changes what it finds, with upsert',
    command: { query: { _id: 1 }, update: { $set: { n: 9 }, $setOnInsert: { x: 1 } }, upsert: true, new: true },
    value: { ...first, n: 9 },
    lastErrorObject: found,
    left: [{ ...first, n: 9 }, second, third],
  },
  {
    name: 'removes and gives what it removed',
    command: { query: { kind: 'a' }, sort: { n: -1 }, remove: true, fields: { n: 1 } },
    value: { _id: 1, n: 3 },
    lastErrorObject: { n: 1 },
    left: [second, third],
  },
  {
    name: 'removes nothing',
    command: { query: { _id: 9 }, remove: true },
    value: null,
    lastErrorObject: { n: 0 },
    left: documents,
  },
];

describe('findAndModify', () => {
  it.each(cases)('$name', async ({ command, value, lastErrorObject, left }) => {
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
