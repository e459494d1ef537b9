import type { ClientSession, MongoServerError } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

interface Note {
  _id: number;
  text?: string;
}

let database: TestDatabase;
let session: ClientSession;
beforeEach(async () => {
  // Every test has a server that has only just started.
  database = await TestDatabase.start();
  session = database.client.startSession();
});
afterEach(async () => {
  await session.endSession();
  await database.stop();
});

const collection = (name: string) => database.db.collection<Note>(name);

async function expectTransient(code: number, work: Promise<unknown>): Promise<void> {
  const error = await failureOf(work);
  expect(error).toMatchObject({ code });
  expect((error as MongoServerError).hasErrorLabel('TransientTransactionError')).toBe(true);
}

describe('a collection that does not exist yet', () => {
  it('is created by the first transaction after a start', async () => {
    session.startTransaction();
    expect(await collection('notes').findOne({}, { session })).toBeNull();
    await collection('notes').insertOne({ _id: 1 }, { session });
    await session.commitTransaction();
    expect(await collection('notes').countDocuments()).toBe(1);
  });

  it('is written by a transaction that began before another client created it with its indexes', async () => {
    session.startTransaction();
    await collection('other').insertOne({ _id: 1 }, { session });
    expect(await collection('notes').findOne({}, { session })).toBeNull();
    await collection('notes').createIndexes([{ key: { text: 1 }, unique: true }]);
    await collection('notes').insertOne({ _id: 2, text: 'theirs' });
    expect(await collection('notes').find({}, { session }).toArray()).toEqual([]);
    await collection('notes').insertOne({ _id: 3, text: 'own' }, { session });
    expect(await collection('notes').find({ text: 'own' }, { session }).toArray()).toHaveLength(1);
    await session.commitTransaction();
    expect(
      await collection('notes')
        .find({ text: { $gte: '' } })
        .toArray(),
    ).toHaveLength(2);
    expect(await database.db.command({ validate: 'notes' })).toMatchObject({ valid: true });
  });

  it('accepts no value twice, even if the transaction cannot see the first', async () => {
    session.startTransaction();
    await collection('other').insertOne({ _id: 1 }, { session });
    await collection('notes').createIndexes([{ key: { text: 1 }, unique: true }]);
    await collection('notes').insertOne({ _id: 2, text: 'same' });
    await expectTransient(112, collection('notes').insertOne({ _id: 3, text: 'same' }, { session }));
  });

  it('makes the commit fail if its indexes change after the transaction wrote to it', async () => {
    session.startTransaction();
    await collection('other').insertOne({ _id: 1 }, { session });
    await database.db.createCollection('notes');
    await collection('notes').insertOne({ _id: 2, text: 'own' }, { session });
    await collection('notes').createIndexes([{ key: { text: 1 } }]);
    await expectTransient(112, session.commitTransaction());
  });

  it('is created by one of many transactions at once, none of which fails its caller', async () => {
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        database.client.withSession((own) =>
          own.withTransaction(async () => {
            await collection('notes').bulkWrite([{ insertOne: { document: { _id: index } } }], { session: own });
            await collection(`notes ${index % 3}`).insertMany([{ _id: index }], { session: own });
          }),
        ),
      ),
    );
    expect(await collection('notes').countDocuments()).toBe(12);
  });
});

describe('a collection that existed when the transaction began', () => {
  beforeEach(async () => {
    await collection('notes').insertOne({ _id: 1, text: 'old' });
    session.startTransaction();
    await collection('other').insertOne({ _id: 1 }, { session });
  });

  it.each([
    [
      'is replaced',
      () =>
        collection('notes')
          .drop()
          .then(() => collection('notes').insertOne({ _id: 2 })),
      'notes',
    ],
    ['is dropped', () => collection('notes').drop(), 'notes'],
    ['is renamed, by its new name', () => collection('notes').rename('papers'), 'papers'],
    ['is renamed, by its old name', () => collection('notes').rename('papers'), 'notes'],
    ['gets an index', () => collection('notes').createIndexes([{ key: { text: 1 } }]), 'notes'],
  ])('cannot be read once it %s', async (_, change, name) => {
    await change();
    await expectTransient(246, collection(name).findOne({}, { session }));
  });

  it('cannot be written once it is dropped, even if the transaction has read it before', async () => {
    expect(await collection('notes').find({}, { session }).toArray()).toHaveLength(1);
    await collection('notes').drop();
    expect(await failureOf(collection('notes').insertOne({ _id: 2 }, { session }))).toMatchObject({ code: 246 });
    expect(await collection('other').countDocuments()).toBe(0);
  });
});
