import fc from 'fast-check';
import { Double, Int32, type Document, type IndexDescription } from 'mongodb';

/** Few distinct values, so that equal ones occur. */
const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: -3, max: 3 }).map((number) => new Int32(number)) },
  fc.constantFrom<unknown>('', 'a', 'ab', 'b', null, null, true, false, new Double(1.5), new Double(2), new Date(0), {
    x: 1,
  }),
);
const name = fc.constantFrom('a', 'b', 'c', 'd');

/** Documents with some of the fields `a` to `d`, none of which contains an array. */
const flat = fc.dictionary(name, value).map((fields): Document => ({ ...fields }));

const word = fc.constantFrom('a', 'ab', 'abc', 'b', 'ba', 'a.b', 'é');
const element = fc.oneof(
  { arbitrary: word, weight: 4 },
  { arbitrary: value, weight: 3 },
  fc.array(word, { maxLength: 2 }),
);
const part = fc.record({ x: value, y: fc.oneof(value, fc.array(value, { maxLength: 2 })) }, { requiredKeys: [] });

/** The same, but `a` may contain values and `e` documents; no index has both. */
const withArrays = fc
  .tuple(
    flat,
    fc.oneof({ arbitrary: fc.array(element, { maxLength: 4 }), weight: 4 }, value),
    fc.oneof({ arbitrary: fc.array(part, { maxLength: 3 }), weight: 4 }, part),
  )
  .map(([fields, a, e]): Document => ({ ...fields, a, e }));

/** Comparisons of numbers, which the entries of an index can answer alone. */
const plain = fc
  .tuple(fc.constantFrom('$gt', '$gte', '$lt', '$lte'), fc.integer({ min: -3, max: 3 }))
  .map(([operator, operand]): Document => ({ [operator]: operand }));
const comparison = fc
  .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), value)
  .map(([operator, operand]): Document => ({ [operator]: operand }));
/** Two comparisons, which different elements of an array may meet. */
const pair = fc.tuple(plain, plain).map(([one, other]) => ({ ...one, ...other }));
const condition = fc.oneof(
  { arbitrary: plain, weight: 4 },
  value,
  comparison,
  pair,
  fc.array(value, { minLength: 1, maxLength: 3 }).map((operands) => ({ $in: operands })),
  fc.array(value, { maxLength: 2 }).map((operands) => ({ $nin: operands })),
  fc.constantFrom<Document>({ $exists: true }, { $exists: false }, { $ne: 1 }, { $type: 'number' }, { $regex: '^a' }),
);
const onArray = fc.oneof(
  comparison.map((inside): Document => ({ $elemMatch: { x: inside } })),
  fc.constantFrom<Document>({ $size: 2 }, { $type: 'array' }, { $regex: 'B', $options: 'i' }),
);
const prefix = fc
  .constantFrom('^a', '^ab', '^b', '^a\\.', '^é', '^a+', 'a', '^a$')
  .map((pattern): Document => ({ $regex: pattern }));

const filterOf = (...conditions: fc.Arbitrary<readonly [string, unknown]>[]): fc.Arbitrary<Document> => {
  const one = fc.oneof(...conditions).map(([path, operand]): Document => ({ [path]: operand }));
  const some = fc.array(one, { minLength: 1, maxLength: 3 });
  const both = some.map((list): Document => ({ $and: list }));
  return fc.oneof(
    { arbitrary: both, weight: 3 },
    fc.array(fc.oneof(one, both), { minLength: 1, maxLength: 4 }).map((list) => ({ $or: list })),
    fc.tuple(both, some, some).map(([all, first, second]) => ({ ...all, $or: [...first, { $or: second }] })),
  );
};

const direction = fc.constantFrom<1 | -1>(1, -1);
const fields = (minLength: number, maxLength: number): fc.Arbitrary<[string, 1 | -1][]> =>
  fc.uniqueArray(fc.tuple(name, direction), { minLength, maxLength, selector: ([field]) => field });

/** A sort that ends with `_id`, so that it is total. */
const order = fields(0, 2).map((list): Record<string, 1 | -1> => ({ ...Object.fromEntries(list), _id: 1 }));
const orderOfArrays = fc.constantFrom<Record<string, 1 | -1>>(
  { a: -1, _id: 1 },
  { 'a.x': 1, d: -1, _id: 1 },
  { 'e.x': 1, c: -1, _id: -1 },
  { 'e.y': -1, _id: 1 },
  { d: -1, _id: -1 },
);

const options = fc.oneof(
  { arbitrary: fc.constant<Partial<IndexDescription>>({}), weight: 3 },
  { arbitrary: fc.constant<Partial<IndexDescription>>({ sparse: true }), weight: 2 },
  fc.constantFrom<Partial<IndexDescription>>(
    { partialFilterExpression: { d: { $gt: 0 } } },
    { partialFilterExpression: { d: { $exists: true } } },
    { partialFilterExpression: { d: { $type: 'string' } } },
  ),
);
const indexOn = (key: fc.Arbitrary<Record<string, 1 | -1>>): fc.Arbitrary<IndexDescription> =>
  fc
    .tuple(key, options)
    .map(([one, more]) => ({ key: one, ...more, ...('_id' in one && !more.sparse && { unique: true }) }));

/** Documents with filters and indexes that fit them. */
export const flatThings = {
  document: flat,
  filter: filterOf(fc.tuple(name, condition)),
  order,
  index: indexOn(fc.oneof(fields(1, 1), fields(1, 4)).map((list) => Object.fromEntries(list))),
};
export const arrayThings = {
  document: withArrays,
  filter: filterOf(
    fc.tuple(fc.constant('a'), fc.oneof({ arbitrary: prefix, weight: 3 }, condition, onArray)),
    fc.tuple(fc.constant('a'), prefix),
    fc.tuple(fc.constantFrom('a', 'e.x', 'e.y', 'b'), pair),
    fc.tuple(fc.constant('e'), onArray),
    fc.tuple(fc.constantFrom('a.0', 'e.x', 'e.y', 'e.0.x', 'b', 'd'), condition),
  ),
  order: fc.oneof(order, orderOfArrays),
  index: indexOn(
    fc.constantFrom<Record<string, 1 | -1>>(
      { a: 1 },
      { a: 1, b: 1 },
      { b: -1, a: 1, d: 1 },
      { 'a.0': 1, b: -1 },
      { 'e.x': 1, 'e.y': 1, b: 1 },
      { b: 1, 'e.y': 1, 'e.x': -1 },
      { d: 1, _id: 1 },
      { b: 1, _id: 1, d: -1 },
      { 'e.x': 1, c: -1, _id: -1 },
      { 'e.y': -1, _id: 1 },
    ),
  ),
};
