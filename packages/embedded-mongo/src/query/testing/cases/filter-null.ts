import type { FilterCase } from './case.js';
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

export const nullCases: FilterCase[] = [
  {
    name: 'a value equals null when it is null or missing, or an element is null',
    docs,
    filter: { a: null },
    expected: matchNull,
  },
  { name: '$eq: null is the same', docs, filter: { a: { $eq: null } }, expected: matchNull },
  { name: '$ne: null is the opposite', docs, filter: { a: { $ne: null } }, expected: without(...matchNull) },
  { name: '$gte: null matches null and missing', docs, filter: { a: { $gte: null } }, expected: matchNull },
  { name: '$lte: null matches null and missing', docs, filter: { a: { $lte: null } }, expected: matchNull },
  { name: '$gt: null matches nothing', docs, filter: { a: { $gt: null } }, expected: [] },
  { name: '$in with null and a number', docs, filter: { a: { $in: [null, 75] } }, expected: matchNull },
  { name: '$or with null and a number', docs, filter: { $or: [{ a: null }, { a: 75 }] }, expected: matchNull },
  { name: '$nin with null and a number', docs, filter: { a: { $nin: [null, 75] } }, expected: without(...matchNull) },
  { name: '$exists: false matches only what is missing', docs, filter: { a: { $exists: false } }, expected: ['no_a'] },
  { name: 'a dotted path equals null', docs, filter: { 'a.b': null }, expected: dottedNull },
  { name: 'a dotted path is not null', docs, filter: { 'a.b': { $ne: null } }, expected: without(...dottedNull) },
  { name: 'a dotted path in null and a number', docs, filter: { 'a.b': { $in: [null, 75] } }, expected: dottedNull },
  {
    name: 'a dotted path not in null and a number',
    docs,
    filter: { 'a.b': { $nin: [null, 75] } },
    expected: without(...dottedNull),
  },
  {
    name: '$elemMatch with a field that is null',
    docs,
    filter: { a: { $elemMatch: { b: null } } },
    expected: ['double_array', 'all_b_nulls', 'some_b_nulls', 'some_b_missing'],
  },
  {
    name: '$elemMatch with a field that is not null',
    docs,
    filter: { a: { $elemMatch: { b: { $ne: null } } } },
    expected: ['no_b_nulls', 'some_b_nulls', 'some_b_missing'],
  },
  {
    name: 'a dotted path does not exist',
    docs,
    filter: { 'a.b': { $exists: false } },
    expected: [
      'empty_subobject',
      'null',
      'number',
      'no_a',
      'double_array',
      'empty_array',
      'all_nulls',
      'no_nulls',
      'with_null',
    ],
  },
];
