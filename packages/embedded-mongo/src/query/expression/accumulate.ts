import { type Accumulator, ACCUMULATORS } from '../aggregate/accumulator.js';
import { listOf } from './operator.js';
import type { Operator, OperatorTable } from './scope.js';

/** An accumulator used as an expression: over its arguments, or over the elements of a single array argument. */
function overArguments(create: () => Accumulator): Operator {
  return (argument, scope, compile) => {
    const values = listOf(argument).map((item) => compile(item, scope));
    return (root) => {
      const accumulator = create();
      const results = values.map((value) => value(root));
      const [only] = results;
      for (const result of results.length === 1 && Array.isArray(only) ? (only as unknown[]) : results) {
        accumulator.add(result);
      }
      return accumulator.result();
    };
  };
}

const NAMES = ['$sum', '$avg', '$min', '$max', '$stdDevPop', '$stdDevSamp', '$mergeObjects'];

export const accumulatorOperators: OperatorTable = Object.fromEntries(
  Object.entries(ACCUMULATORS)
    .filter(([name]) => NAMES.includes(name))
    .map(([name, create]): [string, Operator] => [name, overArguments(create)]),
);
