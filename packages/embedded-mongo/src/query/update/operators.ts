import { refused } from '../../supported.js';
import { calculate } from '../arithmetic.js';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues, valuesEqual } from '../compare.js';
import { badValue, failedToParse, MongoError, typeMismatch } from '../error.js';
import { describe } from '../describe.js';
import { isNumeric } from '../number.js';
import { field } from '../paths.js';
import type { Change, Modification } from './edit.js';

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
  if (!isNumeric(operand)) {
    throw typeMismatch(`Cannot increment with non-numeric argument: {${path}: ${describe(operand)}}`);
  }
  return (current, document) => {
    if (current === undefined) return operand;
    if (!isNumeric(current)) {
      throw typeMismatch(
        `Cannot apply $inc to a value of non-numeric type. {_id: ${describe(document._id)}} has the field '${path.slice(path.lastIndexOf('.') + 1)}' of non-numeric type ${typeNameOf(current)}`,
      );
    }
    return calculate('add', current, operand, () => {
      throw badValue(
        `Failed to apply $inc operations to current value ((NumberLong)${describe(current)}) for document {_id: ${describe(document._id)}}`,
      );
    });
  };
}

function addToSet(path: string, operand: unknown): Change {
  if (isDocument(operand) && Object.keys(operand)[0] === '$each') throw refused('update operator', '$addToSet $each');
  return (current) => {
    if (current === undefined) return [operand];
    if (!Array.isArray(current)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${typeNameOf(current)}`,
      );
    }
    const elements: unknown[] = current;
    return elements.some((element) => valuesEqual(element, operand)) ? elements : [...elements, operand];
  };
}

/** Parses an update's operators into modifications, in the order in which MongoDB creates new fields. */
export function readModifications(update: Document): Modification[] {
  const modifications: Modification[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (!operator.startsWith('$')) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!Object.hasOwn(UPDATE_OPERATORS, operator)) throw refused('update operator', operator);
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    }
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
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (parts.some((part) => part.startsWith('$'))) throw refused('update path', path);
  return parts;
}

function rename(source: string, operand: unknown): Modification[] {
  if (typeof operand !== 'string') {
    throw badValue(`The 'to' field for $rename must be a string: ${source}: ${describe(operand)}`);
  }
  const from = checkedParts(source);
  const to = checkedParts(operand);
  if (source === operand) {
    throw badValue(`The source and target field for $rename must differ: ${source}: ${describe(operand)}`);
  }
  return [
    {
      path: operand,
      parts: to,
      missing: 'created',
      onInsert: false,
      apply: (current, document) => {
        const value = renamedValue(document, from, source);
        return value === undefined ? current : value;
      },
    },
    { path: source, parts: from, missing: 'ignored', onInsert: false, apply: () => undefined },
  ];
}

function renamedValue(document: Document, parts: readonly string[], source: string): unknown {
  let value: unknown = document;
  for (const [i, part] of parts.entries()) {
    if (Array.isArray(value)) {
      throw badValue(
        `The source field cannot be an array element, '${source}' in doc with _id: ${describe(document._id)} has an array field called '${parts[i - 1] ?? ''}'`,
      );
    }
    if (!isDocument(value)) return undefined;
    value = field(value, part);
  }
  return value;
}

function refuseConflicts(modifications: readonly Modification[]): void {
  const seen: string[] = [];
  for (const { path } of modifications) {
    const other = seen.find((known) => known === path || path.startsWith(`${known}.`) || known.startsWith(`${path}.`));
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
