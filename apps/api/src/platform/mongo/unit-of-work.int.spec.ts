import { type Connection, type Model, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../testing/test-database';
import { DomainEvents, eventKind } from '../events/domain-events';
import { currentSession, UnitOfWork } from './unit-of-work';

type Counter = { _id: string; value: number };
const counted = eventKind<{ value: number }>('counter.counted');

describe('a transaction', () => {
  let connection: Connection;
  let counters: Model<Counter>;
  let events: DomainEvents;
  let transactions: UnitOfWork;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    const schema = new Schema<Counter>({ _id: { type: String, required: true }, value: Number }, { versionKey: false });
    counters = connection.model<Counter>('Counter', schema);
    await counters.createCollection();
  });
  beforeEach(async () => {
    events = new DomainEvents();
    transactions = new UnitOfWork(connection, events);
    await counters.deleteMany({});
    await counters.create({ _id: 'a', value: 0 });
  });
  afterAll(() => connection.close());

  const valueOf = async (_id: string) => (await counters.findById(_id).lean<Counter>())?.value;
  const add = async (_id: string) => {
    const row = await counters.findById(_id).session(currentSession()).lean<Counter>();
    const value = (row?.value ?? 0) + 1;
    await counters.updateOne({ _id }, { $set: { value } }, { upsert: true }).session(currentSession());
    await transactions.raise(counted, { value });
    return value;
  };

  it('leaves nothing when the work fails, and tells nobody', async () => {
    const told: number[] = [];
    events.after(counted, ({ value }) => void told.push(value));
    const work = transactions.run(async () => {
      await add('a');
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('a')).toBe(0);
    expect(told).toEqual([]);
  });

  it('is run again when another writer was faster, and tells each fact once', async () => {
    const told: number[] = [];
    events.after(counted, ({ value }) => void told.push(value));
    await Promise.all(Array.from({ length: 12 }, () => transactions.run(() => add('a'))));
    expect(await valueOf('a')).toBe(12);
    expect(told.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
  });

  it('joins the one it is called in', async () => {
    const work = transactions.run(async () => {
      await transactions.run(() => add('b'));
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    expect(await valueOf('b')).toBeUndefined();
  });

  it('is undone by a listener within it that fails, and not by one after it', async () => {
    events.after(counted, () => {
      throw new Error('after');
    });
    await transactions.run(() => add('a'));
    expect(await valueOf('a')).toBe(1);
    events.within(counted, () => Promise.reject(new Error('within')));
    await expect(transactions.run(() => add('a'))).rejects.toThrow('within');
    expect(await valueOf('a')).toBe(1);
  });

  it('is where facts are raised, and nowhere else', async () => {
    await expect(transactions.raise(counted, { value: 1 })).rejects.toThrow('outside a transaction');
  });
});
