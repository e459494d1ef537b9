import { MongoServerError, type ClientSession, type Document } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** core/transactions, core/transactions-in-applications, core/transactions-operations, reference/read-concern-snapshot */
const { client, db } = connectedDatabase();

interface Account {
  _id: string;
  balance: number;
}

const accounts = db.collection<Account>('accounts');
const log = db.collection<{ _id: string; n: number }>('log');
let session: ClientSession;
let other: ClientSession;

beforeEach(async () => {
  session = client.startSession();
  other = client.startSession();
  await db.dropDatabase();
  await accounts.insertMany([
    { _id: 'a', balance: 100 },
    { _id: 'b', balance: 100 },
  ]);
  await log.insertOne({ _id: 'first', n: 0 });
});
afterEach(async () => {
  for (const one of [session, other]) {
    if (one.inTransaction()) await one.abortTransaction();
    await one.endSession();
  }
});

const balances = async (options: { session?: ClientSession } = {}): Promise<Record<string, number>> => {
  const found = await accounts.find({}, options).sort({ _id: 1 }).toArray();
  return Object.fromEntries(found.map(({ _id, balance }) => [_id, balance]));
};
const add = (_id: string, amount: number, options: { session?: ClientSession } = {}) =>
  accounts.updateOne({ _id }, { $inc: { balance: amount } }, options);

function isTransient(error: unknown): boolean {
  return error instanceof MongoServerError && error.hasErrorLabel('TransientTransactionError');
}

async function expectConflict(write: Promise<unknown>): Promise<void> {
  const error = await failureOf(write);
  expect(error).toMatchObject({ code: 112, codeName: 'WriteConflict' });
  expect(isTransient(error)).toBe(true);
}

describe('a transaction', () => {
  it('sees its own writes, which nobody else sees before the commit', async () => {
    session.startTransaction();
    await add('a', -10, { session });
    await accounts.insertOne({ _id: 'c', balance: 1 }, { session });
    await accounts.deleteOne({ _id: 'b' }, { session });
    expect(await balances({ session })).toEqual({ a: 90, c: 1 });
    expect(await accounts.countDocuments({}, { session })).toBe(2);
    expect(await accounts.distinct('_id', {}, { session })).toEqual(['a', 'c']);
    expect(await balances()).toEqual({ a: 100, b: 100 });
    await session.commitTransaction();
    expect(await balances()).toEqual({ a: 90, c: 1 });
  });

  it('reads the state at its start with every command', async () => {
    await accounts.createIndexes([{ key: { balance: 1 } }]);
    session.startTransaction();
    expect(await balances({ session })).toEqual({ a: 100, b: 100 });
    await add('a', 5);
    await accounts.insertOne({ _id: 'c', balance: 1 });
    await accounts.deleteOne({ _id: 'b' });
    expect(await balances({ session })).toEqual({ a: 100, b: 100 });
    expect(await accounts.countDocuments({ balance: 100 }, { session })).toBe(2);
    expect(await accounts.findOne({ _id: 'c' }, { session })).toBeNull();
    const sum = accounts.aggregate([{ $group: { _id: null, sum: { $sum: '$balance' } } }], { session });
    expect(await sum.toArray()).toEqual([{ _id: null, sum: 200 }]);
    await session.commitTransaction();
    expect(await balances()).toEqual({ a: 105, c: 1 });
  });

  it('reads one snapshot of several collections, with its own writes', async () => {
    session.startTransaction();
    await accounts.findOne({}, { session });
    await log.insertOne({ _id: 'second', n: 1 });
    await log.insertOne({ _id: 'own', n: 1 }, { session });
    const join = { $lookup: { from: 'log', localField: 'none', foreignField: 'none', as: 'log' } };
    const [joined] = await accounts.aggregate([{ $match: { _id: 'a' } }, join], { session }).toArray();
    expect((joined?.log as Document[]).map(({ _id }): unknown => _id)).toEqual(['first', 'own']);
  });

  it('leaves nothing behind when it is aborted', async () => {
    session.startTransaction();
    await accounts.updateMany({}, { $set: { balance: 0 } }, { session });
    await log.deleteMany({}, { session });
    await db.collection('made').insertOne({ n: 1 }, { session });
    await session.abortTransaction();
    expect(await balances()).toEqual({ a: 100, b: 100 });
    expect(await log.countDocuments()).toBe(1);
    expect(await db.listCollections({ name: 'made' }).toArray()).toEqual([]);
  });

  it('accepts every kind of write', async () => {
    session.startTransaction();
    const changed = await accounts.findOneAndUpdate(
      { _id: 'a' },
      { $inc: { balance: 1 } },
      { session, returnDocument: 'after' },
    );
    expect(changed).toEqual({ _id: 'a', balance: 101 });
    await accounts.deleteOne({ _id: 'b' }, { session });
    await accounts.updateOne({ _id: 'c' }, { $inc: { balance: 3 } }, { session, upsert: true });
    await accounts.replaceOne({ _id: 'c' }, { balance: 4 }, { session });
    await accounts.bulkWrite(
      [
        { insertOne: { document: { _id: 'd', balance: 5 } } },
        { updateMany: { filter: { balance: { $gte: 4 } }, update: { $inc: { balance: 100 } } } },
      ],
      { session },
    );
    const inside = await balances({ session });
    expect(inside).toEqual({ a: 201, c: 104, d: 105 });
    await session.commitTransaction();
    expect(await balances()).toEqual(inside);
  });

  it('reads through a cursor', async () => {
    await log.insertMany(Array.from({ length: 50 }, (_, n) => ({ _id: String(n), n })));
    session.startTransaction();
    const cursor = log.find({ n: { $gte: 0 } }, { session, batchSize: 10, sort: { n: 1 } });
    await cursor.next();
    await log.deleteMany({});
    expect(await cursor.toArray()).toHaveLength(50);
    await session.commitTransaction();
  });
});

describe('a write conflict', () => {
  it('fails the second writer so that it can retry', async () => {
    session.startTransaction();
    other.startTransaction();
    await add('a', 1, { session });
    await expectConflict(add('a', 1, { session: other }));
    await session.commitTransaction();
    expect(await failureOf(other.commitTransaction())).toMatchObject({ code: 251 });
    expect(await balances()).toEqual({ a: 101, b: 100 });
  });

  it('fails the second of two inserts of the same unique key', async () => {
    session.startTransaction();
    other.startTransaction();
    await accounts.insertOne({ _id: 'new', balance: 1 }, { session });
    await expectConflict(accounts.insertOne({ _id: 'new', balance: 2 }, { session: other }));
  });

  it('fails a write to a document changed since its start', async () => {
    session.startTransaction();
    await accounts.findOne({ _id: 'a' }, { session });
    await add('a', 1);
    await expectConflict(add('a', 1, { session }));
  });

  it('does not occur between different documents', async () => {
    session.startTransaction();
    other.startTransaction();
    await add('a', 1, { session });
    await add('b', 2, { session: other });
    await session.commitTransaction();
    await other.commitTransaction();
    expect(await balances()).toEqual({ a: 101, b: 102 });
  });

  it('makes a write outside wait for its end', async () => {
    session.startTransaction();
    await add('a', 1, { session });
    let done = false;
    const outside = add('a', 10).finally(() => (done = true));
    await add('b', 1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(done).toBe(false);
    await session.commitTransaction();
    await outside;
    expect(await balances()).toEqual({ a: 111, b: 101 });
  });
});

describe('the end of a transaction', () => {
  it('may be requested twice', async () => {
    session.startTransaction();
    await add('a', 1, { session });
    await session.commitTransaction();
    await session.commitTransaction();
    expect(await balances()).toEqual({ a: 101, b: 100 });
  });

  it('follows a duplicate key', async () => {
    session.startTransaction();
    await accounts.insertOne({ _id: 'c', balance: 1 }, { session });
    expect(await failureOf(accounts.insertOne({ _id: 'a', balance: 1 }, { session }))).toMatchObject({ code: 11000 });
    const error = await failureOf(accounts.findOne({}, { session }));
    expect(error).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
    expect(isTransient(error)).toBe(true);
    await session.abortTransaction();
    expect(await balances()).toEqual({ a: 100, b: 100 });
  });

  it('accepts no more writes', async () => {
    session.startTransaction();
    await add('a', 1, { session });
    await db.admin().command({ abortTransaction: 1 }, { session });
    expect(await failureOf(add('b', 1, { session }))).toMatchObject({ code: 251 });
    expect(await failureOf(session.commitTransaction())).toMatchObject({ code: 251 });
    expect(await balances()).toEqual({ a: 100, b: 100 });
  });

  it('closes its cursors', async () => {
    session.startTransaction();
    const cursor = accounts.find({}, { session, batchSize: 1 });
    await cursor.next();
    await session.abortTransaction();
    expect(await failureOf(cursor.next())).toBeInstanceOf(Error);
  });

  it.each<[name: string, command: Document]>([
    ['drop', { drop: 'accounts' }],
    ['dropDatabase', { dropDatabase: 1 }],
    ['count', { count: 'accounts' }],
    ['listCollections', { listCollections: 1 }],
    ['listIndexes', { listIndexes: 'accounts' }],
    ['dropIndexes', { dropIndexes: 'accounts', index: '*' }],
    ['explain', { explain: { find: 'accounts' } }],
  ])('does not come with %s, which it refuses', async (_name, command) => {
    session.startTransaction();
    await accounts.findOne({}, { session });
    const error = await failureOf(db.command(command, { session }));
    expect(error).toMatchObject({ code: 263, codeName: 'OperationNotSupportedInTransaction' });
    expect(await accounts.countDocuments()).toBe(2);
  });
});
