/** Field names that begin with a dollar sign, which documents may have since MongoDB 5.0, and paths below other values. */
import type { Document } from '../bson.js';
import { filtersOver, type UpdateCase, updates } from './case.js';

const refused = (name: string) => ({
  code: 52,
  message: `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
});

const names = updates(
  ['a new field at the top', { _id: 1 }, { $set: { a: 1, $x: 1 } }, refused('$x')],
  ['a new way at the top', { _id: 1 }, { $set: { '$x.y': 1 } }, refused('$x')],
  ['another value at the top', { _id: 1, $x: 1 }, { $set: { $x: 2 } }, refused('$x')],
  ['$inc at the top', { _id: 1, $x: 1 }, { $inc: { $x: 1 } }, refused('$x')],
  ['the same value at the top', { _id: 1, $x: 1 }, { $set: { $x: 1, a: 1 } }, { _id: 1, $x: 1, a: 1 }],
  ['$unset at the top', { _id: 1, $x: 1 }, { $unset: { $x: '' } }, { _id: 1 }],
  ['another field beside one at the top', { _id: 1, $x: 1 }, { $set: { a: 1 } }, { _id: 1, $x: 1, a: 1 }],
  ['a field below one at the top', { _id: 1, $x: { y: 1 } }, { $inc: { '$x.y': 1 } }, { _id: 1, $x: { y: 2 } }],
  ['a replacement', { _id: 1 }, { a: 1, $x: 1 }, refused('$x')],
  ['a nested field', { _id: 1, a: {} }, { $set: { 'a.$x': 1 } }, { _id: 1, a: { $x: 1 } }],
  ['a nested way', { _id: 1 }, { $set: { 'a.$x.$y': 1 } }, { _id: 1, a: { $x: { $y: 1 } } }],
  ['$inc of a nested field', { _id: 1, a: { $each: 1 } }, { $inc: { 'a.$each': 1 } }, { _id: 1, a: { $each: 2 } }],
  ['a clause’s name in a value', { _id: 1 }, { $set: { a: { $each: [1] } } }, { _id: 1, a: { $each: [1] } }],
  ['a clause’s name in an element', { _id: 1, a: [{}] }, { $set: { 'a.0.$each': 1 } }, { _id: 1, a: [{ $each: 1 }] }],
  [
    'a clause’s name in every element',
    { _id: 1, a: [{}] },
    { $set: { 'a.$[].$sort': 1 } },
    { _id: 1, a: [{ $sort: 1 }] },
  ],
  ['$push of a clause alone', { _id: 1, a: [] }, { $push: { a: { $slice: 1 } } }, { _id: 1, a: [{ $slice: 1 }] }],
  [
    '$addToSet of a clause that is not first',
    { _id: 1 },
    { $addToSet: { a: { x: 1, $each: [1] } } },
    { _id: 1, a: [{ x: 1, $each: [1] }] },
  ],
  ['$rename of a nested field', { _id: 1, a: { $x: 1 } }, { $rename: { 'a.$x': 'b' } }, { _id: 1, a: {}, b: 1 }],
  [
    'a name in an array',
    { _id: 1, a: [1] },
    { $set: { 'a.$x': 1 } },
    { code: 28, message: "Cannot create field '$x' in element {a: [ 1 ]}" },
  ],
  ['a position at the top', { _id: 1 }, { $set: { '$[].x': 1 } }, { code: 2 }],
);

const upserts: UpdateCase[] = [
  { name: 'an upsert that inserts', filter: { a: 1 }, update: { $set: { $x: 1 } }, expected: { a: 1, $x: 1 } },
  {
    name: 'a way in an upsert that inserts',
    filter: { a: 1 },
    update: { $inc: { '$x.y': 1 } },
    expected: { a: 1, $x: { y: 1 } },
  },
];

const create = (part: string, element: string) => ({
  code: 28,
  message: `Cannot create field '${part}' in element ${element}`,
});
const traverse = (part: string, path: string, element: string) => ({
  code: 28,
  message: `Cannot use the part (${part}) of (${path}) to traverse the element (${element})`,
});
const NULL_MAP: Document = { _id: 1, map: null };

const blocked = updates(
  ['$set below null', NULL_MAP, { $set: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$set far below null', NULL_MAP, { $set: { 'map.a.b': 1 } }, create('a', '{map: null}')],
  ['$inc below null', NULL_MAP, { $inc: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$push below null', NULL_MAP, { $push: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$rename to below null', { ...NULL_MAP, z: 1 }, { $rename: { z: 'map.a' } }, create('a', '{map: null}')],
  ['$set below a null element', { _id: 1, a: [null] }, { $set: { 'a.0.b': 1 } }, create('b', '{0: null}')],
  ['null and a way below it', NULL_MAP, { $set: { map: {}, 'map.a': 1 } }, { code: 40 }],
  ['$setOnInsert below null, of a document that exists', NULL_MAP, { $setOnInsert: { 'map.a': 1 } }, NULL_MAP],
  ['$unset below null', NULL_MAP, { $unset: { 'map.a': '' } }, NULL_MAP],
  ['$unset of a name in an array', { _id: 1, a: [1] }, { $unset: { 'a.b': '' } }, { _id: 1, a: [1] }],
  ['$rename from below null', NULL_MAP, { $rename: { 'map.a': 'b' } }, NULL_MAP],
  ['$pull below null', NULL_MAP, { $pull: { 'map.a': 1 } }, traverse('a', 'map.a', '{map: null}')],
  ['$pullAll below a number', { _id: 1, a: 5 }, { $pullAll: { 'a.b': [1] } }, traverse('b', 'a.b', '{a: 5}')],
  ['$pop below null', NULL_MAP, { $pop: { 'map.a': 1 } }, traverse('a', 'map.a', '{map: null}')],
  ['$pull of a name in an array', { _id: 1, a: [1] }, { $pull: { 'a.b': 1 } }, traverse('b', 'a.b', '{a: [ 1 ]}')],
  ['$pull below what is missing', { _id: 1 }, { $pull: { 'map.a': 1 } }, { _id: 1 }],
  ['$pop beyond the end', { _id: 1, a: [1] }, { $pop: { 'a.5': 1 } }, { _id: 1, a: [1] }],
);

export const dollarUpdates: UpdateCase[] = [...names, ...upserts, ...blocked];

const references: Document[] = [
  { a: [{ $ref: 'x', $id: 1, $db: 'd' }] },
  { a: [{ $ref: 'x', $id: 2 }] },
  { a: [{ $ref: 'y', $id: 1, note: 'n' }] },
  { a: { $each: 1 } },
];

export const dollarFilters = filtersOver(
  references,
  ['$elemMatch with $id', { a: { $elemMatch: { $id: 1 } } }, [0, 2]],
  ['$elemMatch with $ref', { a: { $elemMatch: { $ref: 'x' } } }, [0, 1]],
  ['$elemMatch with $db', { a: { $elemMatch: { $db: 'd' } } }, [0]],
  ['$elemMatch with a whole reference', { a: { $elemMatch: { $ref: 'x', $id: 1 } } }, [0]],
  ['$elemMatch with $id and a field', { a: { $elemMatch: { $id: 1, note: 'n' } } }, [2]],
  ['$elemMatch with a field and $id', { a: { $elemMatch: { note: 'n', $id: 1 } } }, [2]],
  ['$elemMatch with $id and an operator', { a: { $elemMatch: { $id: 1, $gt: 1 } } }, { code: 2 }],
  ['a path to $id', { 'a.$id': 1 }, [0, 2]],
  ['a path to a clause’s name', { 'a.$each': 1 }, [3]],
  ['$id alone as an operator', { a: { $id: 1 } }, { code: 2, message: 'unknown operator: $id' }],
);
