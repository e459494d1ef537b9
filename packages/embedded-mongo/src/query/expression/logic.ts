import { refused } from '../../supported.js';
import { isDocument } from '../bson.js';
import { compareValues } from '../compare.js';
import { argumentsOf, isNullish, isTruthy, operator, type Operator, type OperatorTable } from './operator.js';

function ordered(name: string, accept: (order: number) => boolean): Operator {
  return operator(name, [2, 2], ([a, b]) => accept(compareValues(a, b)));
}

const and: Operator = (argument, compile) => {
  const values = argumentsOf('$and', [0, Infinity], argument).map(compile);
  return (root) => values.every((value) => isTruthy(value(root)));
};

const or: Operator = (argument, compile) => {
  const values = argumentsOf('$or', [0, Infinity], argument).map(compile);
  return (root) => values.some((value) => isTruthy(value(root)));
};

const cond: Operator = (argument, compile) => {
  const [condition, then, otherwise] = condParts(argument).map(compile);
  return (root) => (isTruthy(condition?.(root)) ? then?.(root) : otherwise?.(root));
};

function condParts(argument: unknown): unknown[] {
  if (!isDocument(argument)) return argumentsOf('$cond', [3, 3], argument);
  const { if: condition, then, else: otherwise, ...others } = argument;
  const parts = [condition, then, otherwise];
  if (parts.includes(undefined) || Object.keys(others).length > 0) {
    throw refused('expression operator', `$cond with ${Object.keys(argument).join()}`);
  }
  return parts;
}

const ifNull: Operator = (argument, compile) => {
  const values = argumentsOf('$ifNull', [2, Infinity], argument).map(compile);
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
  $not: operator('$not', [1, 1], ([value]) => !isTruthy(value)),
  $cond: cond,
  $ifNull: ifNull,
};
