import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { afterAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';
import { runs } from '../testing/effort.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());

interface Thing {
  _id: number;
  [field: string]: unknown;
}

const collection = (name: string) => database.db.collection<Thing>(name);

const scalar = fc.constantFrom<unknown>(
  null,
  new Int32(1),
  new Double(1),
  Long.fromNumber(2),
  'a',
  'b',
  { b: new Int32(1) },
  { b: [new Int32(1), 'a'] },
);
const held = fc.oneof({ arbitrary: scalar, weight: 3 }, fc.array(scalar, { maxLength: 3 }), fc.constant(undefined));
const joins: Document[] = [
  { localField: 'k', foreignField: 'k' },
  { localField: 'k.b', foreignField: 'k.b' },
];

describe('$lookup', () => {
  it('returns the same results with and without indexes on the other collection', async () => {
    const documents = fc.array(held, { minLength: 3, maxLength: 12 });
    const keys = fc.constantFrom<Record<string, 1>[]>([{ k: 1 }, { 'k.b': 1 }], [{ k: 1, n: 1 }]);
    await fc.assert(
      fc.asyncProperty(documents, documents, keys, fc.boolean(), async (local, foreign, indexes, sparse) => {
        await Promise.all(['local', 'plain', 'indexed'].map((name) => collection(name).drop()));
        const numbered = (values: unknown[]): Thing[] =>
          values.map((k, n) => (k === undefined ? { _id: n, n } : { _id: n, n, k }));
        const others = numbered(foreign);
        await collection('local').insertMany(numbered(local));
        await collection('plain').insertMany(others);
        await collection('indexed').createIndexes(indexes.map((key) => ({ key, sparse })));
        await collection('indexed').insertMany(others);
        for (const join of joins) {
          const found = async (from: string): Promise<unknown[]> => {
            const results = await collection('local')
              .aggregate<{ found: Thing[] }>([{ $lookup: { from, ...join, as: 'found' } }])
              .toArray();
            return results.map((result) => result.found.map(({ _id }) => _id).sort((a, b) => a - b));
          };
          expect(await found('indexed')).toEqual(await found('plain'));
        }
      }),
      runs(25),
    );
  });

  it('sees what its transaction has written', async () => {
    await collection('labs').createIndexes([{ key: { code: 1 } }]);
    await collection('labs').insertMany(Array.from({ length: 100 }, (_, i) => ({ _id: i, code: `L${i}` })));
    await collection('orders').insertOne({ _id: 1, lab: 'L500' });
    const joined = { from: 'labs', localField: 'lab', foreignField: 'code', as: 'labs' };
    await database.client.withSession((session) =>
      session.withTransaction(async () => {
        await collection('labs').insertOne({ _id: 500, code: 'L500' }, { session });
        const [order] = await collection('orders')
          .aggregate([{ $lookup: joined }], { session })
          .toArray();
        expect(order).toMatchObject({ labs: [{ _id: 500, code: 'L500' }] });
        const [outside] = await collection('orders')
          .aggregate([{ $lookup: joined }])
          .toArray();
        expect(outside).toMatchObject({ labs: [] });
      }),
    );
  });
});
