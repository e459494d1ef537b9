import { Long } from 'bson';
import { type UpdateCase, updates as rows } from './case.js';

const long = (text: string) => Long.fromString(text);

const refusals = rows(
  [
    '$set of _id',
    { _id: 1 },
    { $set: { _id: 2 } },
    { code: 66, message: "Performing an update on the path '_id' would modify the immutable field '_id'" },
  ],
  ['$set of the same _id', { _id: 1 }, { $set: { _id: 1, a: 1 } }, { _id: 1, a: 1 }],
  [
    'two operators on one path',
    { _id: 1 },
    { $set: { a: 1 }, $inc: { a: 1 } },
    { code: 40, message: "Updating the path 'a' would create a conflict at 'a'" },
  ],
  [
    'a path and its beginning',
    { _id: 1 },
    { $set: { a: 1, 'a.b': 1 } },
    { code: 40, message: "Updating the path 'a.b' would create a conflict at 'a'" },
  ],
  [
    'a field within a number',
    { _id: 1, a: 5 },
    { $set: { 'a.b': 1 } },
    { code: 28, message: "Cannot create field 'b' in element {a: 5}" },
  ],
  [
    'a field within null',
    { _id: 1, a: null },
    { $set: { 'a.b': 1 } },
    { code: 28, message: "Cannot create field 'b' in element {a: null}" },
  ],
  [
    'a name within an array',
    { _id: 1, a: [1] },
    { $set: { 'a.b': 1 } },
    { code: 28, message: "Cannot create field 'b' in element {a: [ 1 ]}" },
  ],
  [
    'an operator and a field',
    { _id: 1 },
    { $set: { a: 1 }, b: 1 },
    {
      code: 9,
      message: 'Unknown modifier: b. Expected a valid update modifier or pipeline-style update specified as an array',
    },
  ],
  [
    'an operator of a value',
    { _id: 1 },
    { $set: 5 },
    {
      code: 9,
      message:
        'Modifiers operate on fields but we found type int instead. For example: {$mod: {<field>: ...}} not {$set: 5}',
    },
  ],
  ['an empty path', { _id: 1 }, { $set: { '': 1 } }, { code: 56, message: 'An empty update path is not valid.' }],
  [
    'an empty name in a path',
    { _id: 1 },
    { $set: { 'a..b': 1 } },
    { code: 56, message: "The update path 'a..b' contains an empty field name, which is not allowed." },
  ],
  [
    '$inc by a string',
    { _id: 1 },
    { $inc: { a: 'x' } },
    { code: 14, message: 'Cannot increment with non-numeric argument: {a: "x"}' },
  ],
  [
    '$inc of a string',
    { _id: 1, a: 'x' },
    { $inc: { a: 1 } },
    {
      code: 14,
      message:
        "Cannot apply $inc to a value of non-numeric type. {_id: 1} has the field 'a' of non-numeric type string",
    },
  ],
  ['$inc of null', { _id: 1, a: null }, { $inc: { a: 1 } }, { code: 14 }],
  [
    '$inc of a long over its end',
    { _id: 1, a: long('9223372036854775807') },
    { $inc: { a: 1 } },
    {
      code: 2,
      message:
        'Failed to apply $inc operations to current value ((NumberLong)9223372036854775807) for document {_id: 1}',
    },
  ],
  [
    '$addToSet to a number',
    { _id: 1, a: 1 },
    { $addToSet: { a: 1 } },
    { code: 2, message: "Cannot apply $addToSet to non-array field. Field named 'a' has non-array type int" },
  ],
  [
    '$rename to the same name',
    { _id: 1, a: 1 },
    { $rename: { a: 'a' } },
    { code: 2, message: 'The source and target field for $rename must differ: a: "a"' },
  ],
  [
    '$rename to a number',
    { _id: 1, a: 1 },
    { $rename: { a: 5 } },
    { code: 2, message: "The 'to' field for $rename must be a string: a: 5" },
  ],
);

const upserts: UpdateCase[] = [
  {
    name: 'an upsert takes what the filter asks to be equal',
    filter: { a: 1, b: { $eq: 2 }, c: { $gt: 3 } },
    update: { $set: { d: 4 } },
    expected: { a: 1, b: 2, d: 4 },
  },
  {
    name: 'an upsert makes the way of a dotted path',
    filter: { 'a.b': 1, 'a.c': 2 },
    update: { $set: { d: 4 } },
    expected: { a: { b: 1, c: 2 }, d: 4 },
  },
  {
    name: 'an upsert looks into $and',
    filter: { $and: [{ a: 1 }, { b: 2 }] },
    update: { $inc: { n: 1 } },
    expected: { a: 1, b: 2, n: 1 },
  },
  {
    name: '$setOnInsert on an upsert',
    filter: { _id: 7 },
    update: { $setOnInsert: { a: 1 }, $set: { b: 2 } },
    expected: { _id: 7, a: 1, b: 2 },
  },
  { name: 'an upsert by a pattern takes nothing', filter: { a: /x/ }, update: { $set: { b: 1 } }, expected: { b: 1 } },
  { name: 'a replacing upsert takes only _id', filter: { _id: 7, a: 1 }, update: { b: 2 }, expected: { _id: 7, b: 2 } },
  {
    name: 'an upsert with a path twice',
    filter: { a: 1, $and: [{ a: 2 }] },
    update: { $set: { b: 1 } },
    expected: { code: 54, message: "cannot infer query fields to set, path 'a' is matched twice" },
  },
];

export const updateRefusals: UpdateCase[] = [...refusals, ...upserts];
