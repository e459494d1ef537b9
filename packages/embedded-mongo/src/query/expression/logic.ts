import { isDocument } from '../bson.js';
import { compareValues } from '../compare.js';
import { MongoError } from '../error.js';
import { binary, exactly, listOf } from './operator.js';
import { isNullish, isTruthy, type Operator, type OperatorTable } from './scope.js';

function ordered(name: string, accept: (order: number) => boolean): Operator {
  return binary(name, (a, b) => accept(compareValues(a, b)));
}

const and: Operator = (argument, scope, compile) => {
  const values = listOf(argument).map((item) => compile(item, scope));
  return (root) => values.every((value) => isTruthy(value(root)));
};

const or: Operator = (argument, scope, compile) => {
  const values = listOf(argument).map((item) => compile(item, scope));
  return (root) => values.some((value) => isTruthy(value(root)));
};

const not: Operator = (argument, scope, compile) => {
  const value = compile(exactly('$not', 1, argument)[0], scope);
  return (root) => !isTruthy(value(root));
};

const cond: Operator = (argument, scope, compile) => {
  const [condition, then, otherwise] = condParts(argument).map((part) => compile(part, scope));
  return (root) => (isTruthy(condition?.(root)) ? then?.(root) : otherwise?.(root));
};

function condParts(argument: unknown): unknown[] {
  if (!isDocument(argument)) return exactly('$cond', 3, argument);
  for (const key of Object.keys(argument)) {
    if (!['if', 'then', 'else'].includes(key)) {
      throw new MongoError(17083, `Unrecognized parameter to $cond: ${key}`);
    }
  }
  const missing = (['if', 'then', 'else'] as const).find((key) => !(key in argument));
  const codes = { if: 17080, then: 17081, else: 17082 };
  if (missing) throw new MongoError(codes[missing], `Missing '${missing}' parameter to $cond`);
  return [argument.if, argument.then, argument.else];
}

const ifNull: Operator = (argument, scope, compile) => {
  const list = listOf(argument);
  if (list.length < 2) {
    throw new MongoError(1257300, `$ifNull needs at least two arguments, had: ${list.length}`);
  }
  const values = list.map((item) => compile(item, scope));
  return (root) => {
    let result: unknown;
    for (const value of values) {
      result = value(root);
      if (!isNullish(result)) return result;
    }
    return result;
  };
};

export const logicOperators: OperatorTable = {
  $eq: ordered('$eq', (order) => order === 0),
  $ne: ordered('$ne', (order) => order !== 0),
  $gt: ordered('$gt', (order) => order > 0),
  $gte: ordered('$gte', (order) => order >= 0),
  $lt: ordered('$lt', (order) => order < 0),
  $lte: ordered('$lte', (order) => order <= 0),
  $and: and,
  $or: or,
  $not: not,
  $cond: cond,
  $ifNull: ifNull,
};
