import type { Document } from '../bson.js';
import { MongoError } from '../error.js';
import { isNumeric, toDouble } from '../number.js';

/** A compiled expression: its value for a document, or undefined if it is missing. */
export type Evaluate = (root: Document) => unknown;

/** Compiles one operator from its argument; `compile` compiles the expressions in it. */
export type Operator = (argument: unknown, compile: (expression: unknown) => Evaluate) => Evaluate;

/** An operator that takes `least` to `most` arguments and computes its value from theirs. */
export function operator(
  name: string,
  [least, most]: readonly [least: number, most: number],
  apply: (values: unknown[]) => unknown,
): Operator {
  return (argument, compile) => {
    const values = argumentsOf(name, [least, most], argument).map(compile);
    const [a, b] = values;
    // Most have two.
    if (a && b && values.length === 2) return (root) => apply([a(root), b(root)]);
    return (root) => apply(values.map((value) => value(root)));
  };
}

/** The arguments of an operator: an array, or anything else as the only one. @throws MongoError 16020 */
export function argumentsOf(
  name: string,
  [least, most]: readonly [least: number, most: number],
  argument: unknown,
): unknown[] {
  const list: unknown[] = Array.isArray(argument) ? argument : [argument];
  if (list.length >= least && list.length <= most) return list;
  const wanted = least === most ? `exactly ${least}` : `at least ${least}`;
  throw new MongoError(16020, `Expression ${name} takes ${wanted} arguments. ${list.length} were passed in.`);
}

/** MongoDB's truthiness: everything except false, null, missing and zero. */
export function isTruthy(value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  if (isNullish(value)) return false;
  return !isNumeric(value) || toDouble(value) !== 0;
}

/** True for null and missing, for which most operators return null. */
export function isNullish(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}
