import type { Index } from '../catalog/collection.js';
import { BsonType, bsonType, isDocument, type Document } from '../query/bson.js';
import { isPrefixPattern } from '../query/match/regex.js';
import { isNaNNumber } from '../query/number.js';
import { hasPosition, parsePath } from '../query/paths.js';
import { conjuncts } from './disjunction.js';
import type { Access } from './index-ranges.js';
import type { KeyFilter } from './key-filter.js';

const COMPARISONS = ['$eq', '$gt', '$gte', '$lt', '$lte'];
const SCALARS: readonly number[] = [
  BsonType.double,
  BsonType.int,
  BsonType.long,
  BsonType.decimal,
  BsonType.string,
  BsonType.objectId,
  BsonType.bool,
  BsonType.date,
];

/**
 * True if the bounds on an index, including those on its other fields, are equivalent to the filter, so that
 * documents within them need not be tested. Unless the index is multikey, valid only while it is not.
 */
export function coversFilter(filter: Document, index: Index, access: Access, keyFilter?: KeyFilter): boolean {
  const conditions = conjuncts(filter).flatMap((condition) => Object.entries(condition));
  const bounded = index.paths
    .filter((_, place) => place < access.bounds.length || keyFilter?.bounds.has(place))
    .map((path) => path.text);
  const plain = conditions.every(([name, operand]) => bounded.includes(name) && isPlain(operand));
  return plain && (!index.multikey || isForOneElement(conditions));
}

// Different elements of an array may match several conditions, but its entries show one element each. An index in a
// path may be the position of an element, which its entry does not show.
function isForOneElement(conditions: readonly [string, unknown][]): boolean {
  const roots = new Set(conditions.map(([name]) => name.split('.')[0]));
  return (
    roots.size === conditions.length &&
    conditions.every(
      ([name, operand]) => !hasPosition(parsePath(name)) && (!isDocument(operand) || Object.keys(operand).length === 1),
    )
  );
}

function isPlain(operand: unknown): boolean {
  if (isPrefixPattern(operand)) return true;
  if (!isDocument(operand)) return isScalar(operand);
  const conditions = Object.entries(operand);
  return (
    conditions.length > 0 &&
    conditions.every(([operator, value]) =>
      operator === '$in'
        ? Array.isArray(value) && value.every(isScalar)
        : COMPARISONS.includes(operator) && isScalar(value),
    )
  );
}

function isScalar(value: unknown): boolean {
  return SCALARS.includes(bsonType(value)) && !isNaNNumber(value);
}
