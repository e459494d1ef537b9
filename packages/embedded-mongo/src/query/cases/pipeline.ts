import { Long } from 'bson';
import { pipelines } from './case.js';

export const shapeCases = pipelines(
  [
    '$match, $sort, $skip and $limit',
    [{ a: 3 }, { a: 1 }, { a: 2 }, { a: 4 }],
    [{ $match: { a: { $lt: 4 } } }, { $sort: { a: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 0 } }],
    [{ a: 2 }],
  ],
  [
    '$project with expressions',
    [{ a: 2 }],
    [{ $project: { _id: 0, b: { $multiply: ['$a', 3] }, c: { d: '$a' } } }],
    [{ b: 6, c: { d: 2 } }],
  ],
  ['$addFields', [{ a: 1 }], [{ $addFields: { b: '$a', 'c.d': 5 } }], [{ _id: 0, a: 1, b: 1, c: { d: 5 } }]],
  ['$addFields in its place', [{ a: 1, b: 2 }], [{ $set: { a: '$b' } }], [{ _id: 0, a: 2, b: 2 }]],
  [
    '$addFields in arrays',
    [{ a: [{ x: 1 }, { x: 2 }] }],
    [{ $addFields: { 'a.y': 0 } }],
    [
      {
        _id: 0,
        a: [
          { x: 1, y: 0 },
          { x: 2, y: 0 },
        ],
      },
    ],
  ],
  ['$addFields over a number', [{ a: 1 }], [{ $addFields: { 'a.y': 0 } }], [{ _id: 0, a: { y: 0 } }]],
  ['$set with $$REMOVE', [{ a: 1, b: 2 }], [{ $set: { a: '$$REMOVE' } }], [{ _id: 0, b: 2 }]],
  ['$unset', [{ a: { x: 1, y: 2 }, b: 1 }], [{ $unset: ['a.x', 'b'] }], [{ _id: 0, a: { y: 2 } }]],
  ['$replaceRoot', [{ a: { x: 1 } }], [{ $replaceRoot: { newRoot: '$a' } }], [{ x: 1 }]],
  [
    '$unwind',
    [{ a: [1, 2] }, { a: [] }, { a: null }, {}, { a: 5 }],
    [{ $unwind: '$a' }],
    [
      { _id: 0, a: 1 },
      { _id: 0, a: 2 },
      { _id: 4, a: 5 },
    ],
  ],
  [
    '$unwind that keeps what is empty',
    [{ a: [] }, { a: null }, {}],
    [{ $unwind: { path: '$a', preserveNullAndEmptyArrays: true } }],
    [{ _id: 0 }, { _id: 1, a: null }, { _id: 2 }],
  ],
  [
    '$unwind with the index',
    [{ a: ['x', 'y'] }, { a: 'z' }],
    [{ $unwind: { path: '$a', includeArrayIndex: 'i' } }],
    [
      { _id: 0, a: 'x', i: Long.fromNumber(0) },
      { _id: 0, a: 'y', i: Long.fromNumber(1) },
      { _id: 1, a: 'z', i: null },
    ],
  ],
  [
    '$unwind a dotted path',
    [{ a: { b: [1, 2] } }],
    [{ $unwind: '$a.b' }],
    [
      { _id: 0, a: { b: 1 } },
      { _id: 0, a: { b: 2 } },
    ],
  ],
  [
    '$facet',
    [{ a: 1 }, { a: 2 }],
    [{ $facet: { n: [{ $count: 'n' }], top: [{ $sort: { a: -1 } }, { $limit: 1 }] } }],
    [{ n: [{ n: 2 }], top: [{ _id: 1, a: 2 }] }],
  ],
  ['$sample of more than there is', [{ a: 1 }], [{ $sample: { size: 5 } }], [{ _id: 0, a: 1 }]],
  ['no stage', [{ a: 1 }], [], [{ _id: 0, a: 1 }]],
);

const inventory = [
  { _id: 1, sku: 'almonds', stock: 120 },
  { _id: 2, sku: 'bread', stock: 80 },
  { _id: 3, sku: null },
  { _id: 4 },
];
export const joinCases = pipelines(
  [
    '$lookup',
    [{ item: 'almonds' }, { item: 'pecans' }],
    [{ $lookup: { from: 'inventory', localField: 'item', foreignField: 'sku', as: 'docs' } }],
    [
      { _id: 0, item: 'almonds', docs: [inventory[0]] },
      { _id: 1, item: 'pecans', docs: [] },
    ],
    { inventory },
  ],
  [
    '$lookup joins missing with null',
    [{}],
    [{ $lookup: { from: 'inventory', localField: 'item', foreignField: 'sku', as: 'docs' } }],
    [{ _id: 0, docs: [inventory[2], inventory[3]] }],
    { inventory },
  ],
  [
    '$lookup into an array',
    [{ m: 'jo' }],
    [{ $lookup: { from: 'teams', localField: 'm', foreignField: 'members', as: 't' } }],
    [{ _id: 0, m: 'jo', t: [{ _id: 1, members: ['al', 'jo'] }] }],
    {
      teams: [
        { _id: 1, members: ['al', 'jo'] },
        { _id: 2, members: ['al'] },
      ],
    },
  ],
  [
    '$lookup with a pipeline',
    [
      { item: 'almonds', ordered: 100 },
      { item: 'bread', ordered: 100 },
    ],
    [
      {
        $lookup: {
          from: 'inventory',
          let: { i: '$item', n: '$ordered' },
          pipeline: [
            { $match: { $expr: { $and: [{ $eq: ['$sku', '$$i'] }, { $gte: ['$stock', '$$n'] }] } } },
            { $project: { _id: 0, stock: 1 } },
          ],
          as: 's',
        },
      },
    ],
    [
      { _id: 0, item: 'almonds', ordered: 100, s: [{ stock: 120 }] },
      { _id: 1, item: 'bread', ordered: 100, s: [] },
    ],
    { inventory },
  ],
  [
    '$lookup with fields and a pipeline',
    [{ item: 'bread' }],
    [
      {
        $lookup: {
          from: 'inventory',
          localField: 'item',
          foreignField: 'sku',
          pipeline: [{ $project: { stock: 1, _id: 0 } }],
          as: 's',
        },
      },
    ],
    [{ _id: 0, item: 'bread', s: [{ stock: 80 }] }],
    { inventory },
  ],
  [
    '$lookup into a collection that is not',
    [{ a: 1 }],
    [{ $lookup: { from: 'none', localField: 'a', foreignField: 'b', as: 'c' } }],
    [{ _id: 0, a: 1, c: [] }],
  ],
  [
    '$unionWith',
    [{ a: 1 }],
    [{ $unionWith: 'more' }],
    [
      { _id: 0, a: 1 },
      { _id: 9, a: 2 },
    ],
    { more: [{ _id: 9, a: 2 }] },
  ],
  [
    '$unionWith a pipeline',
    [{ a: 1 }],
    [{ $unionWith: { coll: 'more', pipeline: [{ $match: { a: 3 } }] } }],
    [{ _id: 0, a: 1 }],
    { more: [{ _id: 9, a: 2 }] },
  ],
);

export const pipelineRefusals = pipelines(
  ['an unknown stage', [], [{ $foo: {} }], { code: 40324, message: "Unrecognized pipeline stage name: '$foo'" }],
  [
    'a stage of two',
    [],
    [{ $match: {}, $sort: { a: 1 } }],
    { code: 40323, message: 'A pipeline stage specification object must contain exactly one field.' },
  ],
  [
    '$group without _id',
    [],
    [{ $group: { a: { $sum: 1 } } }],
    { code: 15955, message: 'a group specification must include an _id' },
  ],
  [
    '$group with a plain field',
    [],
    [{ $group: { _id: 1, a: 1 } }],
    { code: 40234, message: "The field 'a' must be an accumulator object" },
  ],
  [
    '$group with two accumulators',
    [],
    [{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }],
    { code: 40238, message: "The field 'a' must specify one accumulator" },
  ],
  [
    '$group with an unknown accumulator',
    [],
    [{ $group: { _id: 1, a: { $foo: 1 } } }],
    { code: 15952, message: "unknown group operator '$foo'" },
  ],
  ['$limit of zero', [], [{ $limit: 0 }], { code: 15958, message: 'the limit must be positive' }],
  [
    '$limit of a word',
    [],
    [{ $limit: 'x' }],
    { code: 5107201, message: 'invalid argument to $limit stage: Expected a number in: $limit: "x"' },
  ],
  [
    '$skip below zero',
    [],
    [{ $skip: -1 }],
    { code: 5107200, message: 'invalid argument to $skip stage: Expected a non-negative number in: $skip: -1' },
  ],
  ['$sort of nothing', [], [{ $sort: {} }], { code: 15976, message: '$sort stage must have at least one sort key' }],
  [
    '$unwind without $',
    [],
    [{ $unwind: 'a' }],
    { code: 28818, message: "path option to $unwind stage should be prefixed with a '$': a" },
  ],
  ['$unwind without a path', [], [{ $unwind: {} }], { code: 28812, message: 'no path specified to $unwind stage' }],
  [
    '$count under a $ name',
    [],
    [{ $count: '$a' }],
    { code: 40158, message: 'the count field cannot be a $-prefixed path' },
  ],
  ['$replaceRoot by a number', [{ a: 1 }], [{ $replaceRoot: { newRoot: '$a' } }], { code: 40228 }],
  [
    '$project of nothing',
    [],
    [{ $project: {} }],
    { code: 51272, message: 'Invalid $project :: caused by :: projection specification must have at least one field' },
  ],
  [
    '$facet within $facet',
    [],
    [{ $facet: { a: [{ $facet: { b: [] } }] } }],
    { code: 40600, message: '$facet is not allowed to be used within a $facet stage' },
  ],
  ['$bucket without a place', [{ a: 5 }], [{ $bucket: { groupBy: '$a', boundaries: [0, 1] } }], { code: 40066 }],
  ['$bucket in the wrong order', [], [{ $bucket: { groupBy: '$a', boundaries: [1, 0] } }], { code: 40194 }],
  [
    '$lookup without as',
    [],
    [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }],
    { code: 9, message: "must specify 'as' field for a $lookup" },
  ],
);
