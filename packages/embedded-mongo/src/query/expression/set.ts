import { typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { keyString } from '../keys.js';
import { binary, unary, variadic } from './operator.js';
import { isNullish, isTruthy, type OperatorTable } from './scope.js';

type ValueSet = Map<string, unknown>;

function setOf(list: readonly unknown[]): ValueSet {
  const set: ValueSet = new Map();
  for (const value of list) {
    const key = keyString(value);
    if (!set.has(key)) set.set(key, value);
  }
  return set;
}

// MongoDB returns the members of a set in sorted order.
function membersOf(set: ValueSet): unknown[] {
  return [...set].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function requireArray(name: string, code: number, value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new MongoError(code, `All operands of ${name} must be arrays. One argument is of type: ${typeNameOf(value)}`);
}

function union(values: readonly unknown[]): unknown {
  if (values.some(isNullish)) return null;
  return membersOf(setOf(values.flatMap((value) => requireArray('$setUnion', 17043, value))));
}

function intersection(values: readonly unknown[]): unknown {
  if (values.some(isNullish)) return null;
  const [first = new Map<string, unknown>(), ...others] = values.map((value) =>
    setOf(requireArray('$setIntersection', 17047, value)),
  );
  return membersOf(new Map([...first].filter(([key]) => others.every((other) => other.has(key)))));
}

function difference(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (!Array.isArray(a)) {
    throw new MongoError(
      17048,
      `both operands of $setDifference must be arrays. First argument is of type: ${typeNameOf(a)}`,
    );
  }
  if (!Array.isArray(b)) {
    throw new MongoError(
      17049,
      `both operands of $setDifference must be arrays. Second argument is of type: ${typeNameOf(b)}`,
    );
  }
  const other = setOf(b);
  return [...setOf(a)].filter(([key]) => !other.has(key)).map(([, value]) => value);
}

function equal(values: readonly unknown[]): boolean {
  if (values.length < 2) throw new MongoError(17045, `$setEquals needs at least two arguments had: ${values.length}`);
  const [first, ...others] = values.map((value) => setOf(requireArray('$setEquals', 17044, value)));
  return others.every((other) => other.size === first?.size && [...other.keys()].every((key) => first.has(key)));
}

function isSubset(a: unknown, b: unknown): boolean {
  if (!Array.isArray(a)) {
    throw new MongoError(
      17046,
      `both operands of $setIsSubset must be arrays. First argument is of type: ${typeNameOf(a)}`,
    );
  }
  if (!Array.isArray(b)) {
    throw new MongoError(
      17042,
      `both operands of $setIsSubset must be arrays. Second argument is of type: ${typeNameOf(b)}`,
    );
  }
  const other = setOf(b);
  return [...setOf(a).keys()].every((key) => other.has(key));
}

function truths(name: string, code: number, value: unknown): boolean[] {
  if (Array.isArray(value)) return value.map(isTruthy);
  throw new MongoError(code, `${name}'s argument must be an array, but is ${typeNameOf(value)}`);
}

export const setOperators: OperatorTable = {
  $setUnion: variadic(union),
  $setIntersection: variadic(intersection),
  $setDifference: binary('$setDifference', difference),
  $setEquals: variadic(equal),
  $setIsSubset: binary('$setIsSubset', isSubset),
  $allElementsTrue: unary('$allElementsTrue', (list) => truths('$allElementsTrue', 17040, list).every(Boolean)),
  $anyElementTrue: unary('$anyElementTrue', (list) => truths('$anyElementTrue', 17041, list).some(Boolean)),
};
