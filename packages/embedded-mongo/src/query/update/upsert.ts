import { type Document, isDocument } from '../bson.js';
import { MongoError } from '../error.js';
import type { Filter } from '../filter.js';
import { field, setField } from '../paths.js';

/**
 * The fields that an upsert's filter gives the new document: those with an equality condition, also within a
 * single-branch `$or`. A replacement only takes `_id`.
 * @throws MongoError 54 if the filter contains a path twice.
 */
export function upsertBase(filter: Filter, replacement = false): Document {
  const base: Document = {};
  for (const [path, value] of equalities(filter)) {
    if (!replacement || path === '_id') place(base, path.split('.'), value, path);
  }
  return base;
}

function equalities(filter: Filter): [path: string, value: unknown][] {
  return filter.flatMap((condition): [string, unknown][] => {
    if (condition.kind === 'field') {
      return condition.operator === '$eq' ? [[condition.path.text, condition.operand]] : [];
    }
    const [only, other] = condition.branches;
    return only && !other ? equalities(only) : [];
  });
}

function place(target: Document, parts: readonly string[], value: unknown, path: string): void {
  const [name = '', ...rest] = parts;
  const present = field(target, name);
  if (rest.length === 0) {
    if (present !== undefined) throw matchedTwice(path);
    setField(target, name, value);
    return;
  }
  const child = present === undefined ? {} : isDocument(present) ? { ...present } : undefined;
  if (!child) throw matchedTwice(path);
  place(child, rest, value, path);
  setField(target, name, child);
}

function matchedTwice(path: string): MongoError {
  return new MongoError(54, `cannot infer query fields to set, path '${path}' is matched twice`);
}
