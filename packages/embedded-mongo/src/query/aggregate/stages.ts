import { isDocument } from '../bson.js';
import { MongoError } from '../error.js';
import { compileFilter } from '../filter.js';
import { describe } from '../describe.js';
import { isNumeric, safeIntegerOf } from '../number.js';
import { compileProjectStage } from '../project.js';
import { compileSort } from '../sort.js';
import { keepsFew } from '../sort-runs.js';
import { integerResult } from '../arithmetic.js';
import { Memory } from '../memory.js';
import type { Flow, Stage, StageCompiler, StageContext } from './stage.js';

export const match: StageCompiler = (argument) => {
  if (!isDocument(argument)) throw new MongoError(15959, 'the match filter must be an expression in an object');
  const test = compileFilter(argument);
  return function* (source) {
    for (const batch of source) yield batch.filter(test);
  };
};

export const project: StageCompiler = (argument) => {
  const apply = compileProjectStage(argument);
  return function* (source) {
    for (const batch of source) yield batch.map(apply);
  };
};

/** Sorts; `limit` comes from a subsequent `$limit`. */
export function sortStage(argument: unknown, { memoryLimit }: StageContext, limit?: number): Stage {
  if (!isDocument(argument)) throw new MongoError(15973, 'the $sort key specification must be an object');
  if (Object.keys(argument).length === 0) throw new MongoError(15976, '$sort stage must have at least one sort key');
  const order = compileSort(argument);
  return (source) => {
    const documents = keepsFew(limit) ? source : measured(source, new Memory('$sort', memoryLimit));
    return order.sorting(documents, (document) => document, limit);
  };
}

function* measured(source: Flow, memory: Memory): Flow {
  for (const batch of source) {
    memory.addDocuments(batch);
    yield batch;
  }
}

export const sort: StageCompiler = (argument, context) => sortStage(argument, context);

/** The number of a `$limit` or `$skip`. */
export function countArgument(name: '$limit' | '$skip', argument: unknown): number {
  const code = name === '$limit' ? 5107201 : 5107200;
  const prefix = `invalid argument to ${name} stage`;
  if (!isNumeric(argument))
    throw new MongoError(code, `${prefix}: Expected a number in: ${name}: ${describe(argument)}`);
  const count = safeIntegerOf(argument);
  if (count === undefined) throw new MongoError(code, `${prefix}: Expected an integer: ${name}: ${describe(argument)}`);
  if (count < 0) {
    throw new MongoError(code, `${prefix}: Expected a non-negative number in: ${name}: ${describe(argument)}`);
  }
  if (name === '$limit' && count === 0) throw new MongoError(15958, 'the limit must be positive');
  return count;
}

export const limit: StageCompiler = (argument) => {
  const most = countArgument('$limit', argument);
  return function* (source) {
    let left = most;
    for (const batch of source) {
      yield batch.slice(0, left);
      left -= batch.length;
      if (left <= 0) return;
    }
  };
};

export const skip: StageCompiler = (argument) => {
  const least = countArgument('$skip', argument);
  return function* (source) {
    let left = least;
    for (const batch of source) {
      yield batch.slice(left);
      left = Math.max(0, left - batch.length);
    }
  };
};

export const count: StageCompiler = (argument) => {
  if (typeof argument !== 'string') throw new MongoError(40156, 'the count field must be a non-empty string');
  if (argument === '') throw new MongoError(40157, 'the count field must be a non-empty string');
  if (argument.startsWith('$')) throw new MongoError(40158, 'the count field cannot be a $-prefixed path');
  if (argument.includes('.')) throw new MongoError(40160, "the count field cannot contain '.'");
  return function* (source) {
    let total = 0;
    for (const batch of source) {
      total += batch.length;
      yield [];
    }
    if (total > 0) yield [{ [argument]: integerResult(total, 'int') }];
  };
};
