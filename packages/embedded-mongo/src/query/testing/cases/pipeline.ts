import { pipelines, failure } from './case.js';

export const shapeCases = pipelines(
  [
    '$project with expressions',
    [{ a: 2, x: { y: 1, z: 2 }, o: 1 }],
    [{ $project: { _id: 0, b: { $multiply: ['$a', 3] }, c: '$x.y', 'x.z': 1 } }],
    [{ x: { z: 2 }, b: 6, c: 1 }],
  ],
  ['$project that leaves out', [{ a: 2, b: 1 }], [{ $project: { _id: 0, b: 0 } }], [{ a: 2 }]],
  ['$project leaves out what is missing', [{ a: 2 }], [{ $project: { b: '$nothing' } }], [{ _id: 0 }]],
  [
    '$match, $sort, $skip and $limit',
    [{ a: 3 }, { a: 1 }, { a: 2 }, { a: 4 }],
    [{ $match: { a: { $lt: 4 } } }, { $sort: { a: -1 } }, { $skip: 1 }, { $limit: 1 }, { $project: { _id: 0 } }],
    [{ a: 2 }],
  ],
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
    '$lookup into a collection that is not',
    [{ a: 1 }],
    [{ $lookup: { from: 'none', localField: 'a', foreignField: 'b', as: 'c' } }],
    [{ _id: 0, a: 1, c: [] }],
  ],
);

export const pipelineRefusals = pipelines([
  'a stage of two',
  [],
  [{ $match: {}, $sort: { a: 1 } }],
  failure(40323, 'A pipeline stage specification object must contain exactly one field.'),
]);
