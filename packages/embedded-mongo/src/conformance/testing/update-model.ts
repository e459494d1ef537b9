import type { Document } from 'mongodb';

/** One change to one field, as an update operator makes it. */
export interface Step {
  operator: string;
  path: string;
  operand: unknown;
}

/**
 * The effect of an update on a document of numbers, strings, arrays of those and one level of sub-documents, written
 * as simply as possible. Returns `undefined` if MongoDB rejects the update.
 */
export function modelUpdate(document: Document, steps: readonly Step[]): Document | undefined {
  const result: Document = structuredClone(document);
  // Fields are created in the order of their names.
  for (const step of [...steps].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (!apply(result, step)) return undefined;
  }
  return result;
}

function apply(document: Document, { operator, path, operand }: Step): boolean {
  const [first = '', second] = path.split('.');
  if (second === undefined) return change(document, first, operator, operand, document);
  const holder: unknown = document[first];
  if (holder === undefined) {
    if (operator === '$unset') return true;
    const made: Document = {};
    if (!change(made, second, operator, operand, document)) return false;
    if (Object.keys(made).length > 0) document[first] = made;
    return true;
  }
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) {
    return operator === '$unset';
  }
  return change(holder, second, operator, operand, document);
}

function change(holder: Document, name: string, operator: string, operand: unknown, root: Document): boolean {
  const present: unknown = holder[name];
  switch (operator) {
    case '$set':
      holder[name] = operand;
      return true;
    case '$unset':
      Reflect.deleteProperty(holder, name);
      return true;
    case '$inc':
      if (present !== undefined && typeof present !== 'number') return false;
      holder[name] = (present ?? 0) + Number(operand);
      return true;
    case '$max':
      if (present === undefined || isLess(present, operand)) holder[name] = operand;
      return true;
    case '$addToSet':
      if (present !== undefined && !Array.isArray(present)) return false;
      holder[name] = withElement((present ?? []) as unknown[], operand);
      return true;
    case '$rename':
      if (present === undefined) return true;
      Reflect.deleteProperty(holder, name);
      Reflect.deleteProperty(root, String(operand));
      root[String(operand)] = present;
      return true;
    default:
      throw new Error(`The model has no ${operator}`);
  }
}

function withElement(list: unknown[], element: unknown): unknown[] {
  return list.includes(element) ? list : [...list, element];
}

/** The order of numbers, strings, documents and arrays, as far as operands of `$max` need it. */
function isLess(a: unknown, b: unknown): boolean {
  const rank = (value: unknown): number =>
    typeof value === 'number' ? 1 : typeof value === 'string' ? 2 : Array.isArray(value) ? 4 : 3;
  if (rank(a) !== rank(b)) return rank(a) < rank(b);
  return typeof a === 'number' ? a < Number(b) : String(a) < String(b);
}
