import type { Document } from '../../bson.js';
import {
  type ExpressionCase,
  type Failure,
  type FilterCase,
  numbered,
  type PipelineCase,
  type ProjectionCase,
  type SortCase,
  type UpdateCase,
} from './case.js';

// MongoDB features, and statements that MongoDB rejects, that the embedded database rejects by name. Never sent to a
// real mongod.

type Row<T> = [statement: T, refused: string];

function refusals<T, Case>(
  rows: readonly Row<T>[],
  caseOf: (statement: T, expected: Failure) => Case,
): (Case & { name: string })[] {
  return rows.map(([statement, refused]) => {
    const message = `The ${refused} is not supported by the embedded database`;
    return { name: `${refused}, by name`, ...caseOf(statement, { code: 238, message }) };
  });
}

const docs = numbered([{ a: 1 }]);

const filters: Row<Document>[] = [
  [{ $where: 'true' }, 'filter operator $where'],
  [{ $nor: [{ a: 1 }] }, 'filter operator $nor'],
  [{ a: { $not: { $gt: 1 } } }, 'filter operator $not'],
  [{ a: { $near: [0, 0] } }, 'filter operator $near'],
  [{ a: { $elemMatch: { $gt: 1 } } }, 'filter operator $elemMatch of $gt'],
  [{ a: { $type: 'decimal' } }, 'type decimal'],
  [{ a: { $regex: 'a.b' } }, 'pattern a.b'],
];
export const unsupportedFilters: FilterCase[] = refusals(filters, (filter, expected) => ({ docs, filter, expected }));

const sorts: Row<Document>[] = [
  [{ a: { $meta: 'textScore' } }, 'sort a: { $meta: "textScore" }'],
  [{ a: 2 }, 'sort a: 2'],
  [{ a: 'asc' }, 'sort a: "asc"'],
  [{ $natural: 1 }, 'sort $natural'],
];
export const unsupportedSorts: SortCase[] = refusals(sorts, (sort, expected) => ({ docs, sort, expected }));

const projections: Row<Document>[] = [
  [{ a: { $slice: 1 } }, 'projection a'],
  [{ 'a.$': 1 }, 'projection a.$'],
  [{ b: '$b' }, 'projection b'],
  [{ a: 1, b: 0 }, 'projection b: 0'],
  [{ a: 0, b: 1 }, 'projection b: 1'],
  [{ a: 1, 'a.b': 1 }, 'projection a'],
  [{ 'a.b': 1, a: 1 }, 'projection a'],
  [{ a: {} }, 'projection a'],
];
export const unsupportedProjections: ProjectionCase[] = refusals(projections, (projection, expected) => {
  return { doc: { _id: 1 }, projection, expected };
});

const join = { from: 'x', as: 'x', localField: 'a', foreignField: 'a' };
const stages: Row<Document>[] = [
  [{ $graphLookup: {} }, 'stage $graphLookup'],
  [{ $lookup: { ...join, pipeline: [] } }, 'stage $lookup with pipeline'],
  [{ $lookup: { from: 'x', localField: 'a', foreignField: 'b' } }, 'stage $lookup without as'],
  [{ $match: 1 }, 'stage $match: 1'],
  [{ $limit: 0 }, 'stage $limit: 0'],
  [{ $limit: 'x' }, 'stage $limit: "x"'],
  [{ $skip: -1 }, 'stage $skip: -1'],
  [{ $project: {} }, 'stage $project: {}'],
  [{ $sort: {} }, 'stage $sort: {}'],
  [{ $count: '$a' }, 'stage $count: "$a"'],
  [{ $count: '' }, 'stage $count: ""'],
  [{ $count: 'a.b' }, 'stage $count: "a.b"'],
  [{ $group: { a: { $sum: 1 } } }, 'stage $group: { a: { $sum: 1 } }'],
  [{ $group: { _id: 1, a: { $avg: '$a' } } }, 'accumulator $avg'],
  [{ $group: { _id: 1, a: 1 } }, 'accumulator a: 1'],
  [{ $group: { _id: 1, a: { $sum: 1, $avg: 1 } } }, 'accumulator $sum'],
  [{ $group: { _id: 1, a: { $sum: [1] } } }, 'accumulator $sum'],
  [{ $group: { _id: 1, 'a.b': { $sum: 1 } } }, 'accumulator $sum'],
  [{ $group: { _id: '$$ROOT' } }, 'variable $$ROOT'],
];
export const unsupportedPipelines: PipelineCase[] = refusals(stages, (stage, expected) => {
  return { docs: [], pipeline: [stage], expected };
});

const expressions: Row<unknown>[] = [
  [{ $add: [1, 2], $sum: [1] }, 'expression operator $add beside $sum'],
  [{ $add: [1, 'x'] }, 'expression operator $add of a value of the type string'],
  [{ $subtract: [new Date(0), 1] }, 'expression operator $subtract of a value of the type date'],
  [{ $cond: { if: 1, then: 1 } }, 'expression operator $cond with if,then'],
  [{ $cond: { if: 1, then: 1, else: 2, or: 3 } }, 'expression operator $cond with if,then,else,or'],
  [{ $substrCP: ['x', -1, 1] }, 'expression operator $substrCP from -1 with the length 1'],
  ['$a..b', 'expression operator $a..b'],
  [{ 'a.b': 1 }, 'expression operator a.b'],
];
export const unsupportedExpressions: ExpressionCase[] = refusals(expressions, (expression, expected) => {
  return { expression, expected };
});

const updates: Row<Document>[] = [
  [{ $push: { a: 1 } }, 'update operator $push'],
  [{ $addToSet: { a: { $each: [] } } }, 'update operator $addToSet $each'],
  [{ $set: { 'a.$[].b': 1 } }, 'update path a.$[].b'],
  [{ $set: { '': 1 } }, 'update path '],
  [{ $set: { 'a..b': 1 } }, 'update path a..b'],
  [{ $set: { a: 1 }, b: 1 }, 'update operator b'],
  [{ $set: 5 }, 'update $set: 5'],
  [{ $inc: { a: 'x' } }, 'update $inc of a by "x"'],
  [{ $rename: { a: 'a' } }, 'update $rename of a to "a"'],
  [{ $rename: { a: 5 } }, 'update $rename of a to 5'],
  [{ a: 1, $b: 1 }, 'update a replacement with $b'],
];
export const unsupportedUpdates: UpdateCase[] = refusals(updates, (update, expected) => {
  return { doc: { _id: 1 }, update, expected };
});
