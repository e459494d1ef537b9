import { Double, Long } from 'bson';
import type { Document } from '../../bson.js';
import { failure, type PipelineRow } from './case.js';
import { integerGroups } from './integers.js';

const sales: Document[] = [
  { _id: 1, item: 'abc', price: 10, quantity: 2 },
  { _id: 2, item: 'jkl', price: 20, quantity: 1 },
  { _id: 3, item: 'xyz', price: 5, quantity: null },
  { _id: 4, item: 'abc', price: 10, quantity: 10, note: 'n' },
];
const byId = { $sort: { _id: 1 } };

const groups: PipelineRow[] = [
  [
    '$group with $sum of products',
    sales,
    [{ $group: { _id: '$item', total: { $sum: { $multiply: ['$price', '$quantity'] } } } }, byId],
    [
      { _id: 'abc', total: 120 },
      { _id: 'jkl', total: 20 },
      { _id: 'xyz', total: 0 },
    ],
  ],
  [
    '$group of everything: $max passes over null, $first of a missing field is null',
    sales,
    [
      {
        $group: {
          _id: null,
          max: { $max: '$quantity' },
          none: { $max: '$x' },
          item: { $first: '$item' },
          n: { $first: '$note' },
        },
      },
    ],
    [{ _id: null, max: 10, none: null, item: 'abc', n: null }],
  ],
  ['$sum of nothing is zero', sales, [{ $group: { _id: null, n: { $sum: '$item' } } }], [{ _id: null, n: 0 }]],
  [
    '$sum by a condition',
    sales,
    [{ $group: { _id: null, n: { $sum: { $cond: [{ $eq: ['$item', 'abc'] }, 1, 0] } } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    '$group takes numbers of all types as one',
    [{ a: 1 }, { a: new Double(1) }, { a: Long.fromNumber(1) }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: 1, n: 3 }],
  ],
  [
    '$group takes missing and null as one',
    [{ a: null }, {}, { a: 1 }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }, byId],
    [
      { _id: null, n: 2 },
      { _id: 1, n: 1 },
    ],
  ],
  [
    '$sum of mixed numbers',
    [{ a: 1 }, { a: Long.fromNumber(2) }, { a: new Double(0.5) }],
    [{ $group: { _id: 1, s: { $sum: '$a' } } }],
    [{ _id: 1, s: new Double(3.5) }],
  ],
  ['$count', [{ a: 1 }, { a: 2 }], [{ $match: { a: 2 } }, { $count: 'n' }], [{ n: 1 }]],
  ['$count of nothing', [], [{ $count: 'n' }], []],
];

const shapes: PipelineRow[] = [
  [
    '$project with expressions',
    [{ a: 2, x: { y: 1, z: 2 }, o: 1 }],
    [{ $project: { _id: 0, b: { $multiply: ['$a', 3] }, c: '$x.y', 'x.z': 1 } }],
    [{ x: { z: 2 }, b: 6, c: 1 }],
  ],
  ['$project that leaves out', [{ a: 2, b: 1 }], [{ $project: { _id: 0, b: 0 } }], [{ a: 2 }]],
  ['$project leaves out what is missing', [{ a: 2 }], [{ $project: { b: '$nothing' } }], [{ _id: 0 }]],
  [
    '$match, $sort and $limit',
    [{ a: 3 }, { a: 1 }, { a: 2 }, { a: 4 }],
    [{ $match: { a: { $lt: 4 } } }, { $sort: { a: -1 } }, { $limit: 2 }, { $project: { _id: 0 } }],
    [{ a: 3 }, { a: 2 }],
  ],
  ['no stage', [{ a: 1 }], [], [{ _id: 0, a: 1 }]],
];

const inventory = [
  { _id: 1, sku: 'almonds', stock: 120 },
  { _id: 2, sku: 'bread', stock: 80 },
  { _id: 3, sku: null },
  { _id: 4 },
];
const joins: PipelineRow[] = [
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
    '$lookup into a collection that is not',
    [{ a: 1 }],
    [{ $lookup: { from: 'none', localField: 'a', foreignField: 'b', as: 'c' } }],
    [{ _id: 0, a: 1, c: [] }],
  ],
];

const refusals: PipelineRow[] = [
  [
    'a stage of two',
    [],
    [{ $match: {}, $sort: { a: 1 } }],
    failure(40323, 'A pipeline stage specification object must contain exactly one field.'),
  ],
];

const groupCases = [...groups, ...integerGroups];
export const pipelineCases = [...groupCases, ...shapes, ...joins, ...refusals];
