import { Double, Int32 } from 'bson';
import { filtersOver } from './case.js';

export const filterRefusals = filtersOver(
  [{ a: 1 }],
  ['$and of nothing', { $and: [] }, { code: 2, message: '$and/$or/$nor must be a nonempty array' }],
  ['$or that is no array', { $or: { a: 1 } }, { code: 2, message: '$or must be an array' }],
  ['$in that is no array', { a: { $in: 1 } }, { code: 2, message: '$in needs an array' }],
  ['$in of an operator', { a: { $in: [{ $gt: 1 }] } }, { code: 2, message: 'cannot nest $ under $in' }],
  ['$nin that is no array', { a: { $nin: 1 } }, { code: 2, message: '$nin needs an array' }],
  ['$elemMatch of a value', { a: { $elemMatch: 1 } }, { code: 2, message: '$elemMatch needs an Object' }],
  ['$gt of a pattern', { a: { $gt: /x/ } }, { code: 2 }],
  ['$ne of a pattern', { a: { $ne: /x/ } }, { code: 2, message: "Can't have regex as arg to $ne." }],
  ['$regex of a number', { a: { $regex: 1 } }, { code: 2, message: '$regex has to be a string' }],
  ['$options alone', { a: { $options: 'i' } }, { code: 2, message: '$options needs a $regex' }],
  ['a pattern that cannot be read', { a: { $regex: '(' } }, { code: 51091 }],
  ['$size of a fraction', { a: { $size: new Double(1.5) } }, { code: 2 }],
  ['$size below zero', { a: { $size: new Int32(-1) } }, { code: 2 }],
  ['no type', { a: { $type: [] } }, { code: 9, message: '$type must match at least one type' }],
);
