import { type Connection, type mongo, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { DomainEvents } from '../events/domain-events';
import { LabScope } from '../domain/lab-scope';
import { newId } from '../domain/object-id';
import { ScopedRepository, type Stored } from './scoped-repository';
import { UnitOfWork, writeLater } from './unit-of-work';

type Note = Stored & { laboratoryId: string; text: string };

class Notes extends ScopedRepository<Note> {
  constructor(connection: Connection) {
    const schema = new Schema<Note>({ laboratoryId: String, text: String, version: Number }, { versionKey: false });
    super(connection.model<Note>('Note', schema), { laboratory: 'laboratoryId' });
  }

  async insertLater(row: Note): Promise<void> {
    await writeLater(this.model, [{ insertOne: row }]);
  }
}

const everywhere = LabScope.everywhere();
const all = { filter: {}, sort: { text: 1 as const } };

function note(text: string): Note {
  const at = new Date();
  return { _id: newId(), laboratoryId: 'lab', text, version: 1, createdAt: at, updatedAt: at };
}

async function textsOf(rows: AsyncIterable<Note>): Promise<string[]> {
  const texts = [];
  for await (const { text } of rows) texts.push(text);
  return texts;
}

describe('a scoped repository', () => {
  let connection: Connection;
  let notes: Notes;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    notes = new Notes(connection);
    unitOfWork = new UnitOfWork(connection, new DomainEvents());
    await connection.createCollection('notes');
  });
  beforeEach(async () => {
    await connection.collection('notes').deleteMany({});
    await notes.insert(note('committed'));
  });
  afterAll(() => connection.close());

  it('reads the uncommitted writes of its transaction by every method', async () => {
    await unitOfWork.run(async () => {
      const own = note('uncommitted');
      await notes.insertMany([own]);
      const { items, total } = await notes.page(everywhere, { ...all, page: 1, limit: 10 });
      expect([items.map(({ text }) => text), total]).toEqual([['committed', 'uncommitted'], 2]);
      const { total: filtered } = await notes.page(everywhere, { ...all, filter: { text: /un/ }, page: 1, limit: 10 });
      expect(filtered).toBe(1);
      expect(await textsOf(notes.stream(everywhere, all))).toEqual(['committed', 'uncommitted']);
      expect(await notes.count(everywhere, {})).toBe(2);
      expect(await notes.find(everywhere, {}, { limit: 10 })).toHaveLength(2);
      expect(await notes.findById(everywhere, own._id.toHexString())).toMatchObject({ text: 'uncommitted' });
      expect(await notes.aggregate(everywhere, [{ $count: 'n' }])).toEqual([{ n: 2 }]);
    });
  });

  it('streams what its transaction has deferred', async () => {
    await unitOfWork.run(async () => {
      await notes.insertLater(note('deferred'));
      expect(await textsOf(notes.stream(everywhere, all))).toEqual(['committed', 'deferred']);
    });
  });

  it('cannot be read, counted or written with the scope of a person where documents belong to nobody', async () => {
    const own = LabScope.ofPerson(newId().toHexString(), newId().toHexString());
    const message = "notes can't be limited to a person";
    const row = note('any');
    await expect(notes.find(own, {}, { limit: 1 })).rejects.toThrow(message);
    await expect(notes.findById(own, newId().toHexString())).rejects.toThrow(message);
    await expect(notes.page(own, { ...all, page: 1, limit: 1 })).rejects.toThrow(message);
    await expect(textsOf(notes.stream(own, all))).rejects.toThrow(message);
    await expect(notes.count(own, {})).rejects.toThrow(message);
    await expect(notes.countAtMost(own, {}, 1)).rejects.toThrow(message);
    await expect(notes.aggregate(own, [{ $limit: 1 }])).rejects.toThrow(message);
    await expect(notes.updateAt(own, row._id.toHexString(), 1, {}, new Date())).rejects.toThrow(message);
    await expect(notes.updateEachAt(own, [{ row, changes: {} }], new Date())).rejects.toThrow(message);
  });

  it('reads all of a set, or refuses to read a part of it', async () => {
    await notes.insertMany([note('second'), note('third')]);
    expect(await notes.findAll(everywhere, {}, { most: 3 })).toHaveLength(3);
    await expect(notes.findAll(everywhere, {}, { most: 2 })).rejects.toMatchObject({
      code: 'TOO_MANY_AT_ONCE',
      message: 'The selection includes more than 2 notes. Narrow it and try again.',
    });
    expect(await notes.find(everywhere, {}, { limit: 2 })).toHaveLength(2);
  });

  it('reads no set without a bound', async () => {
    expect(await notes.find(everywhere, {}, { limit: 0 })).toEqual([]);
    await expect(notes.aggregate(everywhere, [{ $match: {} }])).rejects.toThrow('A pipeline groups, counts or limits');
    expect(await notes.aggregate(everywhere, [{ $match: {} }, { $limit: 1 }])).toHaveLength(1);
  });

  it('never estimates a number of documents', async () => {
    const commands: string[] = [];
    const listener = ({ commandName }: mongo.CommandStartedEvent) => commands.push(commandName);
    connection.getClient().on('commandStarted', listener);
    expect(await notes.count(everywhere, {})).toBe(1);
    expect(await notes.count(LabScope.ofLaboratory(newId().toHexString()), {})).toBe(0);
    connection.getClient().off('commandStarted', listener);
    expect(commands).toEqual(['aggregate', 'aggregate']);
  });

  it('closes the cursor of a stream that is abandoned', async () => {
    await notes.insertMany(Array.from({ length: 1200 }, (_, index) => note(`text ${index}`)));
    const killed: string[] = [];
    const listener = ({ commandName }: mongo.CommandStartedEvent) => killed.push(commandName);
    connection.getClient().on('commandStarted', listener);
    for await (const _ of notes.stream(everywhere, all)) break;
    connection.getClient().off('commandStarted', listener);
    expect(killed).toEqual(['find', 'killCursors']);
  });

  it('does not cut short a stream that outlives its transaction, but fails', async () => {
    await notes.insertMany(Array.from({ length: 1200 }, (_, index) => note(`text ${index}`)));
    const rows = await unitOfWork.run(async () => {
      const iterator = notes.stream(everywhere, all)[Symbol.asyncIterator]();
      await iterator.next();
      return { [Symbol.asyncIterator]: () => iterator };
    });
    await expect(textsOf(rows)).rejects.toThrow();
  });
});
