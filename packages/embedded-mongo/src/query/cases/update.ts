import { Decimal128, Double, Int32, Long } from 'bson';
import { type UpdateCase, updates as rows } from './case.js';
import { dollarUpdates } from './dollar-names.js';
import { integerUpdates } from './integers.js';

const long = (text: string) => Long.fromString(text);
const decimal = (text: string) => Decimal128.fromString(text);

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
  ['$unset', { _id: 1, a: 1, b: 2 }, { $unset: { a: '' } }, { _id: 1, b: 2 }],
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
  ['$min takes the lesser', { _id: 1, a: 5 }, { $min: { a: 3 } }, { _id: 1, a: 3 }],
  ['$min keeps the lesser', { _id: 1, a: 5 }, { $min: { a: 7 } }, { _id: 1, a: 5 }],
  ['$max takes the greater', { _id: 1, a: 5 }, { $max: { a: 7 } }, { _id: 1, a: 7 }],
  ['$max compares across types', { _id: 1, a: 5 }, { $max: { a: 'x' } }, { _id: 1, a: 'x' }],
  ['$min sets what is missing', { _id: 1 }, { $min: { a: 3 } }, { _id: 1, a: 3 }],
  ['an empty operator', { _id: 1, a: 1 }, { $set: {} }, { _id: 1, a: 1 }],
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
  [
    '$inc by a decimal gives a decimal',
    { _id: 1, a: 1 },
    { $inc: { a: decimal('0.10') } },
    { _id: 1, a: decimal('1.10') },
  ],
  [
    '$inc a decimal has no rounding',
    { _id: 1, a: decimal('0.1') },
    { $inc: { a: decimal('0.2') } },
    { _id: 1, a: decimal('0.3') },
  ],
  ['$mul', { _id: 1, a: 3 }, { $mul: { a: 4 } }, { _id: 1, a: new Int32(12) }],
  ['$mul what is missing gives zero of that type', { _id: 1 }, { $mul: { a: long('5') } }, { _id: 1, a: long('0') }],
  ['$mul by a double', { _id: 1, a: 3 }, { $mul: { a: 0.5 } }, { _id: 1, a: new Double(1.5) }],
  [
    '$mul of ints over their end gives a long',
    { _id: 1, a: 65536 },
    { $mul: { a: 65536 } },
    { _id: 1, a: long('4294967296') },
  ],
  [
    '$mul by a decimal',
    { _id: 1, a: decimal('10.99') },
    { $mul: { a: decimal('1.25') } },
    { _id: 1, a: decimal('13.7375') },
  ],
  ['$bit and', { _id: 1, a: 13 }, { $bit: { a: { and: 10 } } }, { _id: 1, a: new Int32(8) }],
  ['$bit or', { _id: 1, a: 3 }, { $bit: { a: { or: 5 } } }, { _id: 1, a: new Int32(7) }],
  ['$bit xor', { _id: 1, a: 1 }, { $bit: { a: { xor: 5 } } }, { _id: 1, a: new Int32(4) }],
  ['$bit with a long gives a long', { _id: 1, a: 1 }, { $bit: { a: { or: long('2') } } }, { _id: 1, a: long('3') }],
);

const whole = rows(
  ['a replacement keeps _id', { _id: 1, a: 1 }, { b: 2 }, { _id: 1, b: 2 }],
  ['a replacement may name the same _id', { _id: 1, a: 1 }, { b: 2, _id: 1 }, { _id: 1, b: 2 }],
  [
    'a replacement may not change _id',
    { _id: 1 },
    { _id: 2 },
    {
      code: 66,
      message: "After applying the update, the (immutable) field '_id' was found to have been altered to _id: 2",
    },
  ],
  [
    'a pipeline',
    { _id: 1, a: 2, b: 3 },
    [{ $set: { sum: { $add: ['$a', '$b'] } } }, { $unset: 'a' }],
    { _id: 1, b: 3, sum: 5 },
  ],
  ['a pipeline with $replaceWith keeps _id', { _id: 1, a: { b: 1 } }, [{ $replaceWith: '$a' }], { _id: 1, b: 1 }],
  ['a pipeline with $project', { _id: 1, a: 1, b: 2 }, [{ $project: { b: 1 } }], { _id: 1, b: 2 }],
  [
    'a pipeline with another stage',
    { _id: 1 },
    [{ $match: {} }],
    { code: 72, message: '$match is not allowed to be used within an update' },
  ],
);

export const updateCases: UpdateCase[] = [...fields, ...numbers, ...integerUpdates, ...dollarUpdates, ...whole];
