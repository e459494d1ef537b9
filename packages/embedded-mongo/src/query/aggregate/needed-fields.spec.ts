import { expect, it } from 'vitest';
import type { Document } from '../bson.js';
import { neededFields } from './needed-fields.js';

// That they suffice is shown by the cases of pipelines, whose documents the server reads only in part.
it.each<[fields: string[] | undefined, pipeline: Document[]]>([
  [[], [{ $count: 'n' }]],
  [undefined, [{ $match: { a: 1 } }]],
  [undefined, [{ $project: { a: 1 } }, { $count: 'n' }]],
  [
    ['a', 'c', 'd', 'f', 'g', 'h'],
    [
      { $match: { 'a.b': 1, $or: [{ c: { $gt: 1 } }, { 'd.e': 1 }] } },
      { $sort: { f: 1 } },
      { $group: { _id: { x: '$g' }, n: { $sum: { $cond: ['$h', { $literal: 1 }, 0] } } } },
      { $match: { later: 1 } },
    ],
  ],
])('only the fields %j are decoded for %j', (fields, pipeline) => {
  expect(neededFields(pipeline)).toEqual(fields && new Set(fields));
});
