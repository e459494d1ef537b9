import { refused } from '../supported.js';
import { type Document, isDocument } from './bson.js';
import { identical } from './compare.js';
import { failedToParse, MongoError } from './error.js';
import { describe } from './describe.js';
import type { FieldCondition, Filter } from './filter.js';
import { edit, overlap } from './update/edit.js';
import { readModifications } from './update/operators.js';

export interface Update {
  /** True if the update is a whole document that replaces the old one. */
  readonly replaces: boolean;
  /**
   * The document after the update; the identical object if nothing changed. The given document is not modified. With
   * `insert`, the document is the base of an upsert (see `upsertBase`): `$setOnInsert` applies and `_id` may be set.
   * An `_id` is never generated: if the result has none, the caller adds it.
   * @throws MongoError 66 for a change of `_id`, 28, 2 or 14 if an operator does not fit the document.
   */
  apply(document: Document, options?: { insert?: boolean }): Document;
}

/**
 * Compiles an update: operators or a replacement.
 * @throws MongoError 238 for a pipeline or an operator that is not supported, 40 for conflicting paths.
 */
export function compileUpdate(update: unknown): Update {
  if (Array.isArray(update)) throw refused('update', 'by a pipeline');
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  return Object.keys(update)[0]?.startsWith('$') ? operatorUpdate(update) : replacementUpdate(update);
}

function replacementUpdate(replacement: Document): Update {
  const dollar = Object.keys(replacement).find((name) => name.startsWith('$'));
  if (dollar !== undefined) throw refused('update', `a replacement with ${dollar}`);
  return {
    replaces: true,
    apply: (document) => keepId(document, replacement),
  };
}

// The old _id comes first in the replacement and must not change.
function keepId(document: Document, next: Document): Document {
  const id = document._id;
  const result = id === undefined ? next : { _id: next._id ?? id, ...next };
  if (id !== undefined && !identical(result._id, id)) {
    throw new MongoError(66, `The immutable field '_id' was found to have been altered to ${describe(result._id)}`);
  }
  return identical(document, result) ? document : result;
}

function operatorUpdate(update: Document): Update {
  const modifications = readModifications(update);
  return {
    replaces: false,
    apply(document, { insert = false } = {}) {
      let result = document;
      for (const modification of modifications) {
        if (insert || !modification.onInsert) result = edit(result, modification, document);
      }
      if (result !== document && document._id !== undefined && !identical(result._id, document._id)) {
        const { path = '_id' } = modifications.find(({ parts }) => parts[0] === '_id') ?? {};
        throw new MongoError(66, `Performing an update on the path '${path}' would modify the immutable field '_id'`);
      }
      return result;
    },
  };
}

/**
 * The fields that an upsert's filter gives the new document: those with an equality condition, also within a
 * single-branch `$or`. A replacement only takes `_id`.
 * @throws MongoError 54 if the filter contains a path twice.
 */
export function upsertBase(filter: Filter, replacement = false): Document {
  const wanted = equalities(filter).filter(({ path }) => !replacement || path.text === '_id');
  let base: Document = {};
  for (const [i, { path, operand }] of wanted.entries()) {
    const { text, parts } = path;
    if (wanted.slice(0, i).some((other) => overlap(other.path.text, text))) {
      throw new MongoError(54, `cannot infer query fields to set, path '${text}' is matched twice`);
    }
    base = edit(base, { path: text, parts, missing: 'created', onInsert: false, apply: () => operand }, base);
  }
  return base;
}

function equalities(filter: Filter): FieldCondition[] {
  return filter.flatMap((condition) => {
    if (condition.kind === 'field') return condition.operator === '$eq' ? [condition] : [];
    const [only, other] = condition.branches;
    return only && !other ? equalities(only) : [];
  });
}
