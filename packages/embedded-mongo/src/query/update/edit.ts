import { type Document, isDocument } from '../bson.js';
import { identical } from '../compare.js';
import { badValue, MongoError } from '../error.js';
import { describe } from '../match/predicates.js';
import { field, setField } from '../paths.js';

/** Maps the present value (undefined if missing) to the new one; messages name the document's `_id`. */
export type Change = (current: unknown, document: Document) => unknown;

/** One change to one path, as defined by an update operator. */
export interface Modification {
  readonly path: string;
  readonly parts: readonly string[];
  /**
   * What happens if the field is missing: it is created, or nothing changes. Where a value on the path cannot have
   * fields, only `ignored` accepts that, as for `$unset`.
   */
  readonly missing: 'created' | 'skipped' | 'ignored';
  /** True if it applies only when an upsert inserts. */
  readonly onInsert: boolean;
  readonly apply: Change;
}

/** The elements that `$[identifier]` refers to, by identifier. */
export type ArrayFilters = ReadonlyMap<string, (element: unknown) => boolean>;

const MAX_PADDING = 1_500_000;

/** Applies modifications to documents without modifying its input: changed parts are copied. */
export class Editor {
  constructor(
    private readonly document: Document,
    private readonly filters: ArrayFilters,
    private readonly position: () => number,
    /** True for the base of an upsert, whose fields may have any names, as in an insert. */
    private readonly insert: boolean,
  ) {}

  /** The document after the modification; the identical object if nothing changed. */
  edit(target: Document, modification: Modification): Document {
    return this.editDocument(target, modification, 0, '');
  }

  private editDocument(target: Document, modification: Modification, at: number, parent: string): Document {
    const name = modification.parts[at] ?? '';
    if (isPositional(name)) throw notAnArray(parent, target, name);
    const current = field(target, name);
    const next = this.editValue(current, modification, at, name);
    if (next === current || (current !== undefined && identical(next, current))) return target;
    const isWritten = next !== undefined && (current === undefined || modification.parts.length === 1);
    if (at === 0 && name.startsWith('$') && isWritten && !this.insert) throw dollarPrefixed(name);
    const copy = { ...target };
    if (next === undefined) Reflect.deleteProperty(copy, name);
    else setField(copy, name, next);
    return copy;
  }

  private editValue(current: unknown, modification: Modification, at: number, name: string): unknown {
    if (at === modification.parts.length - 1) return modification.apply(current, this.document);
    if (isDocument(current)) return this.editDocument(current, modification, at + 1, name);
    if (Array.isArray(current)) return this.editArray(current, modification, at + 1, name);
    const part = modification.parts[at + 1] ?? '';
    if (isPositional(part) && part !== '$')
      throw current === undefined ? pathMustExist(modification, at) : notAnArray(name, current, part);
    if (current !== undefined) return blocked(modification, part, name, current);
    if (modification.missing !== 'created') return current;
    const created = this.editDocument({}, modification, at + 1, name);
    return Object.keys(created).length === 0 ? undefined : created;
  }

  private editArray(array: readonly unknown[], modification: Modification, at: number, name: string): unknown {
    const part = modification.parts[at] ?? '';
    if (isPositional(part) && part !== '$') return this.editElements(array, modification, at, this.selected(part));
    const index = part === '$' ? this.matchedIndex() : indexOf(part);
    if (index === undefined) return blocked(modification, part, name, array);
    const next = this.editValue(array[index], modification, at, String(index));
    if (index < array.length) return identical(next, array[index]) ? array : array.with(index, next ?? null);
    if (next === undefined) return array;
    if (index - array.length > MAX_PADDING) {
      throw badValue(`can't backfill more than ${MAX_PADDING} elements`);
    }
    return [...array, ...new Array<null>(index - array.length).fill(null), next];
  }

  private editElements(
    array: readonly unknown[],
    modification: Modification,
    at: number,
    selects: (element: unknown) => boolean,
  ): unknown {
    const elements = array.map((element, index) => {
      if (!selects(element)) return element;
      const next = this.editValue(element, modification, at, String(index)) ?? null;
      return identical(next, element) ? element : next;
    });
    return elements.some((element, index) => element !== array[index]) ? elements : array;
  }

  private selected(part: string): (element: unknown) => boolean {
    const identifier = part.slice(2, -1);
    return identifier === '' ? () => true : (this.filters.get(identifier) ?? (() => false));
  }

  private matchedIndex(): number {
    const index = this.position();
    if (index >= 0) return index;
    throw badValue('The positional operator did not find the match needed from the query.');
  }
}

/** True for the parts that refer to array elements: `$`, `$[]` and `$[identifier]`. */
export function isPositional(part: string): boolean {
  return /^\$(\[.*\])?$/.test(part);
}

/** The unchanged value, where the modification accepts that the value cannot have the field. */
function blocked(modification: Modification, part: string, name: string, value: unknown): unknown {
  if (modification.missing === 'ignored') return value;
  const element = `{${name}: ${describe(value)}}`;
  throw new MongoError(
    28,
    modification.missing === 'created'
      ? `Cannot create field '${part}' in element ${element}`
      : `Cannot use the part (${part}) of (${modification.path}) to traverse the element (${element})`,
  );
}

/** The error for a field at the top of a document, as for an update that is one. */
export function dollarPrefixed(name: string): MongoError {
  return new MongoError(
    52,
    `The dollar ($) prefixed field '${name}' in '${name}' is not allowed in the context of an update's replacement document. Consider using an aggregation pipeline with $replaceWith.`,
  );
}

function indexOf(part: string): number | undefined {
  return /^(0|[1-9]\d{0,8})$/.test(part) ? Number(part) : undefined;
}

function pathMustExist(modification: Modification, at: number): MongoError {
  const path = modification.parts.slice(0, at + 1).join('.');
  return badValue(`The path '${path}' must exist in the document in order to apply array updates.`);
}

function notAnArray(name: string, value: unknown, part: string): MongoError {
  return part === '$'
    ? badValue('The positional operator did not find the match needed from the query.')
    : badValue(`Cannot apply array updates to non-array element ${name}: ${describe(value)}`);
}
