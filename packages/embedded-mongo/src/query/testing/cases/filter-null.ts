import { over } from './case.js';
import type { Document } from '../../bson.js';

// MongoDB's own specification of null in filters (jstests/core/null_query_semantics.js).
const docs: Document[] = [
  { _id: 'empty_subobject', a: {} },
  { _id: 'null', a: null },
  { _id: 'number', a: 4 },
  { _id: 'b_not_null', a: { b: 'hi' } },
  { _id: 'b_null', a: { b: null } },
  { _id: 'no_a' },
  { _id: 'double_array', a: [[]] },
  { _id: 'empty_array', a: [] },
  { _id: 'all_b_nulls', a: [{ b: null }, { b: null }, {}] },
  { _id: 'no_b_nulls', a: [{ b: 1 }, { b: 3 }, { b: 'string' }] },
  { _id: 'some_b_nulls', a: [{ b: null }, { b: 3 }, { b: null }] },
  { _id: 'some_b_missing', a: [{ b: 3 }, {}] },
  { _id: 'all_nulls', a: [null, null] },
  { _id: 'no_nulls', a: [1, 'string', 4] },
  { _id: 'with_null', a: [1, 'string', null, 4] },
];
const ids = docs.map((doc) => doc._id);
const without = (...names: string[]) => ids.filter((id) => !names.includes(String(id)));
const matchNull = ['null', 'no_a', 'all_nulls', 'with_null'];
const dottedNull = [
  'empty_subobject',
  'null',
  'number',
  'b_null',
  'no_a',
  'all_b_nulls',
  'some_b_nulls',
  'some_b_missing',
];

export const nullCases = over(
  docs,
  ['a value equals null when it is null or missing, or an element is null', { a: null }, matchNull],
  ['$eq: null is the same', { a: { $eq: null } }, matchNull],
  ['$ne: null is the opposite', { a: { $ne: null } }, without(...matchNull)],
  ['$gte: null matches null and missing', { a: { $gte: null } }, matchNull],
  ['$lte: null matches null and missing', { a: { $lte: null } }, matchNull],
  ['$gt: null matches nothing', { a: { $gt: null } }, []],
  ['$in with null and a number', { a: { $in: [null, 75] } }, matchNull],
  ['$or with null and a number', { $or: [{ a: null }, { a: 75 }] }, matchNull],
  ['$nin with null and a number', { a: { $nin: [null, 75] } }, without(...matchNull)],
  ['$exists: false matches only what is missing', { a: { $exists: false } }, ['no_a']],
  ['a dotted path equals null', { 'a.b': null }, dottedNull],
  ['a dotted path is not null', { 'a.b': { $ne: null } }, without(...dottedNull)],
  ['a dotted path in null and a number', { 'a.b': { $in: [null, 75] } }, dottedNull],
  ['a dotted path not in null and a number', { 'a.b': { $nin: [null, 75] } }, without(...dottedNull)],
  [
    '$elemMatch with a field that is null',
    { a: { $elemMatch: { b: null } } },
    ['double_array', 'all_b_nulls', 'some_b_nulls', 'some_b_missing'],
  ],
  [
    '$elemMatch with a field that is not null',
    { a: { $elemMatch: { b: { $ne: null } } } },
    ['no_b_nulls', 'some_b_nulls', 'some_b_missing'],
  ],
  [
    'a dotted path does not exist',
    { 'a.b': { $exists: false } },
    ['empty_subobject', 'null', 'number', 'no_a', 'double_array', 'empty_array', 'all_nulls', 'no_nulls', 'with_null'],
  ],
);
