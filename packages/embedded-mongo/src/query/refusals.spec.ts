import { BSONRegExp } from 'bson';
import { describe, expect, it } from 'vitest';
import { compilePipeline } from './aggregate.js';
import type { Document } from './bson.js';
import { compileExpression } from './expression.js';
import { parseFilter } from './filter.js';
import { compileProjection } from './project.js';
import { compileSort } from './sort.js';
import { compileUpdate } from './update.js';
import { contextOf } from './testing/run.js';

// MongoDB features, and statements that MongoDB rejects, that the embedded database rejects by name.

type Row = [statement: unknown, refused: string];

const filters: Row[] = [
  [{ $where: 'true' }, 'filter operator $where'],
  [{ a: { $not: { $gt: 1 } } }, 'filter operator $not'],
  [{ a: { $elemMatch: { $gt: 1 } } }, 'filter operator $elemMatch of $gt'],
  [{ a: { $type: 'decimal' } }, 'type "decimal"'],
  [{ a: { $type: ['string'] } }, 'type [ "string" ]'],
  [{ a: { $regex: 'a.b' } }, 'pattern a.b'],
  [{ a: { $in: [new BSONRegExp('^a')] } }, 'filter operator $in of a pattern'],
];

const sorts: Row[] = [
  [{ a: { $meta: 'textScore' } }, 'sort a: { $meta: "textScore" }'],
  [{ a: 2 }, 'sort a: 2'],
  [{ $natural: 1 }, 'sort $natural'],
];

const projections: Row[] = [
  [{ a: { $slice: 1 } }, 'projection a'],
  [{ 'a.$': 1 }, 'projection a.$'],
  [{ b: '$b' }, 'projection b'],
  [{ a: 1, b: 0 }, 'projection b: 0'],
  [{ a: 0, b: 1 }, 'projection b: 1'],
  [{ a: 1, 'a.b': 1 }, 'projection a'],
  [{ 'a.b': 1, a: 1 }, 'projection a'],
  [{ a: {} }, 'projection a'],
];

const join = { from: 'x', as: 'x', localField: 'a', foreignField: 'a' };
const stages: Row[] = [
  [{ $graphLookup: {} }, 'stage $graphLookup'],
  [{ $lookup: { ...join, pipeline: [] } }, 'stage $lookup with pipeline'],
  [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }, 'stage $lookup without as'],
  [{ $match: 1 }, 'stage $match: 1'],
  [{ $limit: 0 }, 'stage $limit: 0'],
  [{ $limit: 'x' }, 'stage $limit: "x"'],
  [{ $project: {} }, 'stage $project: {}'],
  [{ $sort: {} }, 'stage $sort: {}'],
  [{ $count: 'a.b' }, 'stage $count: "a.b"'],
  [{ $group: { a: { $sum: 1 } } }, 'stage $group: { a: { $sum: 1 } }'],
  [{ $group: { _id: 1, a: { $avg: '$a' } } }, 'accumulator $avg'],
  [{ $group: { _id: 1, a: 1 } }, 'accumulator a: 1'],
  [{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }, 'accumulator $sum'],
  [{ $group: { _id: 1, a: { $sum: [1] } } }, 'accumulator $sum'],
  [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }, 'accumulator $sum'],
  [{ $group: { _id: '$$ROOT' } }, 'variable $$ROOT'],
];

const expressions: Row[] = [
  [{ $add: [1, 2], $sum: [1] }, 'expression operator $add beside $sum'],
  [{ $add: [1, 'x'] }, 'expression operator $add of a value of the type string'],
  [{ $subtract: [new Date(0), 1] }, 'expression operator $subtract of a value of the type date'],
  [{ $cond: { if: 1, then: 1 } }, 'expression operator $cond with if,then'],
  [{ $cond: { if: 1, then: 1, else: 2, or: 3 } }, 'expression operator $cond with if,then,else,or'],
  [{ $substrCP: ['x', -1, 1] }, 'expression operator $substrCP from -1 with the length 1'],
  ['$a..b', 'expression operator $a..b'],
  [{ 'a.b': 1 }, 'expression operator a.b'],
];

const updates: Row[] = [
  [{ $push: { a: 1 } }, 'update operator $push'],
  [{ $addToSet: { a: { $each: [] } } }, 'update operator $addToSet $each'],
  [{ $set: { 'a.$[].b': 1 } }, 'update path a.$[].b'],
  [{ $set: { '': 1 } }, 'update path '],
  [{ $set: { 'list.0': 1 } }, 'update path list.0'],
  [{ $unset: { 'list.0.b': 1 } }, 'update path list.0.b'],
  [{ $set: { a: 1 }, b: 1 }, 'update operator b'],
  [{ $set: 5 }, 'update $set: 5'],
  [{ $inc: { a: 'x' } }, 'update $inc of a by "x"'],
  [{ $rename: { a: 'a' } }, 'update $rename of a to "a"'],
  [{ a: 1, $b: 1 }, 'update a replacement with $b'],
];

describe.each<[kind: string, rows: Row[], read: (statement: Document) => unknown]>([
  ['a filter', filters, parseFilter],
  ['a sort', sorts, compileSort],
  ['a projection', projections, compileProjection],
  ['a stage', stages, (stage) => compilePipeline([stage], contextOf())],
  ['an expression', expressions, (expression) => compileExpression(expression)({})],
  ['an update', updates, (update) => compileUpdate(update).apply({ _id: 1, list: [1] })],
])('%s is refused by name', (_kind, rows, read) => {
  it.each(rows)('%j: %s', (statement, refused) => {
    const message = `The ${refused} is not supported by the embedded database`;
    expect(() => read(statement as Document)).toThrow(expect.objectContaining({ code: 238, message }));
  });
});

it('a pipeline reads no more than an array of documents beyond what is requested', () => {
  let read = 0;
  function* source(): Iterable<Document> {
    for (;;) yield { _id: read++ };
  }
  const [first] = compilePipeline([{ $match: {} }, { $limit: 3 }], contextOf())(source());
  expect(first).toHaveLength(3);
  expect(read).toBeLessThanOrEqual(128);
});
