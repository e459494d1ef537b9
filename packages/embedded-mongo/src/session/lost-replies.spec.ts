import { Long, UUID } from 'bson';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RawClient } from '../testing/raw-client.js';
import { databaseOfAccounts } from './testing/accounts.js';

const { database, accounts } = databaseOfAccounts();

describe('a transaction whose connection is lost', () => {
  it('continues on another one', async () => {
    const numbered = { lsid: { id: new UUID() }, txnNumber: Long.fromNumber(1), autocommit: false };
    const add = { updates: [{ q: { _id: 'a' }, u: { $inc: { balance: 1 } } }], ...numbered };
    const first = await RawClient.connect(database().server.uri);
    const begin = { update: 'accounts', $db: 'test', startTransaction: true, ...add };
    expect(await first.send(begin)).toMatchObject({ ok: 1, n: 1 });
    first.close();
    const second = await RawClient.connect(database().server.uri);
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
    raw = await RawClient.connect(database().server.uri);
  });
  afterEach(() => raw.close());

  it('retryable writes and commits are executed once, however often they are sent, even after a crash', async () => {
    expect(await raw.send(insert)).toMatchObject({ ok: 1, n: 1 });
    expect(await raw.send(update)).toMatchObject({ ok: 1, n: 1, nModified: 1 });
    expect(await raw.send(modify)).toMatchObject({ value: { balance: 3 } });
    await database().crash();
    raw.close();
    raw = await RawClient.connect(database().server.uri);
    expect(await raw.send(modify)).toMatchObject({ value: { balance: 3 } });
    expect(await accounts().findOne({ _id: 'x' })).toEqual({ _id: 'x', balance: 3 });

    const write = { insert: 'accounts', documents: [{ _id: 'y', balance: 1 }], startTransaction: true };
    expect(await raw.send({ ...write, ...inTransaction })).toMatchObject({ ok: 1, n: 1 });
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    await database().crash();
    raw.close();
    raw = await RawClient.connect(database().server.uri);
    expect(await raw.send(commit)).toMatchObject({ ok: 1 });
    expect(await raw.send({ ...commit, txnNumber: Long.fromNumber(11) })).toMatchObject({ ok: 0, code: 251 });
    expect(await accounts().countDocuments({ _id: 'y' })).toBe(1);
  });

  it('a write that takes several batches is executed once, even after a crash and with another write between', async () => {
    const count = 3000;
    const upserts = Array.from({ length: count }, (_, i) => ({
      q: { _id: `new ${i}` },
      u: { $inc: { balance: i % 7 } },
      upsert: true,
    }));
    const write = (txnNumber: number) => ({ update: 'accounts', updates: upserts, ...numbered(txnNumber) });
    expect(await raw.send(write(21))).toMatchObject({ n: count, nModified: 0 });
    const second = await raw.send(write(22));
    expect(second).toMatchObject({ n: count });
    await database().crash();
    raw.close();
    raw = await RawClient.connect(database().server.uri);
    const again = await raw.send(write(22));
    expect(again).toMatchObject({ n: count, nModified: second.nModified as number });
    expect(again.retriedStmtIds).toHaveLength(count);
    const total = await accounts()
      .aggregate([{ $match: { _id: /^new/ } }, { $group: { _id: 1, sum: { $sum: '$balance' } } }])
      .next();
    expect(total?.sum).toBe(upserts.reduce((sum, { u }) => sum + 2 * u.$inc.balance, 0));
  });
});
