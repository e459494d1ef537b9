import { filtersOver, numbered, pipelines, type ProjectionCase, type SortCase, updates } from './case.js';

// MongoDB features that the embedded database rejects by name. Never sent to a real mongod.

const unsupported = (what: string) => ({ code: 238, message: `The ${what} is not supported by the embedded database` });

export const unsupportedFilters = filtersOver(
  [{ a: 1 }],
  ['$where, by name', { $where: 'true' }, unsupported('filter operator $where')],
  ['$nor, by name', { $nor: [{ a: 1 }] }, unsupported('filter operator $nor')],
  ['$not, by name', { a: { $not: { $gt: 1 } } }, unsupported('filter operator $not')],
  ['$near, by name', { a: { $near: [0, 0] } }, unsupported('filter operator $near')],
  [
    '$elemMatch of values, by name',
    { a: { $elemMatch: { $gt: 1 } } },
    unsupported('filter operator $elemMatch of $gt'),
  ],
  ['a type, by name', { a: { $type: 'decimal' } }, unsupported('type decimal')],
  ['a pattern, by name', { a: { $regex: 'a.b' } }, unsupported('pattern a.b')],
);

export const unsupportedSorts: SortCase[] = [
  { name: '$meta, by name', docs: numbered([{ a: 1 }]), sort: { a: { $meta: 'textScore' } }, expected: { code: 238 } },
  {
    name: '$natural, by name',
    docs: numbered([{ a: 1 }]),
    sort: { $natural: 1 },
    expected: unsupported('sort $natural'),
  },
];

export const unsupportedProjections: ProjectionCase[] = [
  { name: '$slice, by name', doc: { _id: 1 }, projection: { a: { $slice: 1 } }, expected: unsupported('projection a') },
  { name: 'a position, by name', doc: { _id: 1 }, projection: { 'a.$': 1 }, expected: unsupported('projection a.$') },
  { name: 'an expression, by name', doc: { _id: 1 }, projection: { a: '$b' }, expected: unsupported('projection a') },
];

export const unsupportedPipelines = pipelines(
  ['$graphLookup, by name', [], [{ $graphLookup: {} }], unsupported('stage $graphLookup')],
  ['$avg, by name', [], [{ $group: { _id: 1, a: { $avg: '$a' } } }], unsupported('accumulator $avg')],
  ['$$ROOT, by name', [], [{ $group: { _id: '$$ROOT' } }], unsupported('variable $$ROOT')],
  [
    '$lookup with a pipeline, by name',
    [],
    [{ $lookup: { from: 'x', as: 'x', localField: 'a', foreignField: 'a', pipeline: [] } }],
    unsupported('stage $lookup with pipeline'),
  ],
);

export const unsupportedUpdates = updates(
  ['$push, by name', { _id: 1 }, { $push: { a: 1 } }, unsupported('update operator $push')],
  [
    '$addToSet $each, by name',
    { _id: 1 },
    { $addToSet: { a: { $each: [] } } },
    unsupported('update operator $addToSet $each'),
  ],
  ['a position, by name', { _id: 1 }, { $set: { 'a.$[].b': 1 } }, unsupported('update path a.$[].b')],
);
