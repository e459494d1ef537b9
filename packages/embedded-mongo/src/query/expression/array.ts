import { Int32 } from 'bson';
import { isDocument, typeNameOf } from '../bson.js';
import { compareValues, valuesEqual } from '../compare.js';
import { badValue, MongoError } from '../error.js';
import { describe } from '../match/predicates.js';
import { isNumeric, safeIntegerOf, toDouble } from '../number.js';
import { compileSort } from '../sort.js';
import { binary, checkNames, ranged, unary, variadic } from './operator.js';
import { isNullish, type Operator, type OperatorTable } from './scope.js';

function int32(value: unknown, code: number, message: (found: string) => string): number {
  const whole = safeIntegerOf(value);
  if (whole !== undefined && whole >= -0x80000000 && whole <= 0x7fffffff) return whole;
  throw new MongoError(code, message(describe(value)));
}

function elementAt(name: string, list: unknown, index: unknown): unknown {
  if (isNullish(list) || isNullish(index)) return null;
  if (!Array.isArray(list)) {
    throw new MongoError(28689, `${name}'s first argument must be an array, but is ${typeNameOf(list)}`);
  }
  if (!isNumeric(index)) {
    throw new MongoError(28690, `${name}'s second argument must be a numeric value, but is ${typeNameOf(index)}`);
  }
  const at = int32(
    index,
    28691,
    (found) => `${name}'s second argument must be representable as a 32-bit integer: ${found}`,
  );
  return list[at < 0 ? list.length + at : at];
}

function end(name: '$first' | '$last', index: number): Operator {
  return unary(name, (list) => {
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw new MongoError(28689, `${name}'s argument must be an array, but is ${typeNameOf(list)}`);
    }
    return list.at(index);
  });
}

function concat(values: readonly unknown[]): unknown {
  const result: unknown[] = [];
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!Array.isArray(value)) {
      throw new MongoError(28664, `$concatArrays only supports arrays, not ${typeNameOf(value)}`);
    }
    result.push(...(value as unknown[]));
  }
  return result;
}

function size(list: unknown): unknown {
  if (Array.isArray(list)) return new Int32(list.length);
  throw new MongoError(17124, `The argument to $size must be an array, but was of type: ${typeNameOf(list)}`);
}

function slice([list, first, count]: unknown[]): unknown {
  if (isNullish(list) || isNullish(first) || count === null) return null;
  if (!Array.isArray(list)) {
    throw new MongoError(28724, `First argument to $slice must be an array, but is of type: ${typeNameOf(list)}`);
  }
  if (!isNumeric(first)) {
    throw new MongoError(
      28725,
      `Second argument to $slice must be a numeric value, but is of type: ${typeNameOf(first)}`,
    );
  }
  const n = int32(
    first,
    28726,
    (found) => `Second argument to $slice can't be represented as a 32-bit integer: ${found}`,
  );
  if (count === undefined) return n >= 0 ? list.slice(0, n) : list.slice(n);
  if (!isNumeric(count)) {
    throw new MongoError(28727, `Third argument to $slice must be numeric, but is of type: ${typeNameOf(count)}`);
  }
  const most = int32(
    count,
    28728,
    (found) => `Third argument to $slice can't be represented as a 32-bit integer: ${found}`,
  );
  if (most <= 0) throw new MongoError(28729, `Third argument to $slice must be positive: ${most}`);
  const start = n < 0 ? Math.max(0, list.length + n) : n;
  return list.slice(start, start + most);
}

function contains(value: unknown, list: unknown): boolean {
  if (!Array.isArray(list)) {
    throw new MongoError(40081, `$in requires an array as a second argument, found: ${typeNameOf(list)}`);
  }
  return list.some((element) => valuesEqual(element, value));
}

function indexOf([list, value, from, to]: unknown[]): unknown {
  if (isNullish(list)) return null;
  if (!Array.isArray(list)) {
    throw new MongoError(40090, `$indexOfArray requires an array as a first argument, found: ${typeNameOf(list)}`);
  }
  const start = from === undefined ? 0 : position(from);
  const stop = Math.min(to === undefined ? list.length : position(to), list.length);
  for (let i = start; i < stop; i++) {
    if (valuesEqual(list[i], value)) return new Int32(i);
  }
  return new Int32(-1);
}

function position(value: unknown): number {
  const whole = safeIntegerOf(value);
  if (whole === undefined) {
    throw new MongoError(
      40096,
      `$indexOfArray requires an integral index, found a value of type: ${typeNameOf(value)}`,
    );
  }
  if (whole < 0) throw new MongoError(40097, `$indexOfArray requires a nonnegative index, found: ${whole}`);
  return whole;
}

function range([start, stop, step = 1]: unknown[]): unknown {
  const names = ['starting', 'ending', 'step'] as const;
  const [from = 0, to = 0, by = 1] = [start, stop, step].map((value, i) => {
    const name = names[i] ?? 'step';
    if (!isNumeric(value)) {
      throw new MongoError(
        34443 + 2 * i,
        `$range requires a numeric ${name} value, found value of type: ${typeNameOf(value)}`,
      );
    }
    return int32(
      value,
      34444 + 2 * i,
      (found) => `$range requires a ${name} value that can be represented as a 32-bit integer, found value: ${found}`,
    );
  });
  if (by === 0) throw new MongoError(34449, '$range requires a non-zero step value');
  const result: Int32[] = [];
  for (let i = from; by > 0 ? i < to : i > to; i += by) result.push(new Int32(i));
  return result;
}

function reverse(list: unknown): unknown {
  if (isNullish(list)) return null;
  if (Array.isArray(list)) return (list as unknown[]).toReversed();
  throw new MongoError(34435, `The argument to $reverseArray must be an array, but was of type: ${typeNameOf(list)}`);
}

const zip: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$zip',
    {
      required: ['inputs'],
      optional: ['useLongestLength', 'defaults'],
      codes: { shape: 34460, unknown: 34464, missing: 34465 },
    },
    argument,
  );
  if (!Array.isArray(fields.inputs))
    throw new MongoError(34461, `inputs must be an array of expressions, found ${typeNameOf(fields.inputs)}`);
  const inputs = fields.inputs.map((input) => compile(input, scope));
  const defaults = Array.isArray(fields.defaults) ? fields.defaults.map((value) => compile(value, scope)) : undefined;
  const longest = fields.useLongestLength === true;
  if (defaults && !longest) throw new MongoError(34466, 'cannot specify defaults unless useLongestLength is true');
  if (defaults && defaults.length !== inputs.length) {
    throw new MongoError(34467, 'defaults and inputs must have the same length');
  }
  return (root) => {
    const lists = inputs.map((input) => input(root));
    if (lists.some(isNullish)) return null;
    const arrays = lists.map((list): unknown[] => {
      if (Array.isArray(list)) return list;
      throw new MongoError(34468, `$zip found a non-array expression in input: ${describe(list)}`);
    });
    const lengths = arrays.map((list) => list.length);
    const length = longest ? Math.max(...lengths) : Math.min(...lengths);
    return Array.from({ length }, (_, i) =>
      arrays.map((list, k) => (i < list.length ? list[i] : (defaults?.[k]?.(root) ?? null))),
    );
  };
};

const sortArray: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$sortArray',
    { required: ['input', 'sortBy'], codes: { shape: 2942500, unknown: 2942501, missing: 2942502 } },
    argument,
  );
  const input = compile(fields.input, scope);
  const order = elementOrder(fields.sortBy);
  return (root) => {
    const list = input(root);
    if (isNullish(list)) return null;
    if (Array.isArray(list)) return (list as unknown[]).toSorted(order);
    throw new MongoError(
      2942504,
      `The input argument to $sortArray must be an array, but was of type: ${typeNameOf(list)}`,
    );
  };
};

function elementOrder(sortBy: unknown): (a: unknown, b: unknown) => number {
  if (isNumeric(sortBy)) {
    const direction = toDouble(sortBy);
    if (direction !== 1 && direction !== -1) throw badValue('The $sort element value must be either 1 or -1');
    return (a, b) => compareValues(a, b) * direction;
  }
  if (!isDocument(sortBy))
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  const sort = compileSort(sortBy);
  const fields = (element: unknown) => (isDocument(element) ? element : {});
  return (a, b) => sort.compare(fields(a), fields(b));
}

/** `$firstN`, `$lastN`, `$minN` and `$maxN` of an array. */
function several(name: string, take: (list: unknown[], n: number) => unknown[]): Operator {
  return (argument, scope, compile) => {
    const fields = checkNames(
      name,
      { required: ['input', 'n'], codes: { shape: 5787801, unknown: 5787901, missing: 5787906 } },
      argument,
    );
    const input = compile(fields.input, scope);
    const n = compile(fields.n, scope);
    return (root) => {
      const list = input(root);
      if (!Array.isArray(list)) throw new MongoError(5788200, `Input must be an array, found ${typeNameOf(list)}`);
      const count = safeIntegerOf(n(root));
      if (count === undefined)
        throw new MongoError(5787902, `Value for 'n' must be of integral type, but found ${describe(n(root))}`);
      if (count <= 0) throw new MongoError(5787908, `'n' must be greater than 0, found ${count}`);
      return take(list, count);
    };
  };
}

const ranked = (list: unknown[], sign: number) =>
  list.filter((value) => !isNullish(value)).sort((a, b) => compareValues(a, b) * sign);

export const arrayOperators: OperatorTable = {
  $arrayElemAt: binary('$arrayElemAt', (list, index) => elementAt('$arrayElemAt', list, index)),
  $first: end('$first', 0),
  $last: end('$last', -1),
  $concatArrays: variadic(concat),
  $size: unary('$size', size),
  $slice: ranged('$slice', 2, 3, slice),
  $in: binary('$in', contains),
  $indexOfArray: ranged('$indexOfArray', 2, 4, indexOf),
  $isArray: unary('$isArray', (value) => Array.isArray(value)),
  $range: ranged('$range', 2, 3, range),
  $reverseArray: unary('$reverseArray', reverse),
  $zip: zip,
  $sortArray: sortArray,
  $firstN: several('$firstN', (list, n) => list.slice(0, n)),
  $lastN: several('$lastN', (list, n) => list.slice(-n)),
  $minN: several('$minN', (list, n) => ranked(list, 1).slice(0, n)),
  $maxN: several('$maxN', (list, n) => ranked(list, -1).slice(0, n)),
};
