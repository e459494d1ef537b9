import { MongoServerError, type ClientSession } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { databaseOfAccounts } from './testing/accounts.js';

const { database, accounts } = databaseOfAccounts();

async function inSession<T>(work: (session: ClientSession) => Promise<T>): Promise<T> {
  const session = database().client.startSession();
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
      await database()
        .db.collection('filler')
        .insertMany(Array.from({ length: 5000 }, () => ({ ...filler })));
      expect(await accounts().find({ balance: 100 }, { session }).toArray()).toHaveLength(2);
      expect(await accounts().find({ balance: 0 }, { session }).toArray()).toHaveLength(0);
      await session.commitTransaction();
      expect(await accounts().find({ balance: 0 }).toArray()).toHaveLength(2);
    }));

  it('leaves nothing behind if it is aborted', () =>
    inSession(async (session) => {
      session.startTransaction();
      await accounts().deleteMany({}, { session });
      await database().db.collection('made').insertOne({ n: 1 }, { session });
      await session.abortTransaction();
      expect(await accounts().countDocuments()).toBe(2);
      expect(await database().db.listCollections().toArray()).toHaveLength(1);
    }));

  it('creates collections along with their indexes and documents', () =>
    inSession(async (session) => {
      session.startTransaction();
      await database().db.createCollection('made', { session });
      await database()
        .db.collection('made')
        .createIndexes([{ key: { code: 1 }, unique: true }], { session });
      await database().db.collection('made').insertOne({ code: 1 }, { session });
      await database().db.collection('implied').insertOne({ code: 1 }, { session });
      expect(await database().db.collection('made').countDocuments()).toBe(0);
      await session.commitTransaction();
      expect(await database().db.collection('implied').countDocuments()).toBe(1);
      expect(await failureOf(database().db.collection('made').insertOne({ code: 1 }))).toMatchObject({ code: 11000 });
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
      const late = database().db.command({ update: 'accounts', updates: [update], maxTimeMS: 100 });
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
      await database()
        .db.admin()
        .command({ endSessions: [session.id] });
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
      const drop = database().db.command({ drop: 'accounts' }, { session });
      expect(await failureOf(drop)).toMatchObject({ code: 263 });
      await session.abortTransaction();
    }));
});
