import { Double, Int32 } from 'bson';
import { filtersOver, failure } from './case.js';

export const filterRefusals = filtersOver(
  [{ a: 1 }],
  ['$and of nothing', { $and: [] }, failure(2, '$and/$or/$nor must be a nonempty array')],
  ['$or that is no array', { $or: { a: 1 } }, failure(2, '$or must be an array')],
  ['$in that is no array', { a: { $in: 1 } }, failure(2, '$in needs an array')],
  ['$in of an operator', { a: { $in: [{ $gt: 1 }] } }, failure(2, 'cannot nest $ under $in')],
  ['$nin that is no array', { a: { $nin: 1 } }, failure(2, '$nin needs an array')],
  ['$elemMatch of a value', { a: { $elemMatch: 1 } }, failure(2, '$elemMatch needs an Object')],
  ['$gt of a pattern', { a: { $gt: /x/ } }, { code: 2 }],
  ['$ne of a pattern', { a: { $ne: /x/ } }, failure(2, "Can't have regex as arg to $ne.")],
  ['$regex of a number', { a: { $regex: 1 } }, failure(2, '$regex has to be a string')],
  ['$options alone', { a: { $options: 'i' } }, failure(2, '$options needs a $regex')],
  ['a pattern that cannot be read', { a: { $regex: '(' } }, { code: 51091 }],
  ['$size of a fraction', { a: { $size: new Double(1.5) } }, { code: 2 }],
  ['$size below zero', { a: { $size: new Int32(-1) } }, { code: 2 }],
  ['no type', { a: { $type: [] } }, failure(9, '$type must match at least one type')],
);
