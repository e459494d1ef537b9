import { refused, SUPPORTED } from '../supported.js';
import { type Document, isDocument } from '../query/bson.js';
import { valuesEqual } from '../query/compare.js';
import { badValue, ErrorCode, failedToParse, MongoError, typeMismatch } from '../query/error.js';
import { compileFilter, type Filter, parseFilter } from '../query/filter.js';
import { isTruthy } from '../query/expression/operator.js';
import { isNumeric, toDouble } from '../query/number.js';
import { isFieldName, parsePath } from '../query/paths.js';
import type { Index } from './collection.js';

/** The specification of the `_id` index, which every collection has. */
export const ID_INDEX = { v: 2, key: { _id: 1 }, name: '_id_' } as const;

/**
 * Validates one entry of `createIndexes` and normalizes it to the form in which it is stored and listed.
 * @throws MongoError naming the option that is invalid or not supported.
 */
export function normalizeIndex(request: Document): Document {
  const options: readonly string[] = SUPPORTED['index option'];
  for (const option of Object.keys(request)) if (!options.includes(option)) throw refused('index option', option);
  const { key } = request;
  if (!isDocument(key)) {
    throw failedToParse("The 'key' field is a required property of an index specification");
  }
  checkKey(key);
  const specification: Document = { v: 2, key, name: nameOf(request, key) };
  if (request.unique !== undefined) specification.unique = isTruthy(request.unique);
  if (request.sparse !== undefined) specification.sparse = isTruthy(request.sparse);
  if (request.partialFilterExpression !== undefined) specification.partialFilterExpression = partialFilterOf(request);
  if (request.expireAfterSeconds !== undefined) specification.expireAfterSeconds = expiryOf(request, key);
  return specification;
}

export function makeIndex(
  id: number,
  specification: Document,
  state: Pick<Index, 'multikey' | 'ready' | 'built'>,
): Index {
  const key = specification.key as Document;
  const partial = specification.partialFilterExpression as Document | undefined;
  const partialFilter = partial && parseFilter(partial);
  const { expireAfterSeconds } = specification;
  return {
    id,
    name: specification.name as string,
    specification,
    paths: Object.keys(key).map(parsePath),
    directions: Object.values(key).map((direction) => (toDouble(direction) < 0 ? -1 : 1)),
    unique: specification.unique === true || specification.name === ID_INDEX.name,
    sparse: specification.sparse === true,
    partialFilter,
    covers: partialFilter ? compileFilter(partialFilter) : () => true,
    expireAfterSeconds: expireAfterSeconds === undefined ? undefined : toDouble(expireAfterSeconds),
    multikey: state.multikey,
    ready: state.ready,
    built: state.built,
    dropped: false,
  };
}

/**
 * Finds the existing index that a request would create again.
 * @throws MongoError 85 or 86 if an index with the same name or the same key differs in its key, name or options.
 */
export function findSame(indexes: readonly Index[], wanted: Document): Index | undefined {
  for (const { specification, name } of indexes) {
    const sameName = name === wanted.name;
    const sameDistinguishingOptions = DISTINGUISHING_OPTIONS.every((option) =>
      sameOption(specification, wanted, option),
    );
    const sameOptions = sameOption(specification, wanted, 'expireAfterSeconds');
    if (!sameName && !sameDistinguishingOptions) continue;
    if (sameName && sameDistinguishingOptions && sameOptions) return indexes.find((index) => index.name === name);
    const both = `Requested index: ${describe(wanted)}, existing index: ${describe(specification)}`;
    throw sameDistinguishingOptions
      ? new MongoError(ErrorCode.IndexOptionsConflict, `The index already exists with another name or expiry. ${both}`)
      : new MongoError(ErrorCode.IndexKeySpecsConflict, `Another index with the same name already exists. ${both}`);
  }
  return undefined;
}

const DISTINGUISHING_OPTIONS = ['key', 'unique', 'sparse', 'partialFilterExpression'];

function sameOption(a: Document, b: Document, option: string): boolean {
  return valuesEqual(a[option] || null, b[option] || null);
}

function checkKey(key: Document): void {
  const entries = Object.entries(key);
  if (entries.length === 0) throw cannotCreate('Index keys cannot be an empty object');
  for (const [path, kind] of entries) {
    if (typeof kind === 'string') throw refused('index option', `key: ${kind}`);
    const isDirection = isNumeric(kind) && toDouble(kind) !== 0 && !Number.isNaN(toDouble(kind));
    if (!isDirection || !path.split('.').every(isFieldName)) {
      throw cannotCreate(`The index key ${path}: ${String(kind)} is not a path with a direction other than 0.`);
    }
  }
}

function nameOf({ name }: Document, key: Document): string {
  if (name === undefined) return indexNameOf(key);
  if (typeof name !== 'string') throw typeMismatch("The field 'name' must be a string");
  if (name === '') throw cannotCreate('index names cannot be empty');
  // In `dropIndexes`, `*` means all indexes.
  if (name === '*') throw badValue("The index name '*' is not valid.");
  // The index on _id exists, whatever name is asked for.
  if (valuesEqual(key, ID_INDEX.key)) return ID_INDEX.name;
  if (name === ID_INDEX.name) throw badValue("The index name '_id_' is reserved for the index on _id");
  return name;
}

/** MongoDB's default name for an index: `a_1_b_-1`. */
function indexNameOf(key: Document): string {
  return Object.entries(key)
    .map(([path, direction]) => `${path}_${String(toDouble(direction))}`)
    .join('_');
}

const PARTIAL_OPERATORS = ['$eq', '$gt', '$gte', '$lt', '$lte', '$exists', '$type', '$in'];

function partialFilterOf(request: Document): Document {
  const { partialFilterExpression: filter } = request;
  if (!isDocument(filter)) throw typeMismatch("The field 'partialFilterExpression' must be an object");
  if (isTruthy(request.sparse)) {
    throw cannotCreate('cannot mix "partialFilterExpression" and "sparse" options');
  }
  checkPartial(parseFilter(filter));
  return filter;
}

function checkPartial(filter: Filter): void {
  for (const condition of filter) {
    if (condition.kind === 'or') {
      for (const branch of condition.branches) checkPartial(branch);
      continue;
    }
    const { operator, path, negated } = condition;
    if (negated || !PARTIAL_OPERATORS.includes(operator)) {
      throw cannotCreate(`Expression not supported in partial index: ${path.text}: ${operator}`);
    }
  }
}

function expiryOf({ expireAfterSeconds }: Document, key: Document): unknown {
  const seconds = isNumeric(expireAfterSeconds) ? toDouble(expireAfterSeconds) : NaN;
  if (!(seconds >= 0 && seconds <= 2147483647) || Object.keys(key).length > 1 || '_id' in key) {
    throw cannotCreate('A TTL index has one field, which is not _id, and expireAfterSeconds from 0 to 2147483647.');
  }
  return expireAfterSeconds;
}

function cannotCreate(message: string): MongoError {
  return new MongoError(ErrorCode.CannotCreateIndex, message);
}

function describe(value: unknown): string {
  return JSON.stringify(value);
}
