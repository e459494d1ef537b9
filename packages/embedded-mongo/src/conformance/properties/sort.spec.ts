import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connectedDatabase, TYPED } from '../testing/database.js';
import { document } from '../testing/arbitrary.js';
import { repetitions, SEED } from '../../testing/effort.js';

const { db } = connectedDatabase(TYPED);

const order = fc.constantFrom<Record<string, 1 | -1>>(
  { a: 1, _id: 1 },
  { a: -1, _id: 1 },
  { 'a.b': 1, d: -1, _id: 1 },
  { d: 1, c: -1, _id: -1 },
  { 'c.b': -1, _id: 1 },
  { d: -1, _id: -1 },
);

const idsOf = (documents: Document[]): number[] => documents.map(({ _id }) => Number(_id));

describe('a sort that ends with _id', () => {
  it('is total: it returns everything in the same order, with or without an index, in pages of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: 40 }),
        order,
        fc.integer({ min: 1, max: 12 }),
        async (documents, sort, size) => {
          const things = db.collection(randomUUID());
          await things.insertMany(documents.map((one, _id): Document => ({ _id, ...one })));
          const whole = async (): Promise<number[]> => idsOf(await things.find().sort(sort).toArray());
          const pages = async (): Promise<number[]> => {
            const list: number[] = [];
            for (let skip = 0; skip < documents.length; skip += size) {
              list.push(...idsOf(await things.find().sort(sort).skip(skip).limit(size).toArray()));
            }
            return list;
          };
          const plain = await whole();
          const backwards = Object.entries(sort).map(([path, direction]) => [path, -direction]);
          expect([...plain].sort((a, b) => a - b)).toEqual(documents.map((_, _id) => _id));
          expect(await pages()).toEqual(plain);
          expect(idsOf(await things.aggregate([{ $sort: sort }]).toArray())).toEqual(plain);
          await things.createIndexes([{ key: sort }]);
          expect(await whole()).toEqual(plain);
          expect(await pages()).toEqual(plain);
          // The reverse order; arrays are excluded because they then sort by their other end.
          if (documents.every((one) => Object.values(one).every((item) => typeof item !== 'object' || item === null))) {
            const other = await things
              .find()
              .sort(Object.fromEntries(backwards) as typeof sort)
              .toArray();
            expect(idsOf(other)).toEqual([...plain].reverse());
          }
          await things.drop();
        },
      ),
      { numRuns: repetitions(30), seed: SEED },
    );
  });
});
