import { Decimal128, Double, Int32, Long } from 'bson';
import type { Document } from '../bson.js';
import { pipelines } from './case.js';
import { integerGroups } from './integers.js';

const decimal = (text: string) => Decimal128.fromString(text);

const sales: Document[] = [
  { _id: 1, item: 'abc', price: decimal('10'), quantity: 2, date: new Date('2014-03-01T08:00:00Z') },
  { _id: 2, item: 'jkl', price: decimal('20'), quantity: 1, date: new Date('2014-03-01T09:00:00Z') },
  { _id: 3, item: 'xyz', price: decimal('5'), quantity: 10, date: new Date('2014-03-15T09:00:00Z') },
  { _id: 4, item: 'abc', price: decimal('10'), quantity: 10, date: new Date('2014-04-04T11:21:39Z') },
];
const byId = { $sort: { _id: 1 } };

export const groupCases = pipelines(
  [
    '$group with $sum of products',
    sales,
    [{ $group: { _id: '$item', total: { $sum: { $multiply: ['$price', '$quantity'] } } } }, byId],
    [
      { _id: 'abc', total: decimal('120') },
      { _id: 'jkl', total: decimal('20') },
      { _id: 'xyz', total: decimal('50') },
    ],
  ],
  [
    '$group of everything',
    sales,
    [{ $group: { _id: null, count: { $count: {} }, min: { $min: '$quantity' }, max: { $max: '$quantity' } } }],
    [{ _id: null, count: 4, min: 1, max: 10 }],
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
    '$group takes numbers of all types as one',
    [{ a: 1 }, { a: new Double(1) }, { a: decimal('1.0') }],
    [{ $group: { _id: '$a', n: { $sum: 1 } } }],
    [{ _id: 1, n: 3 }],
  ],
  [
    '$push keeps null and leaves out missing',
    [{ a: 1 }, { a: null }, {}],
    [{ $group: { _id: 1, all: { $push: '$a' } } }],
    [{ _id: 1, all: [1, null] }],
  ],
  [
    '$first and $last, null for missing',
    [{ a: 1 }, { a: 2 }, {}],
    [{ $group: { _id: 1, f: { $first: '$a' }, l: { $last: '$a' } } }],
    [{ _id: 1, f: 1, l: null }],
  ],
  [
    '$sum passes over text',
    [{ a: 1 }, { a: 'x' }, {}],
    [{ $group: { _id: 1, s: { $sum: '$a' } } }],
    [{ _id: 1, s: new Int32(1) }],
  ],
  [
    '$sum of nothing is zero',
    [{ a: 'x' }],
    [{ $group: { _id: 1, s: { $sum: '$a' }, a: { $avg: '$a' } } }],
    [{ _id: 1, s: 0, a: null }],
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
  [
    '$max passes over null',
    [{ a: null }, { a: 3 }, {}],
    [{ $group: { _id: 1, m: { $max: '$a' }, n: { $min: '$a' } } }],
    [{ _id: 1, m: 3, n: 3 }],
  ],
  [
    '$top',
    [
      { s: 1, n: 'a' },
      { s: 9, n: 'b' },
      { s: 5, n: 'c' },
    ],
    [
      {
        $group: {
          _id: 1,
          t: { $top: { output: '$n', sortBy: { s: -1 } } },
          b: { $bottomN: { output: '$n', sortBy: { s: -1 }, n: 2 } },
        },
      },
    ],
    [{ _id: 1, t: 'b', b: ['c', 'a'] }],
  ],
  [
    '$firstN and $maxN',
    [{ a: 1 }, { a: 7 }, { a: 3 }],
    [{ $group: { _id: 1, f: { $firstN: { input: '$a', n: 2 } }, m: { $maxN: { input: '$a', n: 2 } } } }],
    [{ _id: 1, f: [1, 7], m: [7, 3] }],
  ],
  [
    '$sortByCount',
    [{ a: 'x' }, { a: 'y' }, { a: 'y' }],
    [{ $sortByCount: '$a' }],
    [
      { _id: 'y', count: 2 },
      { _id: 'x', count: 1 },
    ],
  ],
  [
    '$bucket',
    [{ y: 1902 }, { y: 1938 }, { y: 1926 }, { y: 1860 }, {}],
    [{ $bucket: { groupBy: '$y', boundaries: [1900, 1920, 1950], default: 'Other', output: { n: { $sum: 1 } } } }],
    [
      { _id: 1900, n: 1 },
      { _id: 1920, n: 2 },
      { _id: 'Other', n: 2 },
    ],
  ],
  [
    '$bucketAuto',
    [1, 2, 3, 4, 5, 6].map((a) => ({ a })),
    [{ $bucketAuto: { groupBy: '$a', buckets: 3 } }],
    [
      { _id: { min: 1, max: 3 }, count: 2 },
      { _id: { min: 3, max: 5 }, count: 2 },
      { _id: { min: 5, max: 6 }, count: 2 },
    ],
  ],
  ['$count', [{ a: 1 }, { a: 2 }], [{ $match: { a: 2 } }, { $count: 'n' }], [{ n: 1 }]],
  ['$count of nothing', [], [{ $count: 'n' }], []],
).concat(integerGroups);
