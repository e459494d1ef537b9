import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { dropUndeclaredIndexes } from '../src/platform/mongo/migrations';
import { TestApp } from './test-app';

/** With that of `_id`. Every write pays for each index; see architecture.md. */
const LIMITS: Record<string, number> = { transactions: 12 };
const OTHERWISE = 8;

/** Some of the indexes that version 1.0 created. */
const formerIndexes: [collection: string, key: Record<string, 1>][] = [
  ['transactions', { laboratoryId: 1, category: 1, date: 1, _id: 1, type: 1 }],
  ['transactions', { status: 1, searchWords: 1 }],
  ['users', { laboratoryId: 1, joiningDate: 1, _id: 1 }],
  ['inventory_items', { laboratoryId: 1, nextExpiry: 1 }],
  ['inventory_items', { 'batches._id': 1 }],
  ['laboratories', { type: 1, sortName: 1, _id: 1 }],
];

describe('the indexes', () => {
  let app: TestApp;
  let connection: Connection;

  beforeAll(async () => {
    app = await TestApp.start();
    connection = app.services.get<Connection>(getConnectionToken());
  });
  afterAll(() => app.close());

  async function indexesByCollection(): Promise<Map<string, string[]>> {
    const collections = await connection.listCollections();
    const found = new Map<string, string[]>();
    for (const { name } of collections) {
      const indexes = await connection.collection(name).indexes();
      found.set(
        name,
        indexes.map((index) => index.name ?? ''),
      );
    }
    return found;
  }

  it('of every collection are few', async () => {
    const indexes = await indexesByCollection();
    expect(indexes.size).toBeGreaterThan(20);
    const tooMany = [...indexes].filter(([name, names]) => names.length > (LIMITS[name] ?? OTHERWISE));
    expect(tooMany).toEqual([]);
  });

  it('of earlier versions are dropped, and no others, also when that is repeated', async () => {
    const expected = await indexesByCollection();
    for (const [collection, key] of formerIndexes) await connection.collection(collection).createIndex(key, {}, {});
    expect(await indexesByCollection()).not.toEqual(expected);
    for (let run = 0; run < 2; run += 1) {
      await dropUndeclaredIndexes.up(connection, new AbortController().signal);
      expect(await indexesByCollection()).toEqual(expected);
    }
  });
});
