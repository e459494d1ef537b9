import { type Connection, type Model, mongo, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { DomainEvents, eventKind } from '../events/domain-events';
import { currentSession, readAll, readInFirstAttempt, UnitOfWork } from './unit-of-work';

type Counter = { _id: string; value: number };
const counted = eventKind<{ value: number }>('counter.counted');

describe('a transaction', () => {
  let connection: Connection;
  let counters: Model<Counter>;
  let events: DomainEvents;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const schema = new Schema<Counter>({ _id: { type: String, required: true }, value: Number }, { versionKey: false });
    counters = connection.model<Counter>('Counter', schema);
    await counters.createCollection();
  });
  beforeEach(async () => {
    events = new DomainEvents();
    unitOfWork = new UnitOfWork(connection, events);
    await counters.deleteMany({});
    await counters.create({ _id: 'a', value: 0 });
  });
  afterAll(() => connection.close());

  const valueOf = async (_id: string) => (await counters.findById(_id).lean<Counter>())?.value;
  const add = async (_id: string) => {
    const row = await counters.findById(_id).session(currentSession()).lean<Counter>();
    const value = (row?.value ?? 0) + 1;
    await counters.updateOne({ _id }, { $set: { value } }, { upsert: true }).session(currentSession());
    await unitOfWork.raise(counted, { value });
    return value;
  };

  it('writes nothing and publishes no event if the work fails', async () => {
    const published: number[] = [];
    events.after(counted, ({ value }) => void published.push(value));
    const work = unitOfWork.run(async () => {
      await add('a');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('a')).toBe(0);
    expect(published).toEqual([]);
  });

  it('is retried after a write conflict, and publishes each event once', async () => {
    const published: number[] = [];
    events.after(counted, ({ value }) => void published.push(value));
    await Promise.all(Array.from({ length: 12 }, () => unitOfWork.run(() => add('a'))));
    expect(await valueOf('a')).toBe(12);
    expect(published.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('reads what a request refers to once for all attempts, and again only if that failed', async () => {
    const transient = () => {
      const error = new mongo.MongoError('The connection was lost');
      error.addErrorLabel('TransientTransactionError');
      return error;
    };
    const answers = [() => Promise.reject(transient()), () => Promise.resolve(1), () => Promise.resolve(2)];
    const seen: number[] = [];
    await unitOfWork.run(async () => {
      seen.push(await readInFirstAttempt('version', () => answers.shift()?.() ?? Promise.reject(transient())));
      if (seen.length === 1) throw transient();
    });
    expect(seen).toEqual([1, 1]);
    expect(answers).toHaveLength(1);
  });

  it('creates the collection of its first write, also if others do so at the same time', async () => {
    await connection.dropDatabase();
    const insert = (index: number) => async () => {
      const session = currentSession() ?? undefined;
      await counters.collection.bulkWrite([{ insertOne: { document: { _id: `${index}` as never } } }], { session });
    };
    await Promise.all(Array.from({ length: 8 }, (_, index) => unitOfWork.run(insert(index))));
    expect(await counters.countDocuments()).toBe(8);
  });

  it('joins the transaction in which it is started', async () => {
    const work = unitOfWork.run(async () => {
      await unitOfWork.run(() => add('b'));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('b')).toBeUndefined();
  });

  it('is rolled back if a listener within it fails, but not if a listener after it fails', async () => {
    events.after(counted, () => {
      throw new Error('after');
    });
    await unitOfWork.run(() => add('a'));
    expect(await valueOf('a')).toBe(1);
    events.within(counted, () => Promise.reject(new Error('within')));
    await expect(unitOfWork.run(() => add('a'))).rejects.toThrow('within');
    expect(await valueOf('a')).toBe(1);
  });

  it('fails if its operations overlap', async () => {
    const work = unitOfWork.run(() => Promise.all([add('a'), add('b')]));
    await expect(work).rejects.toThrow('Operations overlap in one transaction: find counters and find counters');
    expect(await valueOf('a')).toBe(0);
  });

  it('fails if it does not wait for an operation', async () => {
    let late: Promise<unknown> = Promise.resolve();
    const work = unitOfWork.run(async () => {
      await add('a');
      late = counters.findById('a').session(currentSession()).lean();
      late.catch(() => undefined);
      await new Promise((resolve) => connection.getClient().once('commandStarted', resolve));
    });
    await expect(work).rejects.toThrow('The transaction ended before its operation: find counters');
    await late.catch(() => undefined);
    expect(await valueOf('a')).toBe(0);
  });

  it('fails if an operation bypasses its session', async () => {
    const work = unitOfWork.run(async () => await counters.findById('a').lean());
    await expect(work).rejects.toThrow('An operation bypasses the transaction: find counters');
  });

  it('reads several things in turn, and at once outside it', async () => {
    const steps: string[] = [];
    const read = (name: string) => async () => {
      steps.push(`${name} begins`);
      await counters.findById('a').session(currentSession()).lean();
      steps.push(`${name} ends`);
      return name;
    };
    expect(await unitOfWork.run(() => readAll(read('one'), read('two')))).toEqual(['one', 'two']);
    expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends']);
    expect(await readAll(read('one'), read('two'))).toEqual(['one', 'two']);
    expect(steps.slice(4, 6)).toEqual(['one begins', 'two begins']);
  });

  it('is required for raising events', async () => {
    await expect(unitOfWork.raise(counted, { value: 1 })).rejects.toThrow('outside a transaction');
  });
});
