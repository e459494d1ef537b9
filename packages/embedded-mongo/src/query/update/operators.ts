import { type Document, isDocument, typeNameOf } from '../bson.js';
import { badValue, failedToParse, MongoError } from '../error.js';
import { describe } from '../match/predicates.js';
import { field } from '../paths.js';
import { addToSet, pop, pull, pullAll, push } from './arrays.js';
import { type Change, isPositional, type Modification } from './edit.js';
import { arithmetic, bitwise, currentDate, extreme } from './numbers.js';

const OPERATORS: Record<string, (path: string, operand: unknown, now: Date) => Change> = {
  $set: (_path, operand) => () => operand,
  $setOnInsert: (_path, operand) => () => operand,
  $unset: () => () => undefined,
  $inc: (path, operand) => arithmetic('$inc', path, operand),
  $mul: (path, operand) => arithmetic('$mul', path, operand),
  $min: (_path, operand) => extreme('$min', operand),
  $max: (_path, operand) => extreme('$max', operand),
  $bit: bitwise,
  $currentDate: (_path, operand, now) => currentDate(now, operand),
  $push: push,
  $addToSet: addToSet,
  $pull: (_path, operand) => pull(operand),
  $pullAll: (_path, operand) => pullAll(operand),
  $pop: pop,
};

const MISSING: Partial<Record<string, Modification['missing']>> = {
  $unset: 'ignored',
  $pull: 'skipped',
  $pullAll: 'skipped',
  $pop: 'skipped',
};

/** Parses an update's operators into modifications, in the order in which MongoDB creates new fields. */
export function readModifications(update: Document, now: Date): Modification[] {
  const modifications: Modification[] = [];
  for (const [operator, fields] of Object.entries(update)) {
    if (operator !== '$rename' && !Object.hasOwn(OPERATORS, operator)) {
      throw failedToParse(
        `Unknown modifier: ${operator}. Expected a valid update modifier or pipeline-style update specified as an array`,
      );
    }
    if (!isDocument(fields)) {
      throw failedToParse(
        `Modifiers operate on fields but we found type ${typeNameOf(fields)} instead. For example: {$mod: {<field>: ...}} not {${operator}: ${describe(fields)}}`,
      );
    }
    for (const [path, operand] of Object.entries(fields)) {
      modifications.push(
        ...(operator === '$rename' ? rename(path, operand) : [modification(operator, path, operand, now)]),
      );
    }
  }
  refuseConflicts(modifications);
  return modifications.sort((a, b) => comparePaths(a.parts, b.parts));
}

function modification(operator: string, path: string, operand: unknown, now: Date): Modification {
  const change = OPERATORS[operator];
  if (!change) throw failedToParse(`Unknown modifier: ${operator}`);
  return {
    path,
    parts: checkedParts(path),
    missing: MISSING[operator] ?? 'created',
    onInsert: operator === '$setOnInsert',
    apply: change(path, operand, now),
  };
}

function checkedParts(path: string): string[] {
  const parts = path.split('.');
  if (path === '') throw new MongoError(56, 'An empty update path is not valid.');
  if (parts.includes('')) {
    throw new MongoError(56, `The update path '${path}' contains an empty field name, which is not allowed.`);
  }
  if (isPositional(parts[0] ?? '')) {
    throw badValue(`Cannot have positional (i.e. '$') element in the first position in path '${path}'`);
  }
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
  for (const [parts, path, role] of [
    [from, source, 'source'],
    [to, operand, 'destination'],
  ] as const) {
    if (parts.some(isPositional)) {
      throw badValue(`The ${role} field for $rename may not be dynamic: ${path}`);
    }
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
