import type { ProjectionRow } from './case.js';

const item = { _id: 1, a: 1, b: { c: 2, d: 3 }, e: [{ f: 1, g: 2 }, 5, { f: 3 }, [{ f: 4, g: 5 }]] };

export const projectionCases: ProjectionRow[] = [
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
];
