import { MongoError } from '../error.js';
import type { Operator } from './scope.js';

/** An operator with one argument, which may be wrapped in an array. */
export function unary(name: string, apply: (value: unknown) => unknown): Operator {
  return (argument, scope, compile) => {
    const [only] = exactly(name, 1, argument);
    const value = compile(only, scope);
    return (root) => apply(value(root));
  };
}

/** An operator with two arguments. */
export function binary(name: string, apply: (a: unknown, b: unknown) => unknown): Operator {
  return (argument, scope, compile) => {
    const [left, right] = exactly(name, 2, argument);
    const a = compile(left, scope);
    const b = compile(right, scope);
    return (root) => apply(a(root), b(root));
  };
}

/** An operator with `least` to `most` arguments, passed as a list. */
export function ranged(name: string, least: number, most: number, apply: (values: unknown[]) => unknown): Operator {
  return (argument, scope, compile) => {
    const list = listOf(argument);
    if (list.length < least || list.length > most) {
      throw new MongoError(
        28667,
        `Expression ${name} takes at least ${least} arguments, and at most ${most}, but ${list.length} were passed in.`,
      );
    }
    const values = list.map((item) => compile(item, scope));
    return (root) => apply(values.map((value) => value(root)));
  };
}

/** An operator with any number of arguments, passed as a list. */
export function variadic(apply: (values: unknown[]) => unknown): Operator {
  return (argument, scope, compile) => {
    const values = listOf(argument).map((item) => compile(item, scope));
    return (root) => apply(values.map((value) => value(root)));
  };
}

/** The arguments of an operator that requires exactly `count`. @throws MongoError 16020 */
export function exactly(name: string, count: number, argument: unknown): unknown[] {
  const list = listOf(argument);
  if (list.length === count) return list;
  throw new MongoError(16020, `Expression ${name} takes exactly ${count} arguments. ${list.length} were passed in.`);
}

/** An argument as a list: an array unchanged, anything else as its only element. */
export function listOf(argument: unknown): unknown[] {
  return Array.isArray(argument) ? (argument as unknown[]) : [argument];
}
