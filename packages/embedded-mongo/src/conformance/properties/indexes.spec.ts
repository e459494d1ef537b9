import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Document, IndexDescription } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connectedDatabase, TYPED } from '../testing/database.js';
import { document, filter } from '../testing/arbitrary.js';
import { repetitions, SEED } from '../../testing/effort.js';

const { db } = connectedDatabase(TYPED);

// At most one field of a compound index may hold arrays: `d` never does.
const index: fc.Arbitrary<IndexDescription> = fc.constantFrom<IndexDescription>(
  { key: { a: 1 } },
  { key: { a: -1 }, sparse: true },
  { key: { 'a.b': 1 } },
  { key: { c: 1, d: -1 } },
  { key: { d: 1, a: 1 } },
  { key: { d: 1, 'c.b': -1 } },
  { key: { d: 1 } },
  { key: { d: -1, _id: 1 }, unique: true },
  { key: { a: 1, _id: 1 }, unique: true },
  { key: { 'c.b': 1 }, sparse: true },
  { key: { d: 1, _id: -1 }, partialFilterExpression: { d: { $gt: 1 } } },
  { key: { c: 1 }, partialFilterExpression: { d: { $exists: true } } },
  { key: { a: 1, d: 1 }, partialFilterExpression: { d: { $type: 'string' } } },
);

describe('an index', () => {
  it('never changes the results, the count or the order of a query', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 5, maxLength: 40 }),
        fc.uniqueArray(index, { minLength: 1, maxLength: 4, selector: ({ key }) => JSON.stringify(key) }),
        fc.array(filter, { minLength: 8, maxLength: 8 }),
        async (documents, indexes, filters) => {
          const things = db.collection(randomUUID());
          await things.insertMany(documents.map((one, _id): Document => ({ _id, ...one })));
          const answers = (): Promise<unknown[]> =>
            Promise.all(
              filters.map(async (one) => [
                await things.find(one).sort({ _id: 1 }).toArray(),
                await things.find(one).sort({ d: -1, _id: 1 }).toArray(),
                await things.countDocuments(one),
              ]),
            );
          const before = await answers();
          await things.createIndexes(indexes);
          const after = await answers();
          await things.drop();
          expect(after).toEqual(before);
        },
      ),
      { numRuns: repetitions(30), seed: SEED },
    );
  });

  it('never changes which documents an update or a delete affects', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 5, maxLength: 20 }),
        fc.uniqueArray(index, { minLength: 1, maxLength: 3, selector: ({ key }) => JSON.stringify(key) }),
        filter,
        filter,
        async (documents, indexes, changed, removed) => {
          const outcome = async (wanted: IndexDescription[]): Promise<Document[]> => {
            const things = db.collection(randomUUID());
            await things.insertMany(documents.map((one, _id): Document => ({ _id, ...one })));
            if (wanted.length > 0) await things.createIndexes(wanted);
            await things.updateMany(changed, { $set: { d: 'ab', touched: true } });
            await things.deleteMany(removed);
            const left = await things.find().sort({ _id: 1 }).toArray();
            await things.drop();
            return left;
          };
          expect(await outcome(indexes)).toEqual(await outcome([]));
        },
      ),
      { numRuns: repetitions(30), seed: SEED },
    );
  });
});
