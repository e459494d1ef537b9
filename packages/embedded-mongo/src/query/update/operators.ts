import { refused } from '../../supported.js';
import { calculate } from '../arithmetic.js';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues, valuesEqual } from '../compare.js';
import { badValue, MongoError, typeMismatch } from '../error.js';
import { describe } from '../describe.js';
import { isNumeric } from '../number.js';
import { field } from '../paths.js';
import { type Change, type Modification, overlap } from './edit.js';

/** The change that each operator makes to one field; `$rename` makes two. */
export const UPDATE_OPERATORS: Record<string, (path: string, operand: unknown) => Change> = {
  $set: (_path, operand) => () => operand,
  $setOnInsert: (_path, operand) => () => operand,
  $unset: () => () => undefined,
  $inc: increment,
  $max: (_path, operand) => (current) =>
    current === undefined || compareValues(operand, current) > 0 ? operand : current,
  $addToSet: addToSet,
  $rename: (_path, operand) => () => operand,
};

// A missing field counts as zero of the operand's type.
function increment(path: string, operand: unknown): Change {
  if (!isNumeric(operand)) throw refused('update', `$inc of ${path} by ${describe(operand)}`);
  return (current) => {
    if (current === undefined) return operand;
    if (!isNumeric(current))
      throw typeMismatch(`Cannot apply $inc to ${path}, which is of type ${typeNameOf(current)}`);
    return calculate('add', current, operand, () => {
      throw badValue(`Failed to apply $inc to ${path}: the sum with ${describe(current)} is too large`);
    });
  };
}

function addToSet(path: string, operand: unknown): Change {
  if (isDocument(operand) && Object.keys(operand)[0] === '$each') throw refused('update operator', '$addToSet $each');
  return (current) => {
    if (current === undefined) return [operand];
    if (!Array.isArray(current)) throw badValue(`Cannot apply $addToSet to ${path}, which is no array`);
    const elements: unknown[] = current;
    return elements.some((element) => valuesEqual(element, operand)) ? elements : [...elements, operand];
  };
}

/** Parses an update's operators into modifications, in the order in which MongoDB creates new fields. */
export function readModifications(update: Document): Modification[] {
  const modifications: Modification[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!Object.hasOwn(UPDATE_OPERATORS, operator)) throw refused('update operator', operator);
    if (!isDocument(fields)) throw refused('update', `${operator}: ${describe(fields)}`);
    for (const [path, operand] of Object.entries(fields)) {
      modifications.push(...(operator === '$rename' ? rename(path, operand) : [modification(operator, path, operand)]));
    }
  }
  refuseConflicts(modifications);
  return modifications.sort((a, b) => comparePaths(a.parts, b.parts));
}

function modification(operator: string, path: string, operand: unknown): Modification {
  const change = UPDATE_OPERATORS[operator];
  if (!change) throw refused('update operator', operator);
  return {
    path,
    parts: checkedParts(path),
    missing: operator === '$unset' ? 'ignored' : 'created',
    onInsert: operator === '$setOnInsert',
    apply: change(path, operand),
  };
}

function checkedParts(path: string): string[] {
  const parts = path.split('.');
  if (parts.some((part) => part === '' || part.startsWith('$'))) throw refused('update path', path);
  return parts;
}

function rename(source: string, operand: unknown): Modification[] {
  if (typeof operand !== 'string' || source === operand) {
    throw refused('update', `$rename of ${source} to ${describe(operand)}`);
  }
  const from = checkedParts(source);
  const apply: Change = (current, document) => {
    const value = renamedValue(document, from, source);
    return value === undefined ? current : value;
  };
  return [
    { path: operand, parts: checkedParts(operand), missing: 'created', onInsert: false, apply },
    { path: source, parts: from, missing: 'ignored', onInsert: false, apply: () => undefined },
  ];
}

function renamedValue(document: Document, parts: readonly string[], source: string): unknown {
  let value: unknown = document;
  for (const part of parts) {
    if (Array.isArray(value)) throw badValue(`$rename cannot move ${source}, which is within an array`);
    if (!isDocument(value)) return undefined;
    value = field(value, part);
  }
  return value;
}

function refuseConflicts(modifications: readonly Modification[]): void {
  const seen: string[] = [];
  for (const { path } of modifications) {
    const other = seen.find((known) => overlap(known, path));
    if (other !== undefined) {
      const at = path.length < other.length ? path : other;
      throw new MongoError(40, `Updating the path '${path}' would create a conflict at '${at}'`);
    }
    seen.push(path);
  }
}

// Numbers in numeric order, names by their bytes.
function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const x = a[i] ?? '';
    const y = b[i] ?? '';
    if (x === y) continue;
    const numbers = /^\d+$/.test(x) && /^\d+$/.test(y);
    return numbers ? Number(x) - Number(y) : x < y ? -1 : 1;
  }
  return a.length - b.length;
}
