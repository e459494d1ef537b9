import { Double, Int32, Long } from 'bson';
import { type UpdateCase, updates as rows } from './case.js';
import { dollarUpdates } from './dollar-names.js';
import { integerUpdates } from './integers.js';

const long = (text: string) => Long.fromString(text);

const fields = rows(
  ['$set a new field', { _id: 1, a: 1 }, { $set: { b: 2 } }, { _id: 1, a: 1, b: 2 }],
  ['$set keeps the place of a field', { _id: 1, a: 1, b: 2 }, { $set: { a: 'x' } }, { _id: 1, a: 'x', b: 2 }],
  ['$set makes the way', { _id: 1 }, { $set: { 'a.b.c': 1 } }, { _id: 1, a: { b: { c: 1 } } }],
  ['$set makes new fields in the order of their names', { _id: 1 }, { $set: { b: 1, a: 2 } }, { _id: 1, a: 2, b: 1 }],
  [
    'numbers in paths are ordered as numbers',
    { _id: 1, x: {} },
    { $set: { 'x.10': 1, 'x.2': 2 } },
    { _id: 1, x: { 2: 2, 10: 1 } },
  ],
  ['$set an element', { _id: 1, a: [1, 2] }, { $set: { 'a.1': 9 } }, { _id: 1, a: [1, 9] }],
  [
    '$set beyond the end fills with null',
    { _id: 1, a: [1] },
    { $set: { 'a.3': 9 } },
    { _id: 1, a: [1, null, null, 9] },
  ],
  ['$set changes the type', { _id: 1, a: 1 }, { $set: { a: new Double(1) } }, { _id: 1, a: new Double(1) }],
  ['$unset a dotted path', { _id: 1, a: { b: 1, c: 2 } }, { $unset: { 'a.b': 1 } }, { _id: 1, a: { c: 2 } }],
  ['$unset an element leaves null', { _id: 1, a: [1, 2, 3] }, { $unset: { 'a.1': '' } }, { _id: 1, a: [1, null, 3] }],
  ['$unset what does not exist', { _id: 1, a: 5 }, { $unset: { b: '', 'a.x': '' } }, { _id: 1, a: 5 }],
  ['$rename', { _id: 1, a: 1, c: 3 }, { $rename: { a: 'b' } }, { _id: 1, c: 3, b: 1 }],
  ['$rename into a sub-document', { _id: 1, a: 1 }, { $rename: { a: 'x.y' } }, { _id: 1, x: { y: 1 } }],
  ['$rename over another field', { _id: 1, a: 1, b: 2 }, { $rename: { a: 'b' } }, { _id: 1, b: 1 }],
  ['$rename what does not exist', { _id: 1, b: 2 }, { $rename: { a: 'b' } }, { _id: 1, b: 2 }],
  [
    '$setOnInsert says nothing to a found document',
    { _id: 1 },
    { $setOnInsert: { a: 1 }, $set: { b: 1 } },
    { _id: 1, b: 1 },
  ],
  ['$max takes the greater', { _id: 1, a: 5 }, { $max: { a: 7 } }, { _id: 1, a: 7 }],
  ['$max compares across types', { _id: 1, a: 5 }, { $max: { a: 'x' } }, { _id: 1, a: 'x' }],
  ['an empty operator', { _id: 1, a: 1 }, { $set: {} }, { _id: 1, a: 1 }],
  ['$addToSet makes the array', { _id: 1 }, { $addToSet: { a: 'x' } }, { _id: 1, a: ['x'] }],
  ['$addToSet adds what is not there', { _id: 1, a: ['x'] }, { $addToSet: { a: 'y' } }, { _id: 1, a: ['x', 'y'] }],
  ['$addToSet what is there', { _id: 1, a: ['x'] }, { $addToSet: { a: 'x' } }, { _id: 1, a: ['x'] }],
  ['$addToSet compares numbers by value', { _id: 1, a: [1] }, { $addToSet: { a: new Double(1) } }, { _id: 1, a: [1] }],
  [
    '$addToSet minds the order of fields',
    { _id: 1, a: [{ x: 1, y: 2 }] },
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      _id: 1,
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
);

const numbers = rows(
  ['$inc an int by an int', { _id: 1, a: 1 }, { $inc: { a: 2 } }, { _id: 1, a: new Int32(3) }],
  ['$inc what is missing', { _id: 1 }, { $inc: { a: 2 } }, { _id: 1, a: new Int32(2) }],
  [
    '$inc an int over its end gives a long',
    { _id: 1, a: 2147483647 },
    { $inc: { a: 1 } },
    { _id: 1, a: long('2147483648') },
  ],
  ['$inc by a double gives a double', { _id: 1, a: 1 }, { $inc: { a: 0.5 } }, { _id: 1, a: new Double(1.5) }],
  [
    '$inc a double by an int stays a double',
    { _id: 1, a: new Double(1) },
    { $inc: { a: 1 } },
    { _id: 1, a: new Double(2) },
  ],
  ['$inc a long stays a long', { _id: 1, a: long('1') }, { $inc: { a: 1 } }, { _id: 1, a: long('2') }],
  [
    '$inc a long is exact',
    { _id: 1, a: long('9007199254740993') },
    { $inc: { a: 2 } },
    { _id: 1, a: long('9007199254740995') },
  ],
);

const whole = rows(
  ['a replacement keeps _id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  ['a replacement may name the same _id', { _id: 1, a: 1 }, { b: 2, _id: 1 }, { _id: 1, b: 2 }],
  ['a replacement may not change _id', { _id: 1 }, { _id: 2 }, { code: 66 }],
);

export const updateCases: UpdateCase[] = [...fields, ...numbers, ...integerUpdates, ...dollarUpdates, ...whole];
