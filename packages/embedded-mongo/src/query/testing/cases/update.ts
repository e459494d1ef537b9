import { Double, Int32 } from 'bson';
import type { Document } from '../../bson.js';
import { failure, type UpdateRow, type UpsertRow } from './case.js';
import { integerUpdates } from './integers.js';

const fields: UpdateRow[] = [
  ['$set a new field', { a: 1 }, { $set: { b: 2 } }, { a: 1, b: 2 }],
  ['$set keeps the place of a field', { a: 1, b: 2 }, { $set: { a: 'x' } }, { a: 'x', b: 2 }],
  ['$set makes the way', {}, { $set: { 'a.b.c': 1 } }, { a: { b: { c: 1 } } }],
  ['$set makes new fields in the order of their names', {}, { $set: { b: 1, a: 2 } }, { a: 2, b: 1 }],
  ['numbers in paths are ordered as numbers', { x: {} }, { $set: { 'x.10': 1, 'x.2': 2 } }, { x: { 2: 2, 10: 1 } }],
  ['$set changes the type', { a: 1 }, { $set: { a: new Double(1) } }, { a: new Double(1) }],
  ['$unset a dotted path', { a: { b: 1, c: 2 } }, { $unset: { 'a.b': 1 } }, { a: { c: 2 } }],
  ['$unset what does not exist', { a: 5 }, { $unset: { b: '', 'a.x': '' } }, { a: 5 }],
  ['$rename', { a: 1, c: 3 }, { $rename: { a: 'b' } }, { c: 3, b: 1 }],
  ['$rename into a sub-document', { a: 1 }, { $rename: { a: 'x.y' } }, { x: { y: 1 } }],
  ['$rename over another field', { a: 1, b: 2 }, { $rename: { a: 'b' } }, { b: 1 }],
  ['$rename what does not exist', { b: 2 }, { $rename: { a: 'b' } }, { b: 2 }],
  ['$setOnInsert says nothing to a found document', {}, { $setOnInsert: { a: 1 }, $set: { b: 1 } }, { b: 1 }],
  ['$max takes the greater', { a: 5 }, { $max: { a: 7 } }, { a: 7 }],
  ['$max compares across types', { a: 5 }, { $max: { a: 'x' } }, { a: 'x' }],
  ['an empty operator', { a: 1 }, { $set: {} }, { a: 1 }],
  ['$addToSet makes the array', {}, { $addToSet: { a: 'x' } }, { a: ['x'] }],
  ['$addToSet adds what is not there', { a: ['x'] }, { $addToSet: { a: 'y' } }, { a: ['x', 'y'] }],
  ['$addToSet what is there', { a: ['x'] }, { $addToSet: { a: 'x' } }, { a: ['x'] }],
  ['$addToSet compares numbers by value', { a: [1] }, { $addToSet: { a: new Double(1) } }, { a: [1] }],
  [
    '$addToSet minds the order of fields',
    { a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
];

const numbers: UpdateRow[] = [
  ['$inc an int by an int', { a: 1 }, { $inc: { a: 2 } }, { a: new Int32(3) }],
  ['$inc what is missing', {}, { $inc: { a: 2 } }, { a: new Int32(2) }],
];

const whole: UpdateRow[] = [
  ['a replacement keeps _id', { a: 1 }, { b: 2 }, { b: 2 }],
  ['a replacement may name the same _id', { a: 1 }, { b: 2, _id: 1 }, { b: 2 }],
  ['a replacement may not change _id', {}, { _id: 2 }, { code: 66 }],
];

// Field names that begin with a dollar sign, which documents may have since MongoDB 5.0.
const names: UpdateRow[] = [
  ['another field beside one at the top', { $x: 1 }, { $set: { a: 1 } }, { $x: 1, a: 1 }],
  ['a clause’s name in a value', {}, { $set: { a: { $each: [1] } } }, { a: { $each: [1] } }],
  [
    '$addToSet of a clause that is not first',
    {},
    { $addToSet: { a: { x: 1, $each: [1] } } },
    { a: [{ x: 1, $each: [1] }] },
  ],
];

const create = (part: string, element: string) => ({
  code: 28,
  message: `Cannot create field '${part}' in element ${element}`,
});
const NULL_MAP: Document = { map: null };

const blocked: UpdateRow[] = [
  ['$set below null', NULL_MAP, { $set: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$set far below null', NULL_MAP, { $set: { 'map.a.b': 1 } }, create('a', '{map: null}')],
  ['$inc below null', NULL_MAP, { $inc: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$rename to below null', { ...NULL_MAP, z: 1 }, { $rename: { z: 'map.a' } }, create('a', '{map: null}')],
  ['null and a way below it', NULL_MAP, { $set: { map: {}, 'map.a': 1 } }, { code: 40 }],
  ['$setOnInsert below null, of a document that exists', NULL_MAP, { $setOnInsert: { 'map.a': 1 } }, NULL_MAP],
  ['$unset below null', NULL_MAP, { $unset: { 'map.a': '' } }, NULL_MAP],
  ['$unset of a name in an array', { a: [1] }, { $unset: { 'a.b': '' } }, { a: [1] }],
  ['$rename from below null', NULL_MAP, { $rename: { 'map.a': 'b' } }, NULL_MAP],
];

const refusals: UpdateRow[] = [
  [
    '$set of _id',
    {},
    { $set: { _id: 2 } },
    failure(66, "Performing an update on the path '_id' would modify the immutable field '_id'"),
  ],
  ['$set of the same _id', {}, { $set: { _id: 1, a: 1 } }, { a: 1 }],
  [
    'two operators on one path',
    {},
    { $set: { a: 1 }, $inc: { a: 1 } },
    failure(40, "Updating the path 'a' would create a conflict at 'a'"),
  ],
  [
    'a path and its beginning',
    {},
    { $set: { a: 1, 'a.b': 1 } },
    failure(40, "Updating the path 'a.b' would create a conflict at 'a'"),
  ],
  [
    'a field within a number',
    { a: 5 },
    { $set: { 'a.b': 1 } },
    failure(28, "Cannot create field 'b' in element {a: 5}"),
  ],
  [
    'a name within an array',
    { a: [1] },
    { $set: { 'a.b': 1 } },
    failure(28, "Cannot create field 'b' in element {a: [ 1 ]}"),
  ],
  ['$inc of a string', { a: 'x' }, { $inc: { a: 1 } }, { code: 14 }],
  ['$inc of null', { a: null }, { $inc: { a: 1 } }, { code: 14 }],
  ['$addToSet to a number', { a: 1 }, { $addToSet: { a: 1 } }, { code: 2 }],
];

export const upsertCases: UpsertRow[] = [
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
];

export const updateCases = [...fields, ...numbers, ...integerUpdates, ...names, ...blocked, ...whole, ...refusals];
