import type { Index } from '../catalog/collection.js';
import { BsonType, bsonType, isDocument, type Document } from '../query/bson.js';
import { isNaNNumber } from '../query/number.js';
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
 * documents within them need not be tested. Valid only if no document has an array at any field of the index.
 */
export function coversFilter(filter: Document, index: Index, access: Access, keyFilter?: KeyFilter): boolean {
  const bounded = index.paths
    .filter((_, place) => place < access.bounds.length || keyFilter?.bounds.has(place))
    .map((path) => path.text);
  return conjuncts(filter).every((condition) =>
    Object.entries(condition).every(([name, operand]) => bounded.includes(name) && isPlain(operand)),
  );
}

function isPlain(operand: unknown): boolean {
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
