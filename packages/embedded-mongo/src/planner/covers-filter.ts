import type { Index } from '../catalog/collection.js';
import { Rank, typeRank } from '../query/compare.js';
import type { Condition, Filter } from '../query/filter.js';
import { isPrefixPattern } from '../query/filter/regex.js';
import { isNaNNumber } from '../query/number.js';
import { hasPosition } from '../query/paths.js';
import type { Access } from './index-ranges.js';
import type { KeyFilter } from './key-filter.js';

const SCALARS: readonly number[] = [Rank.number, Rank.string, Rank.objectId, Rank.boolean, Rank.date];

/**
 * True if the bounds on an index, including those on its other fields, are equivalent to the filter, so that
 * documents within them need not be tested. Unless the index is multikey, valid only while it is not.
 */
export function coversFilter(filter: Filter, index: Index, access: Access, keyFilter?: KeyFilter): boolean {
  const bounded = index.paths
    .filter((_, place) => place < access.bounds.length || keyFilter?.bounds.has(place))
    .map((path) => path.text);
  const plain = filter.every((condition) => isPlain(condition, bounded));
  return plain && (!index.multikey || isForOneElement(filter));
}

// Different elements of an array may match several conditions, but its entries show one element each. An index in a
// path may be the position of an element, which its entry does not show.
function isForOneElement(filter: Filter): boolean {
  const roots = new Set(filter.map((condition) => condition.kind === 'field' && condition.path.parts[0]));
  return (
    roots.size === filter.length &&
    filter.every((condition) => condition.kind === 'field' && !hasPosition(condition.path))
  );
}

function isPlain(condition: Condition, bounded: readonly string[]): boolean {
  if (condition.kind === 'or' || !bounded.includes(condition.path.text)) return false;
  const { operator, operand } = condition;
  switch (operator) {
    case '$regex':
      return isPrefixPattern(operand);
    case '$in':
      return (operand as unknown[]).every(isScalar);
    case '$eq':
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return isScalar(operand);
    default:
      return false;
  }
}

function isScalar(value: unknown): boolean {
  return SCALARS.includes(typeRank(value)) && !isNaNNumber(value);
}
