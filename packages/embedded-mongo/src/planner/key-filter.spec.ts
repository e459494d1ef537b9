import fc from 'fast-check';
import type { Document, Filter, Sort } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TestDatabase } from '../testing/database.js';
import { runs } from '../testing/effort.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await TestDatabase.start();
});
afterAll(() => database.stop());

const fields = ['a', 'b', 'c', 'd'] as const;
const field = fc.constantFrom(...fields);
const value = fc.oneof(
  { arbitrary: fc.integer({ min: -3, max: 3 }), weight: 4 },
  fc.constantFrom<unknown>('', 'a', 'ab', 'b', null, true, 1.5, new Date(0), { x: 1 }),
);
/** Comparisons only: what a plan considers exact is not tested again. */
const plain = fc
  .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), fc.integer({ min: -3, max: 3 }))
  .map(([operator, operand]) => ({ [operator]: operand }));
/** No arrays: they would make an index multikey, so its entries would not be tested. */
const document = fc.dictionary(field, value).map((one): Document => one);
const condition = fc.oneof(
  { arbitrary: plain, weight: 4 },
  value,
  fc.tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), value).map(([operator, operand]) => ({
    [operator]: operand,
  })),
  fc.array(value, { minLength: 1, maxLength: 3 }).map((operands) => ({ $in: operands })),
  fc.constantFrom({ $exists: false }, { $ne: 1 }, { $regex: '^a' }),
);
const filter = fc
  .array(fc.tuple(field, condition), { minLength: 1, maxLength: 3 })
  .map((parts): Filter<Document> => ({ $and: parts.map(([name, operand]) => ({ [name]: operand })) }));
const direction = fc.constantFrom<1 | -1>(1, -1);
const order = fc.uniqueArray(fc.tuple(field, direction), { maxLength: 2, selector: ([name]) => name });
const compound = fc.uniqueArray(fc.tuple(field, direction), { minLength: 3, maxLength: 4, selector: ([name]) => name });

describe('conditions tested on index entries', () => {
  it('never change the results, their order or their number', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 20, maxLength: 60 }),
        fc.uniqueArray(compound, { minLength: 1, maxLength: 3, selector: String }),
        fc.array(fc.tuple(filter, order, fc.constantFrom(0, 1, 7)), { minLength: 10, maxLength: 10 }),
        async (documents, indexes, questions) => {
          const things = database.db.collection(`things-${Math.random()}`);
          await things.insertMany(documents.map((one, _id) => ({ ...one, _id: _id as never })));
          const answers = () =>
            Promise.all(
              questions.map(async ([asked, sort, limit]) => [
                await things
                  .find(asked)
                  .sort([...sort, ['_id', 1]] as Sort)
                  .limit(limit)
                  .toArray(),
                await things.countDocuments(asked),
              ]),
            );
          const before = await answers();
          await things.createIndexes(indexes.map((index) => ({ key: Object.fromEntries(index) })));
          const after = await answers();
          await things.drop();
          expect(after).toEqual(before);
        },
      ),
      runs(100),
    );
  });
});
