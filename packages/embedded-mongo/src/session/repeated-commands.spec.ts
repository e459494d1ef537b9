import { Long, UUID, type Document } from 'bson';
import { MongoClient } from 'mongodb';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestDatabase } from '../testing/database.js';
import { RawClient } from '../testing/raw-client.js';
import { cuttableSockets } from '../testing/sockets.js';

interface Item {
  _id: string;
  n: number;
}

/** Long enough for the server to have read a command. */
const READ = 100;

const database = await TestDatabase.start({ ephemeral: false });
afterAll(() => database.stop());
let client: MongoClient;
let holder: Session;
let cut: () => void;

beforeAll(async () => {
  cut = cuttableSockets();
  client = await MongoClient.connect(database.server.uri, { monitorCommands: true });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await client.close();
});
beforeEach(async () => {
  await items().deleteMany({});
  await items().insertOne({ _id: 'held', n: 0 });
  holder = await Session.open();
});
afterEach(() => holder.close());

const items = () => database.db.collection<Item>('items');

/** A session that is spoken for directly, without a driver. */
class Session {
  private constructor(
    private readonly raw: RawClient,
    readonly lsid: { id: UUID },
  ) {}

  static async open(lsid = { id: new UUID() }): Promise<Session> {
    return new Session(await RawClient.connect(database.server.uri), lsid);
  }

  send(command: Document, txnNumber: number): Promise<Document> {
    return this.raw.send({ ...command, lsid: this.lsid, txnNumber: Long.fromNumber(txnNumber), $db: 'test' });
  }

  /** Begins a transaction by a write. */
  begin(command: Document): Promise<Document> {
    return this.send({ ...command, autocommit: false, startTransaction: true }, 1);
  }

  end(name: 'commitTransaction' | 'abortTransaction'): Promise<Document> {
    return this.raw.send({
      ...{ [name]: 1, autocommit: false, lsid: this.lsid, txnNumber: Long.fromNumber(1) },
      $db: 'admin',
    });
  }

  close(): void {
    this.raw.close();
  }
}

const increment = (field: string, q: Document = { _id: 'held' }): Document => ({
  update: 'items',
  updates: [{ q, u: { $inc: { [field]: 1 } } }],
});

/** Cuts the driver's connections while its command waits for a transaction, which ends after the driver's repetition. */
async function interrupted<T>(command: string, hold: Document, send: () => Promise<T>): Promise<T> {
  expect(await holder.begin(hold)).toMatchObject({ ok: 1, n: 1 });
  const sent = sending(command);
  const result = send();
  await sent;
  const repeated = sending(command);
  cut();
  await repeated;
  expect(await holder.end('abortTransaction')).toMatchObject({ ok: 1 });
  return result;
}

async function sending(command: string): Promise<void> {
  await new Promise<void>((resolve) => {
    client.on('commandStarted', function listen({ commandName }) {
      if (commandName !== command) return;
      client.off('commandStarted', listen);
      resolve();
    });
  });
  await wait(READ);
}

describe('a write that waits for a transaction and is repeated by the driver is executed once', () => {
  const driver = () => client.db('test').collection<Item>('items');

  it('updateOne', async () => {
    const write = () => driver().updateOne({ _id: 'held' }, { $inc: { n: 1 } });
    expect(await interrupted('update', increment('n'), write)).toMatchObject({ modifiedCount: 1 });
    expect(await items().findOne()).toEqual({ _id: 'held', n: 1 });
  });

  it('findOneAndUpdate', async () => {
    const write = () => driver().findOneAndUpdate({ _id: 'held' }, { $inc: { n: 1 } }, { returnDocument: 'after' });
    expect(await interrupted('findAndModify', increment('n'), write)).toEqual({ _id: 'held', n: 1 });
    expect(await items().findOne()).toEqual({ _id: 'held', n: 1 });
  });

  it('bulkWrite', async () => {
    const one = { updateOne: { filter: { _id: 'held' }, update: { $inc: { n: 1 } } } };
    const write = () => driver().bulkWrite([one, one]);
    expect(await interrupted('update', increment('n'), write)).toMatchObject({ modifiedCount: 2 });
    expect(await items().findOne()).toEqual({ _id: 'held', n: 2 });
  });

  it('insertOne', async () => {
    const hold = { insert: 'items', documents: [{ _id: 'new', n: 1 }] };
    const write = () => driver().insertOne({ _id: 'new', n: 2 });
    expect(await interrupted('insert', hold, write)).toMatchObject({ insertedId: 'new' });
    expect(await items().findOne({ _id: 'new' })).toEqual({ _id: 'new', n: 2 });
  });

  it('deleteOne', async () => {
    await items().insertOne({ _id: 'other', n: 0 });
    const write = () => driver().deleteOne({ n: 0 });
    expect(await interrupted('delete', increment('n'), write)).toEqual({ acknowledged: true, deletedCount: 1 });
    expect(await items().find().toArray()).toEqual([{ _id: 'other', n: 0 }]);
  });
});

describe('the numbered commands of a session', () => {
  it('run in their order, and each keeps its own result', async () => {
    await items().insertOne({ _id: 'other', n: 0 });
    const otherHolder = await Session.open();
    expect(await holder.begin(increment('n'))).toMatchObject({ ok: 1 });
    expect(await otherHolder.begin(increment('n', { _id: 'other' }))).toMatchObject({ ok: 1 });
    const first = await Session.open();
    const second = await Session.open(first.lsid);
    const older = first.send(increment('n'), 1);
    await wait(READ);
    const newer = second.send(increment('n', { _id: 'other' }), 2);
    await wait(READ);
    await holder.end('abortTransaction');
    expect(await older).toMatchObject({ ok: 1, nModified: 1 });
    await otherHolder.end('abortTransaction');
    expect(await newer).toMatchObject({ ok: 1, nModified: 1 });
    expect(await items().find().sort({ _id: 1 }).toArray()).toEqual([
      { _id: 'held', n: 1 },
      { _id: 'other', n: 1 },
    ]);
    for (const session of [first, second, otherHolder]) session.close();
  });

  it('are answered alike when a write or a commit is repeated while it is being flushed', async () => {
    const copies = await Promise.all(Array.from({ length: 4 }, () => Session.open(holder.lsid)));
    expect(await holder.begin(increment('n'))).toMatchObject({ ok: 1 });
    expect(await Promise.all(copies.map((copy) => copy.end('commitTransaction')))).toEqual(
      copies.map(() => ({ ok: 1 })),
    );
    const command = { findAndModify: 'items', query: { _id: 'held' }, update: { $inc: { n: 1 } }, new: true };
    expect(await Promise.all(copies.map((copy) => copy.send(command, 2)))).toMatchObject(
      copies.map(() => ({ ok: 1, value: { _id: 'held', n: 2 } })),
    );
    expect(await items().findOne()).toEqual({ _id: 'held', n: 2 });
    for (const copy of copies) copy.close();
  });

  it('begin a transaction only once, as in MongoDB: the driver does so twice if the first two statements are sent at once', async () => {
    const begin = { ...increment('n'), autocommit: false, startTransaction: true };
    expect(await holder.send(begin, 1)).toMatchObject({ ok: 1 });
    expect(await holder.send(begin, 1)).toMatchObject({ ok: 0, code: 117, codeName: 'ConflictingOperationInProgress' });
    expect(await holder.end('commitTransaction')).toMatchObject({ ok: 1 });
    expect(await items().findOne()).toEqual({ _id: 'held', n: 1 });
  });
});
