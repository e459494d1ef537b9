import { filtersOver, numbered, pipelines, type ProjectionCase, type SortCase } from './case.js';

// MongoDB features that the embedded database rejects by name. Never sent to a real mongod.

const failure = (what: string) => ({ code: 238, message: `${what} is not supported by the embedded database` });

export const unsupportedFilters = filtersOver(
  [{ a: 1 }],
  ['$where, by name', { $where: 'true' }, failure('$where')],
  ['$text, by name', { $text: { $search: 'x' } }, failure('$text')],
  ['$jsonSchema, by name', { $jsonSchema: {} }, failure('$jsonSchema')],
  ['$near, by name', { a: { $near: [0, 0] } }, failure('$near')],
);

export const unsupportedSorts: SortCase[] = [
  { name: '$meta, by name', docs: numbered([{ a: 1 }]), sort: { a: { $meta: 'textScore' } }, expected: { code: 238 } },
];

export const unsupportedProjections: ProjectionCase[] = [
  { name: '$meta, by name', doc: { _id: 1 }, projection: { a: { $meta: 'textScore' } }, expected: { code: 238 } },
];

export const unsupportedPipelines = pipelines([
  '$graphLookup, by name',
  [],
  [{ $graphLookup: {} }],
  failure('$graphLookup'),
]);
