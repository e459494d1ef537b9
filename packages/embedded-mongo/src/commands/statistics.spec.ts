import { calculateObjectSize } from 'bson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';

const documents = Array.from({ length: 300 }, (_, i) => ({ _id: i, text: 'x'.repeat(i) }));
const size = documents.reduce((sum, document) => sum + calculateObjectSize(document), 0);

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
  await database.db.collection<{ _id: number }>('things').insertMany(documents);
  await database.db.collection('things').createIndexes([{ key: { text: 1 } }]);
  await database.db.collection('others').insertOne({});
});
afterAll(() => database.stop());

const statistics = (...stages: object[]) => database.db.collection('things').aggregate(stages).toArray();

describe('collStats', () => {
  it('counts documents, their bytes and the indexes', async () => {
    expect(await database.db.command({ collStats: 'things' })).toMatchObject({
      ns: 'test.things',
      count: 300,
      size,
      avgObjSize: Math.floor(size / 300),
      nindexes: 2,
      capped: false,
    });
    const scaled = await database.db.command({ collStats: 'things', scale: 1024 });
    expect(scaled).toMatchObject({ size: Math.floor(size / 1024), scaleFactor: 1024, count: 300 });
  });

  it('is all zeros if the collection does not exist', async () => {
    expect(await database.db.command({ collStats: 'nothing' })).toMatchObject({ count: 0, size: 0, nindexes: 0 });
  });
});

describe('dbStats', () => {
  it('sums up the collections', async () => {
    const other = calculateObjectSize((await database.db.collection('others').findOne({})) ?? {});
    expect(await database.db.stats()).toMatchObject({
      db: 'test',
      collections: 2,
      objects: 301,
      dataSize: size + other,
      indexes: 3,
    });
  });
});

describe('$collStats', () => {
  it('works as the first stage of a pipeline', async () => {
    const [found] = await statistics({ $collStats: { count: {}, storageStats: {} } }, { $project: { localTime: 0 } });
    expect(found).toMatchObject({ ns: 'test.things', count: 300, storageStats: { size, nindexes: 2 } });
  });

  it('is rejected elsewhere, and for unsupported statistics', async () => {
    expect(await failureOf(statistics({ $match: {} }, { $collStats: { count: {} } }))).toMatchObject({ code: 40602 });
    expect(await failureOf(statistics({ $collStats: { latencyStats: {} } }))).toMatchObject({ code: 238 });
    const nothing = database.db.collection('nothing').aggregate([{ $collStats: { count: {} } }]);
    expect(await failureOf(nothing.toArray())).toMatchObject({ code: 26 });
  });
});
