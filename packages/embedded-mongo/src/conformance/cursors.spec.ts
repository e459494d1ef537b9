import { randomUUID } from 'node:crypto';
import { Long, type Document } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/find, reference/command/getMore, reference/command/killCursors, core/cursors */
const { client, db } = connectedDatabase();

const COUNT = 250;
const things = db.collection<{ _id: number; n: number }>('things');
const ids = Array.from({ length: COUNT }, (_, i) => i);

beforeAll(() => things.insertMany(ids.map((_id) => ({ _id, n: COUNT - _id }))));

interface Batch {
  id: Long;
  ids: unknown[];
}

async function ask(command: Document): Promise<Batch> {
  const { cursor } = (await db.command(command, { promoteLongs: false })) as { cursor: Document };
  const documents = (cursor.firstBatch ?? cursor.nextBatch) as Document[];
  return { id: cursor.id as Long, ids: documents.map(({ _id }): unknown => _id) };
}

const find = (options: Document = {}): Promise<Batch> => ask({ find: 'things', sort: { _id: 1 }, ...options });
const more = (id: Long, options: Document = {}): Promise<Batch> =>
  ask({ getMore: id, collection: 'things', ...options });

describe('the first batch', () => {
  const pipeline = [{ $sort: { _id: 1 } }, { $project: { n: 0 } }];

  it.each<[what: string, first: () => Promise<Batch>, size: number]>([
    ['101 documents by default', () => find(), 101],
    ['the requested number', () => find({ batchSize: 7 }), 7],
    ['nothing, if that is requested', () => find({ batchSize: 0 }), 0],
    ['results of a pipeline', () => ask({ aggregate: 'things', pipeline, cursor: { batchSize: 4 } }), 4],
  ])('contains %s', async (_what, ask, size) => {
    const { id, ids: first } = await ask();
    expect(first).toEqual(ids.slice(0, size));
    expect((await more(id, { batchSize: 5 })).ids).toEqual(ids.slice(size, size + 5));
    expect((await more(id)).ids).toEqual(ids.slice(size + 5));
  });

  it.each<[what: string, options: Document, size: number]>([
    ['it is the only one', { batchSize: 3, singleBatch: true }, 3],
    ...[1, 3, 101].map((limit): [string, Document, number] => [
      `it holds all of a limit of ${limit}`,
      { limit },
      limit,
    ]),
    ['nothing matches', { filter: { _id: -1 } }, 0],
  ])('ends the cursor if %s', async (_what, options, size) => {
    expect(await find(options)).toEqual({ id: Long.ZERO, ids: ids.slice(0, size) });
  });
});

describe('skip, limit and batches', () => {
  const sizes = [1, 4, 100, 101, 1000];
  it.each(
    [0, 3, 249, 250, 300].flatMap((skip) =>
      [0, 1, 5, 100, 101, 250, 300].map((limit): [number, number] => [skip, limit]),
    ),
  )('skip %d and limit %d give the same in batches of any size', async (skip, limit) => {
    const expected = ids.slice(skip, limit === 0 ? undefined : skip + limit);
    for (const batchSize of expected.length > 10 ? sizes.slice(2) : sizes) {
      const found = await things.find({}, { sort: { _id: 1 }, skip, limit, batchSize }).toArray();
      expect(found.map(({ _id }) => _id)).toEqual(expected);
      const sorted = await things.find({}, { sort: { n: -1 }, skip, limit, batchSize }).toArray();
      expect(sorted.map(({ _id }) => _id)).toEqual(expected);
    }
  });

  it.each(['skip', 'limit', 'batchSize'])('%s below zero is refused', async (name) => {
    const { message } = await failureOf(db.command({ find: 'things', [name]: -1 }));
    expect(message).toBe(`BSON field '${name}' value must be >= 0, actual value '-1'`);
  });

  it('a negative limit makes the driver request one batch', async () => {
    expect(await things.find({}, { sort: { _id: 1 }, limit: -5 }).toArray()).toHaveLength(5);
  });
});

describe('a cursor', () => {
  it('is closed once it is killed', async () => {
    const { id } = await find({ batchSize: 2 });
    const killed = await db.command({ killCursors: 'things', cursors: [id] }, { promoteLongs: false });
    expect(killed).toMatchObject({ cursorsKilled: [id], cursorsNotFound: [], cursorsAlive: [], cursorsUnknown: [] });
    expect(await failureOf(more(id))).toMatchObject({ code: 43, codeName: 'CursorNotFound' });
    const again = await db.command({ killCursors: 'things', cursors: [id] }, { promoteLongs: false });
    expect(again).toMatchObject({ cursorsKilled: [], cursorsNotFound: [id] });
  });

  it('is closed at its end', async () => {
    const { id } = await find({ batchSize: 2, limit: 3 });
    expect(await more(id)).toEqual({ id: Long.ZERO, ids: [2] });
    expect(await failureOf(more(id))).toMatchObject({ code: 43 });
  });

  it('that never existed is not found', async () => {
    expect(await failureOf(more(Long.fromNumber(12345)))).toMatchObject({ code: 43 });
  });

  it('belongs to its collection', async () => {
    const { id } = await find({ batchSize: 2 });
    const other = ask({ getMore: id, collection: 'other' });
    expect(await failureOf(other)).toMatchObject({ code: 13, codeName: 'Unauthorized' });
  });

  it('ends with its collection', async () => {
    await db.collection('passing').insertMany([{ a: 1 }, { a: 2 }, { a: 3 }]);
    const { id } = await ask({ find: 'passing', batchSize: 1 });
    await db.dropCollection('passing');
    expect(await failureOf(ask({ getMore: id, collection: 'passing' }))).toMatchObject({ code: 175 });
  });

  it('belongs to its session', async () => {
    const [own, other] = [client.startSession(), client.startSession()];
    const { cursor } = await db.command({ find: 'things', batchSize: 2 }, { session: own });
    const next = { getMore: (cursor as { id: Long }).id, collection: 'things' };
    expect(await failureOf(db.command(next, { session: other }))).toMatchObject({ code: 50738 });
    expect(await db.command(next, { session: own })).toMatchObject({ ok: 1 });
    await Promise.all([own.endSession(), other.endSession()]);
  });

  it.each<Document>([{ n: { $gte: 0 } }, {}])(
    'over %j returns what is left by writes between two batches',
    async (filter) => {
      const changing = db.collection<{ _id: number; n: number }>(randomUUID());
      await changing.insertMany(ids.map((_id) => ({ _id, n: _id })));
      await changing.createIndexes([{ key: { n: 1 } }]);
      const seen: number[] = [];
      for await (const { n } of changing.find(filter, { batchSize: 10 })) {
        seen.push(n);
        if (seen.length === 10) await changing.deleteMany({ n: { $gte: 100, $lt: 200 } });
      }
      expect(seen).toEqual(ids.filter((id) => id < 100 || id >= 200));
    },
  );

  it('can be one of several that are read concurrently', async () => {
    const cursors = Array.from({ length: 10 }, () => things.find({}, { sort: { _id: 1 }, batchSize: 20 }).toArray());
    for (const found of await Promise.all(cursors)) expect(found.map(({ _id }) => _id)).toEqual(ids);
  });
});
