import { Long, UUID } from 'bson';
import { MongoServerError } from 'mongodb';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';
import { RawClient } from '../testing/raw-client.js';

interface Account {
  _id: string;
  balance: number;
}

const oneSecond = ['--setParameter', 'transactionLifetimeLimitSeconds=1'];

const database = await TestDatabase.start({ ephemeral: true, args: oneSecond });
afterAll(() => database.stop());
let raw: RawClient;
beforeEach(async () => {
  await database.db.dropDatabase();
  await accounts().insertOne({ _id: 'a', balance: 100 });
  raw = await RawClient.connect(database.server.uri);
});
afterEach(() => raw.close());

const accounts = () => database.db.collection<Account>('accounts');

/** The commands of a transaction in its own session. */
function transactionOf(id = new UUID()) {
  const numbered = { lsid: { id }, txnNumber: Long.fromNumber(1), autocommit: false };
  const add = (amount: number) => ({
    update: 'accounts',
    updates: [{ q: { _id: 'a' }, u: { $inc: { balance: amount } } }],
    $db: 'test',
    ...numbered,
  });
  return {
    lsid: { id },
    begin: { ...add(1), startTransaction: true },
    goOn: add(10),
  };
}

describe('a transaction that is open for too long', () => {
  it('is aborted, releases its keys, and returns 251, which makes drivers start again', async () => {
    const session = database.client.startSession();
    session.startTransaction();
    await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 1 } }, { session });
    // Waits for the transaction, which only its time limit ends.
    await accounts().updateOne({ _id: 'a' }, { $inc: { balance: 10 } });
    expect(await accounts().findOne({ _id: 'a' })).toEqual({ _id: 'a', balance: 110 });
    for (const late of [accounts().findOne({}, { session }), session.commitTransaction()]) {
      const error = await failureOf(late);
      expect(error).toMatchObject({ code: 251, codeName: 'NoSuchTransaction' });
      expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
    }
    await session.endSession();
  });

  it('ends a running command, which leaves no keys held', async () => {
    const session = database.client.startSession();
    session.startTransaction();
    const rows = Array.from({ length: 60_000 }, (_, n) => ({ _id: `row ${n}`, balance: n }));
    await accounts().insertMany(rows);
    let turns = 0;
    const error = await failureOf(
      (async () => {
        for (; turns < 1000; turns += 1) {
          await accounts().updateMany({ balance: { $gte: 0 } }, { $inc: { balance: 1 } }, { session });
        }
      })(),
    );
    expect(error).toMatchObject({ code: 251 });
    expect(turns).toBeLessThan(1000);
    await session.endSession();
    expect(await accounts().updateMany({}, { $set: { balance: 0 } })).toMatchObject({
      matchedCount: 60_001,
    });
  });
});

describe('a session that is killed from elsewhere', () => {
  it('loses its transaction and its cursors', async () => {
    const { begin, goOn, lsid } = transactionOf();
    await accounts().insertMany([
      { _id: 'b', balance: 1 },
      { _id: 'c', balance: 1 },
    ]);
    expect(await raw.send(begin)).toMatchObject({ ok: 1 });
    const other = { id: new UUID() };
    const outside = await raw.send({ find: 'accounts', batchSize: 1, lsid: other, $db: 'test' });
    const { id } = outside.cursor as { id: Long };
    expect(await database.db.admin().command({ endSessions: [lsid] })).toMatchObject({ ok: 1 });
    await accounts().updateOne({ _id: 'a' }, { $set: { balance: 0 } });
    expect(await raw.send(goOn)).toMatchObject({
      ok: 0,
      code: 251,
      errorLabels: ['TransientTransactionError'],
    });
    expect(await raw.send({ getMore: id, collection: 'accounts', lsid: other, $db: 'test' })).toMatchObject({ ok: 1 });
  });
});
