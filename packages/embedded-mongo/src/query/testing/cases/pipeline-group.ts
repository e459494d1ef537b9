import { Double, Int32, Long } from 'bson';
import type { Document } from '../../bson.js';
import { pipelines } from './case.js';
import { integerGroups } from './integers.js';

const sales: Document[] = [
  { _id: 1, item: 'abc', price: 10, quantity: 2 },
  { _id: 2, item: 'jkl', price: 20, quantity: 1 },
  { _id: 3, item: 'xyz', price: 5, quantity: null },
  { _id: 4, item: 'abc', price: 10, quantity: 10, note: 'n' },
];
const byId = { $sort: { _id: 1 } };

export const groupCases = pipelines(
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
    '$group by two values',
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: new Double(1), b: 1 },
    ],
    [{ $group: { _id: { a: '$a', b: '$b' }, n: { $sum: 1 } } }, { $sort: { '_id.b': 1 } }],
    [
      { _id: { a: 1, b: 1 }, n: 2 },
      { _id: { a: 1, b: 2 }, n: 1 },
    ],
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
    '$sum passes over text',
    [{ a: 1 }, { a: 'x' }, {}],
    [{ $group: { _id: 1, s: { $sum: '$a' } } }],
    [{ _id: 1, s: new Int32(1) }],
  ],
  [
    '$sum of ints over their end',
    [{ a: 2147483647 }, { a: 1 }],
    [{ $group: { _id: 1, s: { $sum: '$a' } } }],
    [{ _id: 1, s: Long.fromNumber(2147483648) }],
  ],
  [
    '$sum of mixed numbers',
    [{ a: 1 }, { a: Long.fromNumber(2) }, { a: new Double(0.5) }],
    [{ $group: { _id: 1, s: { $sum: '$a' } } }],
    [{ _id: 1, s: new Double(3.5) }],
  ],
  ['$count', [{ a: 1 }, { a: 2 }], [{ $match: { a: 2 } }, { $count: 'n' }], [{ n: 1 }]],
  ['$count of nothing', [], [{ $count: 'n' }], []],
).concat(integerGroups);
