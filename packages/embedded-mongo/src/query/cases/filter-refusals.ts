import { Double, Int32 } from 'bson';
import { filtersOver } from './case.js';

export const filterRefusals = filtersOver(
  [{ a: 1 }],
  [
    'an unknown operator at the top',
    { $foo: 1 },
    {
      code: 2,
      message:
        "unknown top level operator: $foo. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.",
    },
  ],
  [
    '$not at the top',
    { $not: { a: 1 } },
    {
      code: 2,
      message: 'unknown top level operator: $not. If you are trying to negate an entire expression, use $nor.',
    },
  ],
  ['$and of nothing', { $and: [] }, { code: 2, message: '$and/$or/$nor must be a nonempty array' }],
  ['$or that is no array', { $or: { a: 1 } }, { code: 2, message: '$or must be an array' }],
  ['$nor of a value', { $nor: [1] }, { code: 2, message: '$or/$and/$nor entries need to be full objects' }],
  ['$in that is no array', { a: { $in: 1 } }, { code: 2, message: '$in needs an array' }],
  ['$in of an operator', { a: { $in: [{ $gt: 1 }] } }, { code: 2, message: 'cannot nest $ under $in' }],
  ['$nin that is no array', { a: { $nin: 1 } }, { code: 2, message: '$nin needs an array' }],
  ['$all that is no array', { a: { $all: 1 } }, { code: 2, message: '$all needs an array' }],
  ['$all of an operator', { a: { $all: [{ $gt: 1 }] } }, { code: 2, message: 'no $ expressions in $all' }],
  ['$elemMatch of a value', { a: { $elemMatch: 1 } }, { code: 2, message: '$elemMatch needs an Object' }],
  ['$not of a value', { a: { $not: 1 } }, { code: 2, message: '$not needs a regex or a document' }],
  ['$not of nothing', { a: { $not: {} } }, { code: 2, message: '$not cannot be empty' }],
  [
    '$gt of a pattern',
    { a: { $gt: /x/ } },
    { code: 2, message: "Can't have RegEx as arg to predicate over field 'a'." },
  ],
  ['$ne of a pattern', { a: { $ne: /x/ } }, { code: 2, message: "Can't have regex as arg to $ne." }],
  ['$regex of a number', { a: { $regex: 1 } }, { code: 2, message: '$regex has to be a string' }],
  ['$options alone', { a: { $options: 'i' } }, { code: 2, message: '$options needs a $regex' }],
  [
    'options twice',
    { a: { $regex: /x/i, $options: 'i' } },
    { code: 51075, message: 'options set in both $regex and $options' },
  ],
  ['a pattern that cannot be read', { a: { $regex: '(' } }, { code: 51091 }],
  ['$mod with one number', { a: { $mod: [1] } }, { code: 2, message: 'malformed mod, not enough elements' }],
  ['$mod with three numbers', { a: { $mod: [1, 2, 3] } }, { code: 2, message: 'malformed mod, too many elements' }],
  [
    '$mod by NaN',
    { a: { $mod: [new Double(NaN), 1] } },
    {
      code: 2,
      message: 'malformed mod, divisor value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type',
    },
  ],
  ['$size of a fraction', { a: { $size: new Double(1.5) } }, { code: 2 }],
  ['$size below zero', { a: { $size: new Int32(-1) } }, { code: 2 }],
  ['an unknown type', { a: { $type: 'text' } }, { code: 2, message: 'Unknown type name alias: text' }],
  ['an unknown type number', { a: { $type: 99 } }, { code: 2, message: 'Invalid numerical type code: 99' }],
  ['no type', { a: { $type: [] } }, { code: 9, message: '$type must match at least one type' }],
  ['a negative mask', { a: { $bitsAllSet: -1 } }, { code: 9 }],
);
