import { aggregate, type Case, find, findBy, numbered, sent } from './case';

const stages = (count: number) => Array.from({ length: count }, () => ({ $match: {} }));

export const queryCases: Case[] = [
  ['A filter has no other operators', findBy({ $xor: [] }), findBy({ $comment: 'a' })],
  ['$and, $or and $nor take', findBy({ $or: [] }), findBy({ $or: [{ a: 1 }] })],
  ['A condition on a field', findBy({ a: { $gt: 1, b: 2 } }), findBy({ a: { $gt: 1, $lt: 2 }, b: { c: 1, $d: 2 } })],
  ['$in, $nin and $all', findBy({ a: { $in: 1 } }), findBy({ a: { $in: [1] } })],
  ['The list of $in', findBy({ a: { $in: [{ $gt: 1 }] } }), findBy({ a: { $in: [{ b: 1 }, null] } })],
  ['$size takes', findBy({ a: { $size: -1 } }), findBy({ a: { $size: 0 } })],
  ['$type takes', findBy({ a: { $type: 'text' } }), findBy({ a: { $type: ['string', 16] } })],
  ['$not takes', findBy({ a: { $not: 1 } }), findBy({ a: { $not: { $gt: 1 } } })],
  ['$elemMatch takes', findBy({ a: { $elemMatch: 1 } }), findBy({ a: { $elemMatch: { b: { $gt: 1 } } } })],
  ['$regex takes', findBy({ a: { $options: 'i' } }), findBy({ a: { $regex: '^a', $options: 'i' } })],
  ['A projection includes or excludes', find({ projection: { a: 1, b: 0 } }), find({ projection: { a: 1, _id: 0 } })],
  [
    "A projection doesn't name",
    find({ projection: { a: 1, 'a.b': 1 } }),
    find({ projection: { a: 1, ab: 1, 'b.c': 1 } }),
  ],
  ["A projected field doesn't start", find({ projection: { $a: 1 } }), find({ projection: { 'a.$': 1 } })],
  ['A sort has at most 32', find({ sort: numbered(33) }), find({ sort: numbered(32) })],
  ['The direction of a sort', find({ sort: { a: 2 } }), find({ sort: { a: -1 } })],
  ['skip, limit and batchSize', find({ limit: -1 }), find({ limit: 1, skip: 0 })],
  ['maxTimeMS is from', find({ maxTimeMS: -1 }), find({ maxTimeMS: 10 })],
  ['distinct names', sent({ distinct: 'c' }), sent({ distinct: 'c', key: 'a' })],
  ['aggregate has the option cursor', sent({ aggregate: 'c', pipeline: [] }), aggregate()],
  ['A pipeline has at most 1000', aggregate(...stages(1001)), aggregate(...stages(1000))],
  ['Each stage is a document', aggregate({ $match: {}, $limit: 1 }), aggregate({ $match: {} }, { $limit: 1 })],
  ['$out and $merge are the last', aggregate({ $out: 'd' }, { $limit: 1 }), aggregate({ $limit: 1 }, { $out: 'd' })],
  ['$limit is a whole number', aggregate({ $limit: 0 }), aggregate({ $limit: 1 }, { $skip: 0 })],
  ['$sort has 1 to 32', aggregate({ $sort: {} }), aggregate({ $sort: { a: 1 } })],
  [
    '$project has fields',
    aggregate({ $project: { a: 1, b: 0 } }),
    aggregate({ $project: { a: 1, b: { $size: '$c' } } }),
  ],
  [
    '$group has an _id',
    aggregate({ $group: { _id: 1, n: { $total: 1 } } }),
    aggregate({ $group: { _id: null, n: { $sum: 1 } } }),
  ],
  ['$count names', aggregate({ $count: 'a.b' }), aggregate({ $count: 'n' })],
  [
    '$lookup has "as"',
    aggregate({ $lookup: { from: 'd', as: 'x', localField: 'a' } }),
    aggregate({ $lookup: { from: 'd', as: 'x', localField: 'a', foreignField: 'b' } }),
  ],
  [
    'An expression has operators',
    aggregate({ $project: { a: { $plus: [1, 2] } } }),
    aggregate({ $project: { a: { $add: [1, '$b'] } } }),
  ],
  ['$match has no $near', aggregate({ $match: { $where: 'true' } }), findBy({ $where: 'true' })],
];
