import { type Document, isDocument } from '../bson.js';
import { identical } from '../compare.js';
import { badValue, MongoError } from '../error.js';
import { describe } from '../describe.js';
import { field, positionOf, setField } from '../paths.js';

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

const MAX_PADDING = 1_500_000;

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
  if (Array.isArray(current)) return editArray(current, modification, at + 1, root, name);
  if (current !== undefined) return blocked(modification, modification.parts[at + 1] ?? '', name, current);
  if (modification.missing !== 'created') return current;
  const created = editDocument({}, modification, at + 1, root);
  return Object.keys(created).length === 0 ? undefined : created;
}

function editArray(
  array: readonly unknown[],
  modification: Modification,
  at: number,
  root: Document,
  name: string,
): unknown {
  const part = modification.parts[at] ?? '';
  const index = positionOf(part);
  if (index < 0) return blocked(modification, part, name, array);
  const next = editValue(array[index], modification, at, root, part);
  if (index < array.length) return identical(next, array[index]) ? array : array.with(index, next ?? null);
  if (next === undefined) return array;
  if (index - array.length > MAX_PADDING) {
    throw badValue(`can't backfill more than ${MAX_PADDING} elements`);
  }
  return [...array, ...new Array<null>(index - array.length).fill(null), next];
}

/** The unchanged value, where the modification accepts that the value cannot have the field. */
function blocked(modification: Modification, part: string, name: string, value: unknown): unknown {
  if (modification.missing === 'ignored') return value;
  throw new MongoError(28, `Cannot create field '${part}' in element {${name}: ${describe(value)}}`);
}
