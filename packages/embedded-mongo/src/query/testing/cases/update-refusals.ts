import { Long } from 'bson';
import { type UpdateCase, updates as rows, upserts, failure } from './case.js';

const long = (text: string) => Long.fromString(text);

const refusals = rows(
  [
    '$set of _id',
    { _id: 1 },
    { $set: { _id: 2 } },
    failure(66, "Performing an update on the path '_id' would modify the immutable field '_id'"),
  ],
  ['$set of the same _id', { _id: 1 }, { $set: { _id: 1, a: 1 } }, { _id: 1, a: 1 }],
  [
    'two operators on one path',
    { _id: 1 },
    { $set: { a: 1 }, $inc: { a: 1 } },
    failure(40, "Updating the path 'a' would create a conflict at 'a'"),
  ],
  [
    'a path and its beginning',
    { _id: 1 },
    { $set: { a: 1, 'a.b': 1 } },
    failure(40, "Updating the path 'a.b' would create a conflict at 'a'"),
  ],
  [
    'a field within a number',
    { _id: 1, a: 5 },
    { $set: { 'a.b': 1 } },
    failure(28, "Cannot create field 'b' in element {a: 5}"),
  ],
  [
    'a field within null',
    { _id: 1, a: null },
    { $set: { 'a.b': 1 } },
    failure(28, "Cannot create field 'b' in element {a: null}"),
  ],
  [
    'a name within an array',
    { _id: 1, a: [1] },
    { $set: { 'a.b': 1 } },
    failure(28, "Cannot create field 'b' in element {a: [ 1 ]}"),
  ],
  ['$inc of a string', { _id: 1, a: 'x' }, { $inc: { a: 1 } }, { code: 14 }],
  ['$inc of null', { _id: 1, a: null }, { $inc: { a: 1 } }, { code: 14 }],
  ['$inc of a long over its end', { _id: 1, a: long('9223372036854775807') }, { $inc: { a: 1 } }, { code: 2 }],
  ['$addToSet to a number', { _id: 1, a: 1 }, { $addToSet: { a: 1 } }, { code: 2 }],
);

const inserting = upserts(
  [
    'an upsert takes what the filter asks to be equal',
    { a: 1, b: { $eq: 2 }, c: { $gt: 3 } },
    { $set: { d: 4 } },
    { a: 1, b: 2, d: 4 },
  ],
  ['an upsert makes the way of a dotted path', { 'a.b': 1, 'a.c': 2 }, { $set: { d: 4 } }, { a: { b: 1, c: 2 }, d: 4 }],
  ['an upsert looks into $and', { $and: [{ a: 1 }, { b: 2 }] }, { $inc: { n: 1 } }, { a: 1, b: 2, n: 1 }],
  ['$setOnInsert on an upsert', { _id: 7 }, { $setOnInsert: { a: 1 }, $set: { b: 2 } }, { _id: 7, a: 1, b: 2 }],
  ['an upsert by a pattern takes nothing', { a: /x/ }, { $set: { b: 1 } }, { b: 1 }],
  ['a replacing upsert takes only _id', { _id: 7, a: 1 }, { b: 2 }, { _id: 7, b: 2 }],
  [
    'an upsert with a path twice',
    { a: 1, $and: [{ a: 2 }] },
    { $set: { b: 1 } },
    failure(54, "cannot infer query fields to set, path 'a' is matched twice"),
  ],
);

export const updateRefusals: UpdateCase[] = [...refusals, ...inserting];
