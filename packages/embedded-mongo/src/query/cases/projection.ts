import { Double } from 'bson';
import type { Document } from '../bson.js';
import type { Failure, ProjectionCase } from './case.js';

type Row = [name: string, doc: Document, projection: Document, expected: Document | Failure, filter?: Document];

const rows = (...list: Row[]): ProjectionCase[] =>
  list.map(([name, doc, projection, expected, filter]) => ({ name, doc, projection, expected, filter }));

const item = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, 5, { f: 3 }, [{ f: 4, g: 5 }]] };

const fields = rows(
  ['nothing said', item, {}, item],
  ['inclusion brings _id', item, { a: 1 }, { _id: 1, a: 1 }],
  ['inclusion without _id', item, { a: 1, _id: 0 }, { a: 1 }],
  ['only _id', item, { _id: 1 }, { _id: 1 }],
  ['inclusion keeps the document’s order', { _id: 1, x: 1, y: 2 }, { y: 1, x: true }, { _id: 1, x: 1, y: 2 }],
  ['a dotted inclusion', item, { 'b.c': 1 }, { _id: 1, b: { c: 2 } }],
  ['a nested inclusion', item, { b: { c: 1 } }, { _id: 1, b: { c: 2 } }],
  [
    'inclusion in arrays drops what is no document',
    item,
    { 'e.f': 1 },
    { _id: 1, e: [{ f: 1 }, { f: 3 }, [{ f: 4 }]] },
  ],
  ['inclusion below a number leaves it out', item, { 'a.x': 1 }, { _id: 1 }],
  ['exclusion', item, { b: 0, e: false }, { _id: 1, a: 1 }],
  ['exclusion of _id alone', { _id: 1, a: 1 }, { _id: 0 }, { a: 1 }],
  ['a dotted exclusion', item, { 'b.c': 0, e: 0 }, { _id: 1, a: 1, b: { d: 3 } }],
  [
    'exclusion in arrays keeps what is no document',
    item,
    { 'e.f': 0, b: 0 },
    { _id: 1, a: 1, e: [{ g: 2 }, 5, {}, [{ g: 5 }]] },
  ],
  ['an expression', item, { sum: { $add: ['$a', '$b.c'] } }, { _id: 1, sum: 3 }],
  ['a field under another name', item, { x: '$b.d', a: 1 }, { _id: 1, a: 1, x: 3 }],
  ['a literal', item, { x: 'text' }, { _id: 1, x: 'text' }],
  ['an expression below', item, { 'b.x': '$a' }, { _id: 1, b: { x: 1 } }],
  ['a missing value is left out', item, { x: '$nothing' }, { _id: 1 }],
);

const arrays = rows(
  ['$slice the first', { _id: 1, a: [1, 2, 3], b: 1 }, { a: { $slice: 2 } }, { _id: 1, a: [1, 2], b: 1 }],
  ['$slice the last', { _id: 1, a: [1, 2, 3] }, { a: { $slice: -2 } }, { _id: 1, a: [2, 3] }],
  ['$slice with a skip', { _id: 1, a: [1, 2, 3] }, { a: { $slice: [1, 1] } }, { _id: 1, a: [2] }],
  ['$slice with a skip from the end', { _id: 1, a: [1, 2, 3] }, { a: { $slice: [-2, 1] } }, { _id: 1, a: [2] }],
  [
    '$slice beside an inclusion',
    { _id: 1, a: [1, 2], b: 1, c: 1 },
    { a: { $slice: 1 }, b: 1 },
    { _id: 1, a: [1], b: 1 },
  ],
  ['$slice by a fraction cuts it', { _id: 1, a: [1, 2] }, { a: { $slice: new Double(1.5) } }, { _id: 1, a: [1] }],
  ['$slice with _id is an inclusion', { _id: 1, a: [1, 2], b: 1 }, { _id: 1, a: { $slice: 1 } }, { _id: 1, a: [1] }],
  ['$slice of a number', { _id: 1, a: 5 }, { a: { $slice: 1 } }, { _id: 1, a: 5 }],
  [
    '$elemMatch',
    { _id: 1, a: [{ x: 1 }, { x: 2, y: 1 }, { x: 2, y: 2 }] },
    { a: { $elemMatch: { x: 2 } } },
    { _id: 1, a: [{ x: 2, y: 1 }] },
  ],
  ['$elemMatch without a match', { _id: 1, a: [{ x: 1 }], b: 1 }, { a: { $elemMatch: { x: 2 } } }, { _id: 1 }],
  [
    '$elemMatch comes after other fields',
    { _id: 1, a: [1, 5], b: 1 },
    { a: { $elemMatch: { $gt: 3 } }, b: 1 },
    { _id: 1, b: 1, a: [5] },
  ],
  [
    'the element the filter found',
    { _id: 1, g: [80, 85, 90], x: 1 },
    { 'g.$': 1 },
    { _id: 1, g: [85] },
    { g: { $gte: 85 } },
  ],
  [
    'the document the filter found',
    { _id: 1, g: [{ m: 1 }, { m: 5, s: 2 }] },
    { 'g.$': 1, _id: 0 },
    { g: [{ m: 5, s: 2 }] },
    { 'g.m': { $gt: 3 } },
  ],
  [
    'the element by $elemMatch',
    {
      _id: 1,
      g: [
        { m: 1, s: 1 },
        { m: 5, s: 2 },
      ],
    },
    { 'g.$': 1 },
    { _id: 1, g: [{ m: 5, s: 2 }] },
    { g: { $elemMatch: { m: 5, s: 2 } } },
  ],
);

const refusals = rows(
  [
    'exclusion in an inclusion',
    item,
    { a: 1, b: 0 },
    { code: 31254, message: 'Cannot do exclusion on field b in inclusion projection' },
  ],
  [
    'inclusion in an exclusion',
    item,
    { a: 0, b: 1 },
    { code: 31253, message: 'Cannot do inclusion on field b in exclusion projection' },
  ],
  ['a path in an exclusion', item, { a: 0, b: '$a' }, { code: 31310 }],
  [
    'an operator in an exclusion',
    item,
    { a: 0, b: { $add: [1, 1] } },
    { code: 31252, message: 'Cannot use expression other than $meta in exclusion projection' },
  ],
  [
    'a path and its beginning',
    item,
    { a: 1, 'a.b': 1 },
    { code: 31249, message: 'Path collision at a.b remaining portion b' },
  ],
  ['a beginning after its path', item, { 'a.b': 1, a: 1 }, { code: 31250, message: 'Path collision at a' }],
  [
    'an empty sub-projection',
    item,
    { a: {} },
    { code: 51270, message: 'An empty sub-projection is not a valid value. Found empty object at path a' },
  ],
  [
    '$elemMatch below',
    item,
    { 'b.c': { $elemMatch: { x: 1 } } },
    { code: 31275, message: 'Cannot use $elemMatch projection on a nested field' },
  ],
  [
    'two positions',
    item,
    { 'a.$': 1, 'e.$': 1 },
    { code: 31276, message: 'Cannot specify more than one positional projection per query.' },
  ],
  ['a position in an exclusion', item, { b: 0, 'e.$': 1 }, { code: 31253 }, { e: 5 }],
  [
    'a position to be left out',
    item,
    { 'e.$': 0 },
    { code: 31395, message: 'positional projection cannot be used with exclusion' },
    { e: 5 },
  ],
  ['a position without a match', { _id: 1, g: [1] }, { 'g.$': 1 }, { code: 51246 }, { _id: 1 }],
  ['$slice by a word', item, { e: { $slice: 'x' } }, { code: 28667 }],
  ['$slice with a skip alone', item, { e: { $slice: [1] } }, { code: 28667 }],
  ['$slice of nothing after a skip', item, { e: { $slice: [1, 0] } }, { code: 28724 }],
);

export const projectionCases: ProjectionCase[] = [...fields, ...arrays, ...refusals];
