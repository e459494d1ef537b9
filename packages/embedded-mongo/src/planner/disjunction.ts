import type { Index } from '../catalog/collection.js';
import { isDocument, type Document } from '../query/bson.js';

/** A filter as a list of alternatives: a document matches if it matches at least one of them. */
export type Alternatives = readonly Document[];

/** For each `$or` at the top level or within a top-level `$and`, the whole filter as alternatives. */
export function alternativesOf(filter: Document): Alternatives[] {
  const conditions = conjuncts(filter);
  return conditions.flatMap((condition, i) => {
    if (!('$or' in condition)) return [];
    const others = [...conditions.slice(0, i), ...conditions.slice(i + 1)];
    return [branchesOf(condition.$or).map((branch) => conjunction([...others, ...conjuncts(branch)]))];
  });
}

/**
 * The filters by which an index can be searched. Different elements of an array may match several conditions on it, so
 * each filter has only one of them.
 */
export function searchableFilters(
  filter: Document,
  { multikey, paths }: Pick<Index, 'multikey' | 'paths'>,
): Document[] {
  if (!multikey) return [filter];
  const conditions = conjuncts(filter);
  const rivals = paths
    .map(({ text }) => conditions.filter((condition) => text in condition))
    .find(({ length }) => length > 1);
  const others = conditions.filter((condition) => !rivals?.includes(condition));
  return rivals ? rivals.map((one) => conjunction([one, ...others])) : [filter];
}

/** The conditions that must all hold, each with one field or operator. */
export function conjuncts(filter: Document): Document[] {
  return Object.entries(filter).flatMap(([name, operand]) =>
    name === '$and' && Array.isArray(operand)
      ? operand.filter(isDocument).flatMap((branch) => conjuncts(branch))
      : [{ [name]: operand }],
  );
}

function branchesOf(operand: unknown): Document[] {
  const branches = Array.isArray(operand) ? operand.filter(isDocument) : [];
  return branches.flatMap((branch) =>
    '$or' in branch && Object.keys(branch).length === 1 ? branchesOf(branch.$or) : [branch],
  );
}

/** One filter of conditions that must all hold. */
function conjunction(conditions: readonly Document[]): Document {
  const names = conditions.flatMap((condition) => Object.keys(condition));
  if (new Set(names).size < names.length) return { $and: conditions };
  return Object.fromEntries(conditions.flatMap((condition) => Object.entries(condition)));
}
