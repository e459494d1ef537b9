import { Double } from 'bson';
import { type UpdateCase, updates as rows } from './case.js';

const arrays = rows(
  ['$push', { _id: 1, a: [1] }, { $push: { a: 2 } }, { _id: 1, a: [1, 2] }],
  ['$push makes the array', { _id: 1 }, { $push: { a: 2 } }, { _id: 1, a: [2] }],
  ['$push an array is one element', { _id: 1, a: [1] }, { $push: { a: [2, 3] } }, { _id: 1, a: [1, [2, 3]] }],
  ['$push $each', { _id: 1, a: [1] }, { $push: { a: { $each: [2, 3] } } }, { _id: 1, a: [1, 2, 3] }],
  [
    '$push $position',
    { _id: 1, a: [100] },
    { $push: { a: { $each: [50, 60], $position: 0 } } },
    { _id: 1, a: [50, 60, 100] },
  ],
  [
    '$push $position from the end',
    { _id: 1, a: [1, 2, 3] },
    { $push: { a: { $each: [9], $position: -1 } } },
    { _id: 1, a: [1, 2, 9, 3] },
  ],
  [
    '$push $slice keeps the last',
    { _id: 1, a: [40, 50, 60] },
    { $push: { a: { $each: [80, 78, 86], $slice: -5 } } },
    { _id: 1, a: [50, 60, 80, 78, 86] },
  ],
  [
    '$push $slice keeps the first',
    { _id: 1, a: [89, 90] },
    { $push: { a: { $each: [100, 20], $slice: 3 } } },
    { _id: 1, a: [89, 90, 100] },
  ],
  ['$push $slice of nothing', { _id: 1, a: [1] }, { $push: { a: { $each: [], $slice: 0 } } }, { _id: 1, a: [] }],
  [
    '$push $sort values',
    { _id: 1, a: [89, 70] },
    { $push: { a: { $each: [40, 60], $sort: 1 } } },
    { _id: 1, a: [40, 60, 70, 89] },
  ],
  [
    '$push $sort by a field',
    { _id: 1, a: [{ s: 2 }] },
    { $push: { a: { $each: [{ s: 3 }, { s: 1 }], $sort: { s: -1 } } } },
    { _id: 1, a: [{ s: 3 }, { s: 2 }, { s: 1 }] },
  ],
  [
    '$push $sort, then $slice',
    { _id: 1, a: [{ w: 5, s: 8 }] },
    {
      $push: {
        a: {
          $each: [
            { w: 6, s: 7 },
            { w: 7, s: 9 },
          ],
          $sort: { s: -1 },
          $slice: 2,
        },
      },
    },
    {
      _id: 1,
      a: [
        { w: 7, s: 9 },
        { w: 5, s: 8 },
      ],
    },
  ],
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
  [
    '$addToSet $each',
    { _id: 1, a: ['x'] },
    { $addToSet: { a: { $each: ['x', 'y', 'y'] } } },
    { _id: 1, a: ['x', 'y'] },
  ],
  ['$pop the last', { _id: 1, a: [1, 2, 3] }, { $pop: { a: 1 } }, { _id: 1, a: [1, 2] }],
  ['$pop the first', { _id: 1, a: [1, 2, 3] }, { $pop: { a: -1 } }, { _id: 1, a: [2, 3] }],
  ['$pull a value', { _id: 1, a: [1, 2, 1] }, { $pull: { a: 1 } }, { _id: 1, a: [2] }],
  ['$pull by a condition', { _id: 1, a: [3, 5, 6, 7] }, { $pull: { a: { $gte: 6 } } }, { _id: 1, a: [3, 5] }],
  ['$pull by $in', { _id: 1, a: ['x', 'y', 'z'] }, { $pull: { a: { $in: ['x', 'z'] } } }, { _id: 1, a: ['y'] }],
  [
    '$pull documents by some of their fields',
    {
      _id: 1,
      a: [
        { i: 'A', s: 5 },
        { i: 'B', s: 8, c: 1 },
      ],
    },
    { $pull: { a: { s: 8, i: 'B' } } },
    { _id: 1, a: [{ i: 'A', s: 5 }] },
  ],
  ['$pull by a pattern', { _id: 1, a: ['abc', 'xyz'] }, { $pull: { a: /^a/ } }, { _id: 1, a: ['xyz'] }],
  [
    '$pull by $elemMatch',
    { _id: 1, r: [{ a: [{ q: 1, a: 4 }] }, { a: [{ q: 2, a: 9 }] }] },
    { $pull: { r: { a: { $elemMatch: { q: 2, a: { $gte: 8 } } } } } },
    { _id: 1, r: [{ a: [{ q: 1, a: 4 }] }] },
  ],
  ['$pullAll', { _id: 1, a: [0, 2, 5, 5, 1, 0] }, { $pullAll: { a: [0, 5] } }, { _id: 1, a: [2, 1] }],
);

const positional: UpdateCase[] = [
  {
    name: '$ is the element the filter found',
    doc: { _id: 1, g: [85, 80, 80] },
    filter: { _id: 1, g: 80 },
    update: { $set: { 'g.$': 82 } },
    expected: { _id: 1, g: [85, 82, 80] },
  },
  {
    name: '$ and a field of the element',
    doc: { _id: 1, g: [{ m: 75 }, { m: 85 }] },
    filter: { 'g.m': { $gt: 80 } },
    update: { $set: { 'g.$.s': 6 } },
    expected: { _id: 1, g: [{ m: 75 }, { m: 85, s: 6 }] },
  },
  {
    name: '$ by $elemMatch',
    doc: {
      _id: 1,
      g: [
        { m: 75, s: 1 },
        { m: 85, s: 2 },
        { m: 90, s: 2 },
      ],
    },
    filter: { g: { $elemMatch: { m: { $lte: 90 }, s: 2 } } },
    update: { $inc: { 'g.$.m': 1 } },
    expected: {
      _id: 1,
      g: [
        { m: 75, s: 1 },
        { m: 86, s: 2 },
        { m: 90, s: 2 },
      ],
    },
  },
  {
    name: '$ without a match',
    doc: { _id: 1, g: [1] },
    filter: { _id: 1 },
    update: { $set: { 'g.$': 2 } },
    expected: { code: 2, message: 'The positional operator did not find the match needed from the query.' },
  },
  {
    name: '$[] is every element',
    doc: { _id: 1, g: [85, 82] },
    update: { $inc: { 'g.$[]': 10 } },
    expected: { _id: 1, g: [95, 92] },
  },
  {
    name: '$[] and a field',
    doc: { _id: 1, g: [{ m: 1 }, { m: 2 }] },
    update: { $set: { 'g.$[].m': 0 } },
    expected: { _id: 1, g: [{ m: 0 }, { m: 0 }] },
  },
  {
    name: '$[] on what is missing',
    doc: { _id: 1 },
    update: { $set: { 'g.$[]': 1 } },
    expected: { code: 2, message: "The path 'g' must exist in the document in order to apply array updates." },
  },
  {
    name: '$[] on a number',
    doc: { _id: 1, g: 5 },
    update: { $set: { 'g.$[]': 1 } },
    expected: { code: 2, message: 'Cannot apply array updates to non-array element g: 5' },
  },
  {
    name: '$[id] is what its filter finds',
    doc: { _id: 1, g: [95, 102, 90] },
    update: { $set: { 'g.$[e]': 100 } },
    arrayFilters: [{ e: { $gte: 100 } }],
    expected: { _id: 1, g: [95, 100, 90] },
  },
  {
    name: '$[id] by fields',
    doc: {
      _id: 1,
      g: [
        { m: 80, s: 6 },
        { m: 85, s: 4 },
      ],
    },
    update: { $set: { 'g.$[e].m': 100 } },
    arrayFilters: [{ 'e.m': { $gte: 80 }, 'e.s': { $gt: 5 } }],
    expected: {
      _id: 1,
      g: [
        { m: 100, s: 6 },
        { m: 85, s: 4 },
      ],
    },
  },
  {
    name: '$[id] within $[]',
    doc: { _id: 1, g: [{ q: [8, 5] }, { q: [9] }] },
    update: { $inc: { 'g.$[].q.$[s]': -2 } },
    arrayFilters: [{ s: { $gte: 8 } }],
    expected: { _id: 1, g: [{ q: [6, 5] }, { q: [7] }] },
  },
  {
    name: '$[id] without a filter',
    doc: { _id: 1, g: [1] },
    update: { $set: { 'g.$[e]': 1 } },
    expected: { code: 2, message: "No array filter found for identifier 'e' in path 'g.$[e]'" },
  },
  {
    name: 'a filter that is not used',
    doc: { _id: 1, g: [1] },
    update: { $set: { a: 1 } },
    arrayFilters: [{ e: 1 }],
    expected: { code: 9 },
  },
  {
    name: 'two filters of one name',
    doc: { _id: 1, g: [1] },
    update: { $set: { 'g.$[e]': 1 } },
    arrayFilters: [{ e: 1 }, { e: 2 }],
    expected: { code: 9, message: 'Found multiple array filters with the same top-level field name e' },
  },
];

export const arrayUpdateCases: UpdateCase[] = [...arrays, ...positional];
