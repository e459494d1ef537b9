import { type Document, isDocument } from '../bson.js';
import { Rank, typeRank } from '../compare.js';
import { MongoError } from '../error.js';
import { isOperatorDocument } from '../match.js';
import { field, setField } from '../paths.js';

/**
 * The fields that an upsert's filter gives the new document: those with an equality condition, also within `$and` and
 * a single-branch `$or`. A replacement only takes `_id`.
 * @throws MongoError 54 if the filter contains a path twice.
 */
export function upsertBase(filter: Document, replacement = false): Document {
  const equalities = new Map<string, unknown>();
  collect(filter, equalities);
  const base: Document = {};
  for (const [path, value] of equalities) {
    if (replacement ? path === '_id' : true) place(base, path.split('.'), value, path);
  }
  return base;
}

function collect(filter: Document, equalities: Map<string, unknown>): void {
  for (const [name, operand] of Object.entries(filter)) {
    if (name === '$and' || (name === '$or' && Array.isArray(operand) && operand.length === 1)) {
      for (const branch of Array.isArray(operand) ? (operand as unknown[]) : []) {
        if (isDocument(branch)) collect(branch, equalities);
      }
    } else if (!name.startsWith('$')) {
      for (const value of equalityOf(operand)) {
        if (equalities.has(name)) throw matchedTwice(name);
        equalities.set(name, value);
      }
    }
  }
}

function equalityOf(operand: unknown): unknown[] {
  if (!isOperatorDocument(operand)) return typeRank(operand) === Rank.regex ? [] : [operand];
  if ('$eq' in operand) return [operand.$eq];
  const list = operand.$all;
  if (!Array.isArray(list) || list.length !== 1 || isOperatorDocument(list[0]) || typeRank(list[0]) === Rank.regex) {
    return [];
  }
  return list;
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
