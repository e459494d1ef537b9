import { type Connection, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { DomainEvents } from '../events/domain-events';
import { LabScope } from '../domain/lab-scope';
import { readListLimits } from './list-limits';
import { newId } from '../domain/object-id';
import { ScopedRepository, type Stored } from './scoped-repository';
import { UnitOfWork, writeLater } from './unit-of-work';

type Box = Stored & { laboratoryId: string; tags: string[]; parts: { names: string[] }[]; inner: { days: number[] } };

const part = { _id: false } as const;
const schema = new Schema<Box>(
  {
    laboratoryId: String,
    tags: { type: [String], max: 2 },
    parts: { type: [new Schema({ names: { type: [String], max: 1 } }, part)], max: 3 },
    inner: new Schema({ days: { type: [Number], max: 2 } }, part),
    version: Number,
  },
  { versionKey: false },
);

class Boxes extends ScopedRepository<Box> {
  constructor(connection: Connection) {
    super(connection.model<Box>('Box', schema), { laboratory: 'laboratoryId' });
  }

  write(...statements: Parameters<typeof writeLater>[1]): Promise<void> {
    return writeLater(this.model, statements);
  }
}

const everywhere = LabScope.everywhere();

function box(changes: Partial<Box> = {}): Box {
  const at = new Date();
  const lists = { tags: [], parts: [], inner: { days: [] } };
  return { _id: newId(), laboratoryId: 'lab', ...lists, version: 1, createdAt: at, updatedAt: at, ...changes };
}

describe('a list of a stored document', () => {
  let connection: Connection;
  let boxes: Boxes;
  let unitOfWork: UnitOfWork;

  beforeAll(async () => {
    connection = await connect(testDatabaseUri());
    boxes = new Boxes(connection);
    unitOfWork = new UnitOfWork(connection, new DomainEvents());
    await boxes.insert(box());
  });
  afterAll(() => connection.close());

  const full = { tags: ['a', 'b', 'c'] };
  const written: [string, () => Promise<unknown>][] = [
    ['an insert', () => boxes.insert(box(full))],
    ['one of many inserts', () => boxes.insertMany([box(), box(full)])],
    ['an update', () => boxes.updateAt(everywhere, newId().toHexString(), 1, full, new Date())],
    ['one of many updates', () => boxes.updateEachAt(everywhere, [{ row: box(), changes: full }], new Date())],
    ['an insert of the driver', () => boxes.write({ insertOne: box(full) })],
    ['a replacement', () => boxes.write({ replaceOne: { filter: {}, replacement: box(full) } })],
    ['an upsert', () => boxes.write({ updateOne: { filter: {}, update: { $setOnInsert: full }, upsert: true } })],
    ['a deferred write', () => unitOfWork.run(() => boxes.write({ insertOne: box(full) }))],
  ];

  it.each(written)('is refused beyond its maximum in %s', async (_, write) => {
    const message = 'This list can hold at most 2, and would have 3';
    await expect(write()).rejects.toMatchObject({
      code: 'LIST_FULL',
      details: { errors: [{ field: 'tags', message }] },
    });
    expect(await boxes.count(everywhere, { tags: { $size: 3 } })).toBe(0);
  });

  it('is also limited within another document or list', async () => {
    await expect(boxes.insert(box({ inner: { days: [1, 2, 3] } }))).rejects.toMatchObject({
      details: { errors: [{ field: 'inner.days' }] },
    });
    await expect(boxes.insert(box({ parts: [{ names: [] }, { names: ['a', 'b'] }] }))).rejects.toMatchObject({
      details: { errors: [{ field: 'names' }] },
    });
  });

  it('may be as long as its maximum, and has one', async () => {
    await boxes.insert(box({ tags: ['a', 'b'], parts: [{ names: ['a'] }], inner: { days: [1, 2] } }));
    const unlimited = new Schema({ outer: { type: [new Schema({ names: [String] })], max: 1 } });
    expect(() => readListLimits(unlimited)).toThrow('The list names of a stored document has no max');
  });
});
