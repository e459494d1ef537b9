import { type Document, isDocument } from '../bson.js';
import { identical } from '../compare.js';
import { MongoError } from '../error.js';
import { describe } from '../describe.js';
import { field, positionOf, setField } from '../paths.js';
import { refused } from '../../supported.js';

/** Maps the present value (undefined if missing) to the new one. */
export type Change = (current: unknown, document: Document) => unknown;

/** One change to one path, as defined by an update operator. */
export interface Modification {
  readonly path: string;
  readonly parts: readonly string[];
  /**
   * What happens if the field is missing, or a value on the path cannot have it: it is created (an error where it cannot
   * be), or nothing changes, as for `$unset`.
   */
  readonly missing: 'created' | 'ignored';
  /** True if it applies only when an upsert inserts. */
  readonly onInsert: boolean;
  readonly apply: Change;
}

/** True if one of the paths is the other one or its beginning. */
export function overlap(a: string, b: string): boolean {
  return a === b || a.startsWith(`${b}.`) || b.startsWith(`${a}.`);
}

/**
 * The target after the modification, or the identical object if nothing changed: changed parts are copied.
 * @param root the document before all modifications
 */
export function edit(target: Document, modification: Modification, root: Document): Document {
  return editDocument(target, modification, 0, root);
}

function editDocument(target: Document, modification: Modification, at: number, root: Document): Document {
  const name = modification.parts[at] ?? '';
  const current = field(target, name);
  const next = editValue(current, modification, at, root, name);
  if (next === current || (current !== undefined && identical(next, current))) return target;
  const copy = { ...target };
  if (next === undefined) Reflect.deleteProperty(copy, name);
  else setField(copy, name, next);
  return copy;
}

function editValue(current: unknown, modification: Modification, at: number, root: Document, name: string): unknown {
  if (at === modification.parts.length - 1) return modification.apply(current, root);
  if (isDocument(current)) return editDocument(current, modification, at + 1, root);
  if (current !== undefined) return blocked(modification, modification.parts[at + 1] ?? '', name, current);
  if (modification.missing !== 'created') return current;
  const created = editDocument({}, modification, at + 1, root);
  return Object.keys(created).length === 0 ? undefined : created;
}

/** The unchanged value, where the modification accepts that the value cannot have the field. */
function blocked(modification: Modification, part: string, name: string, value: unknown): unknown {
  if (Array.isArray(value) && positionOf(part) >= 0) throw refused('update path', modification.path);
  if (modification.missing === 'ignored') return value;
  throw new MongoError(28, `Cannot create field '${part}' in element {${name}: ${describe(value)}}`);
}
