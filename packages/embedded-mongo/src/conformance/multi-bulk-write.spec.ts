import type { Document } from 'mongodb';
import { beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/bulkWrite, of MongoDB 8 */
const { client, db } = connectedDatabase();
const accounts = db.collection<{ _id: string; balance: number }>('accounts');
const log = db.collection<{ _id: string; n?: number }>('log');
const admin = client.db('admin');

const isSupported = async (): Promise<boolean> =>
  (await failureOf(admin.command({ bulkWrite: 1, ops: [], nsInfo: [] }))).code === 16;

function written(ops: Document[]): Promise<Document> {
  const nsInfo = [accounts, log].map(({ namespace: ns }) => ({ ns }));
  return client.withSession((session) =>
    session.withTransaction(() =>
      admin.command({ bulkWrite: 1, ops, nsInfo, ordered: true, errorsOnly: true }, { session }),
    ),
  );
}

describe('a write to several collections', () => {
  beforeEach(async () => {
    await db.dropDatabase();
    await accounts.insertOne({ _id: 'a', balance: 1 });
    await log.insertMany([{ _id: 'old' }, { _id: 'older' }]);
  });

  it('performs each kind of write in order', async ({ skip }) => {
    if (!(await isSupported())) skip();
    const reply = await written([
      { insert: 0, document: { _id: 'b', balance: 2 } },
      { update: 0, filter: { _id: 'b' }, updateMods: { $inc: { balance: 5 } }, multi: false },
      { update: 1, filter: { _id: 'new' }, updateMods: { $inc: { n: 1 } }, upsert: true, multi: false },
      { update: 0, filter: {}, updateMods: { $inc: { balance: 10 } }, multi: true },
      { delete: 1, filter: { _id: /^old/ }, multi: true },
    ]);
    expect(reply).toMatchObject({
      ...{ nErrors: 0, nInserted: 1, nMatched: 3, nModified: 3, nUpserted: 1, nDeleted: 2 },
      cursor: { firstBatch: [] },
    });
    expect(await accounts.find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', balance: 11 },
      { _id: 'b', balance: 17 },
    ]);
    expect(await log.find().toArray()).toEqual([{ _id: 'new', n: 1 }]);
  });

  it('stops at the first error, which ends the transaction', async ({ skip }) => {
    if (!(await isSupported())) skip();
    const session = client.startSession();
    session.startTransaction();
    const ops = [
      { insert: 1, document: { _id: 'new' } },
      { insert: 0, document: { _id: 'a', balance: 7 } },
      { delete: 1, filter: {}, multi: true },
    ];
    const nsInfo = [accounts, log].map(({ namespace: ns }) => ({ ns }));
    const reply = await admin.command({ bulkWrite: 1, ops, nsInfo, errorsOnly: true }, { session });
    const { firstBatch } = (reply as { cursor: { firstBatch: Document[] } }).cursor;
    expect(reply.nErrors).toBe(1);
    expect(firstBatch.at(-1)).toMatchObject({ ok: 0, idx: 1, code: 11_000 });
    await expect(session.commitTransaction()).rejects.toThrow();
    await session.endSession();
    expect(await log.countDocuments()).toBe(2);
  });
});
