import { type Connection, type mongo, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { DomainEvents } from '../events/domain-events';
import { Caches } from './caches';
import type { SharedRedis } from '../redis/shared-redis';
import { Clock } from '../time/clock';
import { LabScope } from '../domain/lab-scope';
import { CachedListTotals } from './cached-list-totals';
import { newId } from '../domain/object-id';
import { ScopedRepository, type Stored } from '../mongo/scoped-repository';
import { outsideTransaction, UnitOfWork, writeLater } from '../mongo/unit-of-work';

type Note = Stored & { laboratoryId: string; text: string };

class Notes extends ScopedRepository<Note> {
  constructor(connection: Connection, totals: CachedListTotals) {
    const schema = new Schema<Note>({ laboratoryId: String, text: String, version: Number }, { versionKey: false });
    super(connection.model<Note>('Note', schema), { laboratory: 'laboratoryId' });
    Object.assign(this, { totals });
  }

  async insertLater(row: Note): Promise<void> {
    await writeLater(this.model, [{ insertOne: row }]);
  }

  async delete({ _id }: Note): Promise<void> {
    await this.model.collection.deleteOne({ _id });
  }
}

class HeldClock extends Clock {
  at = Date.parse('2026-04-01T05:00:00Z');
  override now(): Date {
    return new Date(this.at);
  }
}

const everywhere = LabScope.everywhere();

function note(text: string): Note {
  const at = new Date();
  return { _id: newId(), laboratoryId: 'lab', text, version: 1, createdAt: at, updatedAt: at };
}

describe('the total of a list', () => {
  const uri = testDatabaseUri();
  let connection: Connection;
  let unitOfWork: UnitOfWork;
  let clock: HeldClock;
  let notes: Notes;
  let first: Note;

  beforeAll(async () => {
    connection = await connect(uri);
    await connection.createCollection('notes');
    await connection.createCollection('others');
    unitOfWork = new UnitOfWork(connection, new DomainEvents());
    await unitOfWork.onModuleInit();
  });
  beforeEach(async () => {
    clock = new HeldClock();
    connection.deleteModel(/Note/);
    notes = new Notes(connection, new CachedListTotals(new Caches(clock, undefined, unitOfWork)));
    await connection.collection('notes').deleteMany({});
    first = note('first');
    await notes.insert(first);
  });
  afterAll(() => connection.close());

  const total = async (filter = {}) => {
    return (await notes.page(everywhere, { filter, sort: { text: 1 }, page: 1, limit: 10 })).total;
  };
  const commandsOf = async (work: () => Promise<unknown>) => {
    const names: string[] = [];
    const listener = ({ commandName }: mongo.CommandStartedEvent) => names.push(commandName);
    connection.getClient().on('commandStarted', listener);
    await work();
    connection.getClient().off('commandStarted', listener);
    return names;
  };

  it('is counted once for each filter', async () => {
    expect([await total(), await total({ text: /fi/ }), await total({ text: /se/ })]).toEqual([1, 1, 0]);
    const again = async () => {
      expect([await total(), await total({ text: /fi/ }), await total({ text: /se/ })]).toEqual([1, 1, 0]);
    };
    expect(await commandsOf(again)).toEqual(['find', 'find', 'find']);
  });

  it('tells filters apart that the database tells apart', async () => {
    expect([await total(), await total({ text: undefined }), await total({ text: null })]).toEqual([1, 0, 0]);
    expect([await total({ text: /FIRST/i }), await total({ text: /FIRST/ })]).toEqual([1, 0]);
  });

  const writes: [string, () => Promise<unknown>, number][] = [
    ['an insert', () => notes.insert(note('first too')), 2],
    ['several inserts', () => notes.insertMany([note('first too'), note('first as well')]), 3],
    ['an update', () => notes.updateAt(everywhere, first._id.toHexString(), 1, { text: 'x' }, new Date()), 0],
    ['several updates', () => notes.updateEachAt(everywhere, [{ row: first, changes: { text: 'x' } }], new Date()), 0],
    ['a deletion', () => notes.delete(first), 0],
    ['a write that could be later', () => notes.insertLater(note('first too')), 2],
    ['a transaction', () => unitOfWork.run(() => notes.insert(note('first too'))), 2],
    ['the end of a transaction', () => unitOfWork.run(() => notes.insertLater(note('first too'))), 2],
    [
      'one command for several collections',
      () =>
        unitOfWork.run(async () => {
          await notes.insertLater(note('first too'));
          await writeLater(connection.model<object>('Other', new Schema({}, { collection: 'others' }), 'others'), [
            { insertOne: { of: 'notes' } },
          ]);
        }),
      2,
    ],
  ];

  it.each(writes)('is counted again after %s', async (_, write, expected) => {
    expect(await total({ text: /first/ })).toBe(1);
    await write();
    expect(await total({ text: /first/ })).toBe(expected);
  });

  it('counts what a transaction has written only within it until its end', async () => {
    await total();
    await unitOfWork.run(async () => {
      await notes.insert(note('second'));
      expect([await total(), await outsideTransaction(total)]).toEqual([2, 1]);
    });
    expect(await total()).toBe(2);
    const failed = unitOfWork.run(async () => {
      await notes.insert(note('third'));
      expect([await total(), await outsideTransaction(total)]).toEqual([3, 2]);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await total()).toBe(2);
  });

  it('includes what others have written after five seconds at most', async () => {
    await total();
    const other = await connect(uri);
    await other.collection('notes').insertOne({ text: 'by hand' });
    await other.close();
    clock.at += 5_000;
    expect(await total()).toBe(2);
  });

  it('is counted every time while the Redis of several processes cannot be reached', async () => {
    connection.deleteModel(/Note/);
    const redis = { isReachable: false, client: { on: () => undefined } } as unknown as SharedRedis;
    notes = new Notes(connection, new CachedListTotals(new Caches(clock, redis)));
    await total({ text: 'first' });
    expect(await commandsOf(() => total({ text: 'first' }))).toEqual(['find', 'aggregate']);
  });
});
