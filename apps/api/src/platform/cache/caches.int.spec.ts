import type { Connection } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { DomainEvents } from '../events/domain-events';
import { currentSession, outsideTransaction, UnitOfWork } from '../mongo/unit-of-work';
import { Clock } from '../time/clock';
import { Caches, type Cache } from './caches';

describe('remembering what is read from one collection', () => {
  let connection: Connection;
  let unitOfWork: UnitOfWork;
  let remembered: Cache<number>;
  let reads: number;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    await connection.createCollection('notes');
    unitOfWork = new UnitOfWork(connection, new DomainEvents());
    remembered = new Caches(new Clock(), undefined, unitOfWork).create({ name: 'notes', collection: 'notes' });
  });
  beforeEach(async () => {
    await connection.collection('notes').deleteMany({});
    reads = 0;
  });
  afterAll(() => connection.close());

  const inSession = () => ({ session: currentSession() ?? undefined });
  const count = () => connection.collection('notes').countDocuments({}, inSession());
  const insert = () => connection.collection('notes').insertOne({}, inSession());
  const get = () => {
    return remembered.get('k', async () => {
      reads += 1;
      return { value: await count() };
    });
  };

  it('gives a transaction that has not written to it what is known', async () => {
    await get();
    expect(await unitOfWork.run(get)).toBe(0);
    expect(reads).toBe(1);
    await insert();
    expect([await unitOfWork.run(get), await get()]).toEqual([1, 1]);
    expect(reads).toBe(2);
  });

  it('does not keep what only the snapshot of a transaction still shows', async () => {
    await unitOfWork.run(async () => {
      expect(await count()).toBe(0);
      await outsideTransaction(insert);
      expect([await count(), await get()]).toEqual([0, 1]);
    });
    expect([await get(), reads]).toEqual([1, 1]);
  });

  it('lets a transaction see its own writes, and nobody else before its end', async () => {
    await get();
    const work = unitOfWork.run(async () => {
      await insert();
      expect([await get(), await outsideTransaction(get)]).toEqual([1, 0]);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await get()).toBe(0);
    await unitOfWork.run(insert);
    expect(await get()).toBe(1);
  });
});
