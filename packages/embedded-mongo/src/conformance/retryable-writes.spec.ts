import { randomUUID } from 'node:crypto';
import { Long, type ClientSession, type Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/retryable-writes: a write that a driver repeats with the same session and number is executed once. */
const { client, db } = connectedDatabase();

const first = { _id: 1, n: 0 };
const second = { _id: 2, n: 0 };

let name: string;
let session: ClientSession;
// Only ever increases: the driver reuses the session of an ended one.
let number = 0;

beforeEach(async () => {
  name = randomUUID();
  session = client.startSession();
  number += 1;
  await db.collection<{ _id: number; n: number }>(name).insertMany([first, second]);
});
afterEach(() => session.endSession());

const send = (command: Document, txnNumber = number): Promise<Document> =>
  db.command({ ...command, txnNumber: Long.fromNumber(txnNumber) }, { session });
const left = () => db.collection(name).find().sort({ _id: 1 }).toArray();

/** Sends a command twice, like a driver that lost the first reply. */
async function twice(command: Document): Promise<[Document, Document]> {
  number += 1;
  return [await send(command), await send(command)];
}

type Case = [name: string, verb: string, list: string, statements: Document[], answer: Document, left: Document[]];
const add = (n: number, _id = 1): Document => ({ q: { _id }, u: { $inc: { n } } });

const cases: Case[] = [
  ['an insert', 'insert', 'documents', [{ _id: 3 }, { _id: 4 }], { n: 2 }, [first, second, { _id: 3 }, { _id: 4 }]],
  ['an increment', 'update', 'updates', [add(1)], { n: 1, nModified: 1 }, [{ _id: 1, n: 1 }, second]],
  ['two of one document', 'update', 'updates', [add(1), add(10)], { n: 2, nModified: 2 }, [{ _id: 1, n: 11 }, second]],
  [
    'an upsert',
    'update',
    'updates',
    [{ ...add(1, 3), upsert: true }],
    { n: 1, nModified: 0, upserted: [{ index: 0, _id: 3 }] },
    [first, second, { _id: 3, n: 1 }],
  ],
  ['a delete', 'delete', 'deletes', [{ q: { n: 0 }, limit: 1 }], { n: 1 }, [second]],
];

describe('a write that is sent twice', () => {
  it.each(cases)('is executed once: %s', async (_name, verb, list, statements, answer, expected) => {
    for (const reply of await twice({ [verb]: name, [list]: statements })) {
      expect(reply).toMatchObject({ ...answer, ok: 1 });
    }
    expect(await left()).toEqual(expected);
  });

  it('is identified by the numbers of its statements', async () => {
    await send({ update: name, updates: [add(1)] });
    const reply = await send({ update: name, updates: [add(1), add(1, 2)] });
    expect(reply).toMatchObject({ n: 2, nModified: 2, retriedStmtIds: [0] });
    expect(await left()).toEqual([
      { _id: 1, n: 1 },
      { _id: 2, n: 1 },
    ]);
  });

  it('executes what was not executed the first time', async () => {
    const documents = [{ _id: 3 }, { _id: 1 }, { _id: 4 }];
    const before = await send({ insert: name, documents, ordered: true });
    expect(before).toMatchObject({ n: 1, writeErrors: [{ index: 1, code: 11000 }] });
    await db.collection<{ _id: number }>(name).deleteMany({ _id: { $in: [1, 3] } });
    expect(await send({ insert: name, documents, ordered: true })).toMatchObject({ n: 3, retriedStmtIds: [0] });
    expect((await left()).map(({ _id }): unknown => _id)).toEqual([1, 2, 4]);
  });

  it('is executed again with another number', async () => {
    const increment = { update: name, updates: [add(1)] };
    await twice(increment);
    await twice(increment);
    expect((await left())[0]).toEqual({ _id: 1, n: 2 });
  });

  it('is rejected with a lower number', async () => {
    await send({ insert: name, documents: [{ _id: 3 }] });
    const late = send({ insert: name, documents: [{ _id: 4 }] }, number - 1);
    expect(await failureOf(late)).toMatchObject({ code: 225, codeName: 'TransactionTooOld' });
    expect(await left()).toHaveLength(3);
  });

  it.each<[what: string, command: (collection: string) => Document]>([
    ['an update of many', (update) => ({ update, updates: [{ q: {}, u: { $inc: { n: 1 } }, multi: true }] })],
    ['a delete of many', (collection) => ({ delete: collection, deletes: [{ q: {}, limit: 0 }] })],
  ])('cannot be %s', async (_what, command) => {
    expect(await failureOf(send(command(name)))).toMatchObject({ code: 72 });
    expect(await left()).toEqual([first, second]);
  });
});
