import fc from 'fast-check';
import { Double, Int32, type Document } from 'mongodb';

/** Few distinct values, so that equal ones occur. */
const leaf: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: fc.integer({ min: 0, max: 4 }).map((number) => new Int32(number)) },
  fc.constantFrom(new Double(1.5), new Double(2), 'a', 'ab', 'b', null, true, false, new Date(0)),
);

const inner = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.record({ b: leaf }),
  fc.record({ b: fc.array(leaf, { maxLength: 2 }) }),
);

/** Values with a little structure: scalars, arrays, documents `{b}` and arrays of those. */
const value: fc.Arbitrary<unknown> = fc.oneof({ weight: 3, arbitrary: inner }, fc.array(inner, { maxLength: 3 }));

/** Documents with some of the fields `a`, `c` and `d`; `d` never contains an array, so it may be part of any index. */
export const document: fc.Arbitrary<Document> = fc.record({ a: value, c: inner, d: leaf }, { requiredKeys: [] });

const path = fc.constantFrom('a', 'a', 'a.b', 'c', 'c.b', 'd', 'd', 'a.0');

const comparison = fc
  .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), leaf)
  .map(([operator, operand]): Document => ({ [operator]: operand }));

const condition: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: comparison },
  fc.tuple(comparison, comparison).map(([first, second]) => ({ ...first, ...second })),
  fc.array(leaf, { minLength: 1, maxLength: 3 }).map((list) => ({ $in: list })),
  fc.array(leaf, { maxLength: 2 }).map((list) => ({ $nin: list })),
  comparison.map((inside) => ({ $elemMatch: { b: inside } })),
  leaf.map((operand) => ({ $ne: operand })),
  fc.constantFrom<Document>({ $exists: true }, { $exists: false }, { $type: 'number' }, { $type: 'array' }),
  fc.constantFrom<Document>({ $size: 2 }, { $regex: '^a' }, { $regex: 'B', $options: 'i' }),
);

const clause = fc.tuple(path, condition).map(([field, conditions]): Document => ({ [field]: conditions }));

/** Filters of one to three conditions, joined by `$and` or `$or`. */
export const filter: fc.Arbitrary<Document> = fc.oneof(
  { weight: 3, arbitrary: clause },
  fc.array(clause, { minLength: 2, maxLength: 3 }).map((list) => ({ $and: list })),
  fc.array(clause, { minLength: 2, maxLength: 3 }).map((list) => ({ $or: list })),
);
