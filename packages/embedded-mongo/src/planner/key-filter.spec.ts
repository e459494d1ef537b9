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

const fieldNames = ['a', 'b', 'c', 'd'] as const;
const field = fc.constantFrom(...fieldNames);
const value = fc.oneof(
  { arbitrary: fc.integer({ min: -3, max: 3 }), weight: 4 },
  fc.constantFrom<unknown>('', 'a', 'ab', 'b', null, true, 1.5, new Date(0), { x: 1 }),
);
/** Comparisons only: what a plan considers exact is not tested again. */
const plain = fc
  .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), fc.integer({ min: -3, max: 3 }))
  .map(([operator, operand]) => ({ [operator]: operand }));
const document = fc.dictionary(field, value).map((one): Document => one);
/** Only `a` and `e` hold arrays, and no index has both. */
const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'a.b', 'é');
const element = fc.oneof({ arbitrary: word, weight: 6 }, value, fc.array(word, { maxLength: 2 }));
const part = fc.record({ x: value, y: value }, { requiredKeys: [] });
const withArrays = fc
  .tuple(
    document,
    fc.oneof({ arbitrary: fc.array(element, { maxLength: 4 }), weight: 4 }, value),
    fc.oneof({ arbitrary: fc.array(part, { maxLength: 3 }), weight: 4 }, part),
  )
  .map(([one, a, e]): Document => ({ ...one, a, e }));
const condition = fc.oneof(
  { arbitrary: plain, weight: 4 },
  value,
  fc.tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), value).map(([operator, operand]) => ({
    [operator]: operand,
  })),
  fc.array(value, { minLength: 1, maxLength: 3 }).map((operands) => ({ $in: operands })),
  fc.constantFrom({ $exists: false }, { $ne: 1 }, { $regex: '^a' }),
);
const filterOn = (...conditions: fc.Arbitrary<readonly [string, unknown]>[]) =>
  fc
    .array(fc.oneof(...conditions), { minLength: 1, maxLength: 3 })
    .map((parts): Filter<Document> => ({ $and: parts.map(([name, operand]) => ({ [name]: operand })) }));
const filter = filterOn(fc.tuple(field, condition));
const prefix = fc
  .constantFrom('^a', '^ab', '^b', '^a\\.', '^é', '^a+', 'a', '^a$')
  .map((pattern) => ({ $regex: pattern }));
const filterOfArrays = filterOn(
  fc.tuple(fc.constant('a'), fc.oneof({ arbitrary: prefix, weight: 3 }, condition)),
  fc.tuple(fc.constant('a'), prefix),
  fc.tuple(fc.constantFrom('a.0', 'e.x', 'e.y', 'e.0.x', 'b', 'd'), condition),
  fc.tuple(
    fc.constantFrom('a', 'e.x', 'b'),
    fc.tuple(plain, plain).map(([one, other]) => ({ ...one, ...other })),
  ),
);
const direction = fc.constantFrom<1 | -1>(1, -1);
const order = fc.uniqueArray(fc.tuple(field, direction), { maxLength: 2, selector: ([name]) => name });
const compound = fc.uniqueArray(fc.tuple(field, direction), { minLength: 3, maxLength: 4, selector: ([name]) => name });

const key = (...paths: [string, 1 | -1][]) => paths;
const ofArrays = fc.constantFrom(
  key(['a', 1]),
  key(['a', 1], ['b', 1]),
  key(['b', -1], ['a', 1], ['d', 1]),
  key(['a.0', 1], ['b', -1]),
  key(['e.x', 1], ['e.y', 1], ['b', 1]),
  key(['b', 1], ['e.y', 1], ['e.x', -1]),
  key(['d', 1], ['_id', 1]),
  key(['b', 1], ['_id', 1], ['d', -1]),
);

describe('conditions tested on index entries', () => {
  it.each([
    { name: 'values', one: document, index: compound, asked: filter },
    { name: 'arrays', one: withArrays, index: ofArrays, asked: filterOfArrays },
  ])('never change the results, their order or their number: of $name', async ({ one, index, asked }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(one, { minLength: 20, maxLength: 60 }),
        fc.uniqueArray(index, { minLength: 1, maxLength: 3, selector: String }),
        fc.array(fc.tuple(asked, order, fc.constantFrom(0, 1, 7)), { minLength: 40, maxLength: 40 }),
        async (documents, indexes, questions) => {
          const things = database.db.collection(`things-${Math.random()}`);
          await things.insertMany(documents.map((fields, _id) => ({ ...fields, _id: _id as never })));
          const answers = () =>
            Promise.all(
              questions.map(async ([wanted, sort, limit]) => [
                await things
                  .find(wanted)
                  .sort([...sort, ['_id', 1]] as Sort)
                  .limit(limit)
                  .toArray(),
                await things.countDocuments(wanted, limit > 0 ? { limit } : {}),
              ]),
            );
          const before = await answers();
          await things.createIndexes(indexes.map((paths) => ({ key: Object.fromEntries(paths) })));
          const after = await answers();
          await things.drop();
          expect(after).toEqual(before);
        },
      ),
      runs(300),
    );
  });
});
