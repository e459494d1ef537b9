import type { Index } from '../catalog/collection.js';
import type { Filter } from '../query/filter.js';

/** For each `$or` of a filter, the whole filter as alternatives: a document matches if it matches one of them. */
export function alternativesOf(filter: Filter): (readonly Filter[])[] {
  return filter.flatMap((condition, i) => {
    if (condition.kind === 'field') return [];
    const others = [...filter.slice(0, i), ...filter.slice(i + 1)];
    return [flattened(condition.branches).map((branch) => [...others, ...branch])];
  });
}

/**
 * The filters by which an index can be searched. Different elements of an array may match several conditions on it, so
 * each filter has only one of them.
 */
export function searchableFilters(filter: Filter, { multikey, paths }: Pick<Index, 'multikey' | 'paths'>): Filter[] {
  if (!multikey) return [filter];
  const rivals = paths
    .map(({ text }) => filter.filter((condition) => condition.kind === 'field' && condition.path.text === text))
    .find(({ length }) => length > 1);
  const others = filter.filter((condition) => !rivals?.includes(condition));
  return rivals ? rivals.map((one) => [one, ...others]) : [filter];
}

// A branch that is itself only an `$or`.
function flattened(branches: readonly Filter[]): readonly Filter[] {
  return branches.flatMap((branch) => {
    const [only, other] = branch;
    return only?.kind === 'or' && !other ? flattened(only.branches) : [branch];
  });
}
