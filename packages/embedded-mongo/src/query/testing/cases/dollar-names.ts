/** Field names that begin with a dollar sign, which documents may have since MongoDB 5.0, and paths below other values. */
import type { Document } from '../../bson.js';
import { type UpdateCase, updates } from './case.js';

const names = updates(
  ['another field beside one at the top', { _id: 1, $x: 1 }, { $set: { a: 1 } }, { _id: 1, $x: 1, a: 1 }],
  ['a clause’s name in a value', { _id: 1 }, { $set: { a: { $each: [1] } } }, { _id: 1, a: { $each: [1] } }],
  [
    '$addToSet of a clause that is not first',
    { _id: 1 },
    { $addToSet: { a: { x: 1, $each: [1] } } },
    { _id: 1, a: [{ x: 1, $each: [1] }] },
  ],
);

const create = (part: string, element: string) => ({
  code: 28,
  message: `Cannot create field '${part}' in element ${element}`,
});
const NULL_MAP: Document = { _id: 1, map: null };

const blocked = updates(
  ['$set below null', NULL_MAP, { $set: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$set far below null', NULL_MAP, { $set: { 'map.a.b': 1 } }, create('a', '{map: null}')],
  ['$inc below null', NULL_MAP, { $inc: { 'map.a': 1 } }, create('a', '{map: null}')],
  ['$rename to below null', { ...NULL_MAP, z: 1 }, { $rename: { z: 'map.a' } }, create('a', '{map: null}')],
  ['$set below a null element', { _id: 1, a: [null] }, { $set: { 'a.0.b': 1 } }, create('b', '{0: null}')],
  ['null and a way below it', NULL_MAP, { $set: { map: {}, 'map.a': 1 } }, { code: 40 }],
  ['$setOnInsert below null, of a document that exists', NULL_MAP, { $setOnInsert: { 'map.a': 1 } }, NULL_MAP],
  ['$unset below null', NULL_MAP, { $unset: { 'map.a': '' } }, NULL_MAP],
  ['$unset of a name in an array', { _id: 1, a: [1] }, { $unset: { 'a.b': '' } }, { _id: 1, a: [1] }],
  ['$rename from below null', NULL_MAP, { $rename: { 'map.a': 'b' } }, NULL_MAP],
);

export const dollarUpdates: UpdateCase[] = [...names, ...blocked];
