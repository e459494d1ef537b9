import { Long, UUID } from 'bson';
import { MongoServerError, type ClientSession } from 'mongodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';
import { RawClient } from '../testing/raw-client.js';

interface Account {
  _id: string;
  balance: number;
}

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.stop());
beforeEach(async () => {
  await database.db.dropDatabase();
  await accounts().insertMany([
    { _id: 'a', balance: 100 },
    { _id: 'b', balance: 100 },
  ]);
});

const accounts = () => database.db.collection<Account>('accounts');

async function inSession<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = database.client.startSession();
  try {
    return await work(session);
  } finally {
    await session.endSession();
  }
}

describe('a transaction', () => {
  it('keeps its writes to itself until it commits', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: { balance: -10 } }, { session });
      await accounts().insertOne({ _id: 'c', balance: 1 }, { session });
      await accounts().deleteOne({ _id: 'b' }, { session });
      const inside = await accounts().find({}, { session }).sort({ _id: 1 }).toArray();
      expect(inside).toEqual([
        { _id: 'a', balance: 90 },
        { _id: 'c', balance: 1 },
      ]);
      expect(await accounts().countDocuments({}, { session })).toBe(2);
      expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 'a', balance: 100 },
        { _id: 'b', balance: 100 },
      ]);
      await session.commitTransaction();
      expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual(inside);
    }));

  it('reads the state at its start, whatever others write', () =>
    inSession(async (session) => {
      await accounts().createIndexes([{ key: { balance: 1 } }]);
      session.startTransaction();
      expect(await accounts().findOne({ _id: 'a' }, { session })).toMatchObject({ balance: 100 });
      await accounts().updateMany({}, { $set: { balance: 0 } });
      // Enough to make the file grow while the snapshot is open.
      const filler = { text: 'x'.repeat(2000) };
      await database.db.collection('filler').insertMany(Array.from({ length: 5000 }, () => ({ ...filler })));
      expect(await accounts().find({ balance: 100 }, { session }).toArray()).toHaveLength(2);
      expect(await accounts().find({ balance: 0 }, { session }).toArray()).toHaveLength(0);
      await session.commitTransaction();
      expect(await accounts().find({ balance: 0 }).toArray()).toHaveLength(2);
    }));

  it('leaves nothing behind if it is aborted', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().deleteMany({}, { session });
      await database.db.collection('made').insertOne({ n: 1 }, { session });
      await session.abortTransaction();
      expect(await accounts().countDocuments()).toBe(2);
      expect(await database.db.listCollections().toArray()).toHaveLength(1);
    }));

  it('creates collections along with their indexes and documents', () =>
    inSession(async (session) => {
      session.startTransaction();
      await database.db.createCollection('made', { session });
      await database.db.collection('made').createIndexes([{ key: { code: 1 }, unique: true }], { session });
      await database.db.collection('made').insertOne({ code: 1 }, { session });
      await database.db.collection('implied').insertOne({ code: 1 }, { session });
      expect(await database.db.collection('made').countDocuments()).toBe(0);
      await session.commitTransaction();
      expect(await database.db.collection('implied').countDocuments()).toBe(1);
      expect(await failureOf(database.db.collection('made').insertOne({ code: 1 }))).toMatchObject({ code: 11000 });
    }));
});

describe('conflicts', () => {
  it('fail the second writer of a document with 112 and the label that makes drivers retry', () =>
    inSession((first) =>
      inSession(async (second) => {
        first.startTransaction();
        second.startTransaction();
        await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: first });
        const error = await failureOf(
          accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session: second }),
        );
        expect(error).toBeInstanceOf(MongoServerError);
        expect(error).toMatchObject({ code: 112, codeName: 'WriteConflict' });
        expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
        await first.commitTransaction();
        expect(await failureOf(second.commitTransaction())).toMatchObject({ code: 251 });
        expect(await accounts().findOne({ _id: 'a' })).toMatchObject({ balance: 101 });
      }),
    ));

  it('fail a write to a document that was changed after the transaction began', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().findOne({ _id: 'a' }, { session });
      await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } });
      expect(await failureOf(accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session }))).toMatchObject({
        code: 112,
      });
      await session.abortTransaction();
    }));

  it('are detected between two inserts of the same unique key', () =>
    inSession((first) =>
      inSession(async (second) => {
        first.startTransaction();
        second.startTransaction();
        await accounts().insertOne({ _id: 'new', balance: 1 }, { session: first });
        expect(await failureOf(accounts().insertOne({ _id: 'new', balance: 2 }, { session: second }))).toMatchObject({
          code: 112,
        });
        await second.abortTransaction();
        await first.commitTransaction();
      }),
    ));

  it('make a write outside a transaction wait for the end of the transaction', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session });
      let done = false;
      const outside = accounts()
        .updateMany({}, { $inc: { balance: 10 } })
        .finally(() => (done = true));
      const other = accounts().updateOne({ _id: 'b' }, { $inc: { balance: 1 } });
      await other;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(done).toBe(false);
      await session.commitTransaction();
      expect(await outside).toMatchObject({ modifiedCount: 2 });
      expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual([
        { _id: 'a', balance: 111 },
        { _id: 'b', balance: 111 },
      ]);
    }));

  it('stop waiting after maxTimeMS', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session });
      const update = { q: { _id: 'a' }, u: { $set: { balance: 0 } } };
      const late = database.db.command({ update: 'accounts', updates: [update], maxTimeMS: 100 });
      expect(await failureOf(late)).toMatchObject({ code: 50 });
      await session.abortTransaction();
    }));

  it('are retried by withTransaction until all succeed', async () => {
    await Promise.all(
      Array.from({ length: 8 }, () =>
        inSession((session) =>
          session.withTransaction(async () => {
            const from = await accounts().findOne({ _id: 'a' }, { session });
            await accounts().updateOne({ _id: 'a' }, { $set: { balance: (from?.balance ?? 0) - 5 } }, { session });
            await accounts().updateOne({ _id: 'b' }, { $inc: { balance: 5 } }, { session });
          }),
        ),
      ),
    );
    expect(await accounts().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'a', balance: 60 },
      { _id: 'b', balance: 140 },
    ]);
  });

  it('fail a transaction whose collection got an index in the meantime', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().insertOne({ _id: 'c', balance: 1 }, { session });
      await accounts().createIndexes([{ key: { balance: 1 } }]);
      const error = await failureOf(session.commitTransaction());
      expect(error).toMatchObject({ code: 112 });
      expect(await accounts().countDocuments({ balance: 1 })).toBe(0);
    }));
});

describe('the end of a transaction', () => {
  it('returns the same result when repeated', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().insertOne({ _id: 'c', balance: 1 }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
      expect(await accounts().countDocuments()).toBe(3);
    }));

  it('follows any error inside it', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().insertOne({ _id: 'c', balance: 1 }, { session });
      expect(await failureOf(accounts().insertOne({ _id: 'a', balance: 1 }, { session }))).toMatchObject({
        code: 11000,
      });
      const error = await failureOf(accounts().findOne({}, { session }));
      expect(error).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
      expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
      await session.abortTransaction();
      expect(await accounts().countDocuments()).toBe(2);
    }));

  it('follows the end of its session', async () => {
    await inSession(async (session) => {
      session.startTransaction();
      await accounts().updateOne({ _id: 'a' }, { $set: { balance: 0 } }, { session });
      await database.db.admin().command({ endSessions: [session.id] });
    });
    expect(await accounts().updateOne({ _id: 'a' }, { $set: { balance: 1 } })).toMatchObject({ modifiedCount: 1 });
  });

  it('closes the cursors it opened', () =>
    inSession(async (session) => {
      session.startTransaction();
      const cursor = accounts().find({}, { session, batchSize: 1 });
      await cursor.next();
      await session.abortTransaction();
      expect(await failureOf(cursor.next())).toBeInstanceOf(Error);
    }));

  it('rejects what MongoDB rejects in a transaction', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().findOne({}, { session });
      const drop = database.db.command({ drop: 'accounts' }, { session });
      expect(await failureOf(drop)).toMatchObject({ code: 263 });
      await session.abortTransaction();
    }));
});

describe('a transaction whose connection is lost', () => {
  it('continues on another one', async () => {
    const numbered = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false };
    const add = { updates: [{ q: { _id: 'a' }, u: { $inc: { balance: 1 } } }], ...numbered };
    const first = await RawClient.connect(database.server.uri);
    const begin = { update: 'accounts', $db: 'test', startTransaction: true, ...add };
    expect(await first.send(begin)).toMatchObject({ ok: 1, n: 1 });
    first.close();
    const second = await RawClient.connect(database.server.uri);
    expect(await second.send({ update: 'accounts', $db: 'test', ...add })).toMatchObject({ ok: 1, n: 1 });
    expect(await second.send({ commitTransaction: 1, $db: 'admin', ...numbered })).toMatchObject({ ok: 1 });
    second.close();
    expect(await accounts().findOne({ _id: 'a' })).toEqual({ _id: 'a', balance: 102 });
  });
});

describe('for a driver that lost the reply', () => {
  let raw: RawClient;
  const id = new UUID();
  const numbered = (txnNumber: number) => ({ $db: 'test', lsid: { id }, txnNumber: Long.fromNumber(txnNumber) });
  const insert = { insert: 'accounts', documents: [{ _id: 'x', balance: 1 }], ...numbered(7) };
  const update = {
    update: 'accounts',
    updates: [{ q: { _id: 'x' }, u: { $inc: { balance: 1 } } }],
    ...numbered(8),
  };
  const modify = {
    findAndModify: 'accounts',
    query: { _id: 'x' },
    update: { $inc: { balance: 1 } },
    new: true,
    ...numbered(9),
  };
  const inTransaction = { ...numbered(10), autocommit: false };
  const commit = { commitTransaction: 1, ...inTransaction, $db: 'admin' };
  beforeEach(async () => {
    raw = await RawClient.connect(database.server.uri);
  });
  afterEach(() => raw.close());

  it('retryable writes and commits are executed once, however often they are sent, even after a crash', async () => {
    expect(await raw.send(insert)).toMatchObject({ ok: 1, n: 1 });
    expect(await raw.send(insert)).toMatchObject({ ok: 1, n: 1, retriedStmtIds: [0] });
    expect(await raw.send(update)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await raw.send(update)).toMatchObject({ ok: 1, n: 1, nModified: 1, retriedStmtIds: [0] });
    expect(await raw.send(modify)).toMatchObject({ value: { balance: 3 } });
    expect(await raw.send(modify)).toMatchObject({ value: { balance: 3 } });
    expect(await raw.send(update)).toMatchObject({ ok: 0, code: 225 });
    await database.crash();
    raw.close();
    raw = await RawClient.connect(database.server.uri);
    expect(await raw.send(modify)).toMatchObject({ value: { balance: 3 } });
    expect(await accounts().findOne({ _id: 'x' })).toEqual({ _id: 'x', balance: 3 });

    const write = { insert: 'accounts', documents: [{ _id: 'y', balance: 1 }], startTransaction: true };
    expect(await raw.send({ ...write, ...inTransaction })).toMatchObject({ ok: 1, n: 1 });
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    await database.crash();
    raw.close();
    raw = await RawClient.connect(database.server.uri);
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    expect(await raw.send({ ...commit, txnNumber: Long.fromNumber(11) })).toMatchObject({ ok: 0, code: 251 });
    expect(await accounts().countDocuments({ _id: 'y' })).toBe(1);
  });

  it('only the unexecuted part of a bulk write is executed', async () => {
    await accounts().createIndexes([
      { key: { balance: 1 }, unique: true, partialFilterExpression: { balance: { $gt: 1000 } } },
    ]);
    const bulk = {
      insert: 'accounts',
      ordered: false,
      documents: [
        { _id: 'p', balance: 2000 },
        { _id: 'q', balance: 2000 },
        { _id: 'r', balance: 3000 },
      ],
      ...numbered(20),
    };
    expect(await raw.send(bulk)).toMatchObject({ n: 2, writeErrors: [{ index: 1, code: 11000 }] });
    await accounts().deleteOne({ _id: 'p' });
    expect(await raw.send(bulk)).toMatchObject({ n: 3, retriedStmtIds: [0, 2] });
    expect(await accounts().countDocuments({ balance: { $gt: 1000 } })).toBe(2);
  });
});
