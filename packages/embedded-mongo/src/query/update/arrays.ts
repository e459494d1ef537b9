import { type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues, Rank, typeRank, valuesEqual } from '../compare.js';
import { badValue, failedToParse, typeMismatch } from '../error.js';
import { compileFilter, isOperatorDocument } from '../match.js';
import { asDocument } from '../match/matcher.js';
import { describe } from '../match/predicates.js';
import { isNumeric, safeIntegerOf, toDouble } from '../number.js';
import { compileSort } from '../sort.js';
import type { Change } from './edit.js';

interface Push {
  values: unknown[];
  slice: number | undefined;
  position: number | undefined;
  sort: ((array: unknown[]) => unknown[]) | undefined;
}

/** `$push`, with or without `$each`, `$slice`, `$sort` and `$position`. */
export function push(path: string, operand: unknown): Change {
  const options = pushOptions(operand);
  return (current, document) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw badValue(
        `The field '${path}' must be an array but is of type ${typeNameOf(current)} in document {_id: ${describe(document._id)}}`,
      );
    }
    const array: unknown[] = current === undefined ? [] : [...(current as unknown[])];
    array.splice(startOf(options.position, array.length), 0, ...options.values);
    const ordered = options.sort ? options.sort(array) : array;
    return options.slice === undefined ? ordered : sliced(ordered, options.slice);
  };
}

function startOf(position: number | undefined, length: number): number {
  if (position === undefined) return length;
  return position < 0 ? Math.max(0, length + position) : Math.min(position, length);
}

function sliced(array: readonly unknown[], count: number): unknown[] {
  if (count === 0) return [];
  return count > 0 ? array.slice(0, count) : array.slice(count);
}

function pushOptions(operand: unknown): Push {
  if (!isDocument(operand) || !('$each' in operand)) {
    return { values: [operand], slice: undefined, position: undefined, sort: undefined };
  }
  for (const name of Object.keys(operand)) {
    if (!['$each', '$slice', '$sort', '$position'].includes(name))
      throw badValue(`Unrecognized clause in $push: ${name}`);
  }
  const values = operand.$each;
  if (!Array.isArray(values)) {
    throw badValue(`The argument to $each in $push must be an array but it was of type: ${typeNameOf(values)}`);
  }
  return {
    values,
    slice: wholeClause('$slice', operand.$slice),
    position: wholeClause('$position', operand.$position),
    sort: '$sort' in operand ? elementSort(operand.$sort) : undefined,
  };
}

function wholeClause(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const whole = safeIntegerOf(value);
  if (whole === undefined) {
    throw badValue(`The value for ${name} must be an integer value but was given type: ${typeNameOf(value)}`);
  }
  return whole;
}

function elementSort(specification: unknown): (array: unknown[]) => unknown[] {
  if (isNumeric(specification)) {
    const direction = toDouble(specification);
    if (direction !== 1 && direction !== -1) {
      throw badValue('The $sort element value must be either 1 or -1');
    }
    return (array) => array.toSorted((a, b) => compareValues(a, b) * direction);
  }
  if (!isDocument(specification)) {
    throw badValue('The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded fields');
  }
  if (Object.keys(specification).length === 0) {
    throw badValue('The $sort pattern is empty when it should be a set of fields.');
  }
  const sort = compileSort(specification);
  const fieldsOf = (element: unknown): Document => (isDocument(element) ? element : {});
  return (array) => array.toSorted((a, b) => sort.compare(fieldsOf(a), fieldsOf(b)));
}

/** `$addToSet`, with or without `$each`. */
export function addToSet(path: string, operand: unknown): Change {
  const values = setValues(operand);
  return (current) => {
    if (current !== undefined && !Array.isArray(current)) {
      throw badValue(
        `Cannot apply $addToSet to non-array field. Field named '${path}' has non-array type ${typeNameOf(current)}`,
      );
    }
    const result: unknown[] = current === undefined ? [] : [...(current as unknown[])];
    for (const value of values) {
      if (!result.some((element) => valuesEqual(element, value))) result.push(value);
    }
    return result;
  };
}

function setValues(operand: unknown): unknown[] {
  if (!isDocument(operand) || Object.keys(operand)[0] !== '$each') return [operand];
  const other = Object.keys(operand).find((name) => name !== '$each');
  if (other !== undefined) throw badValue(`Found unexpected fields after $each in $addToSet: ${describe(operand)}`);
  if (!Array.isArray(operand.$each)) {
    throw typeMismatch(
      `The argument to $each in $addToSet must be an array but it was of type ${typeNameOf(operand.$each)}`,
    );
  }
  return operand.$each;
}

/** `$pull`: the elements that equal a value, or match a condition. */
export function pull(operand: unknown): Change {
  const matches = elementTest(operand);
  return (current) => removeFrom('$pull', current, matches);
}

function elementTest(operand: unknown): (element: unknown) => boolean {
  if (isOperatorDocument(operand) || typeRank(operand) === Rank.regex) {
    const test = compileFilter({ '': { $elemMatch: isOperatorDocument(operand) ? operand : { $in: [operand] } } });
    return (element) => test({ '': [element] });
  }
  if (!isDocument(operand)) return (element) => valuesEqual(element, operand);
  const test = compileFilter(operand);
  return (element) => {
    const document = asDocument(element);
    return document !== undefined && test(document);
  };
}

/** `$pullAll`: the elements that equal one of the values. */
export function pullAll(operand: unknown): Change {
  if (!Array.isArray(operand))
    throw badValue(`$pullAll requires an array argument but was given a ${typeNameOf(operand)}`);
  return (current) =>
    removeFrom('$pullAll', current, (element) => operand.some((value) => valuesEqual(element, value)));
}

function removeFrom(operator: string, current: unknown, matches: (element: unknown) => boolean): unknown {
  if (current === undefined) return undefined;
  if (!Array.isArray(current)) throw badValue(`Cannot apply ${operator} to a non-array value`);
  const kept: unknown[] = current.filter((element) => !matches(element));
  return kept.length === current.length ? (current as unknown[]) : kept;
}

/** `$pop`: the last element for 1, the first for -1. */
export function pop(path: string, operand: unknown): Change {
  const end = isNumeric(operand) ? toDouble(operand) : NaN;
  if (end !== 1 && end !== -1) throw failedToParse(`$pop expects 1 or -1, found: ${describe(operand)}`);
  return (current) => {
    if (current === undefined) return undefined;
    if (!Array.isArray(current)) {
      throw typeMismatch(`Path '${path}' contains an element of non-array type '${typeNameOf(current)}'`);
    }
    const array: unknown[] = current;
    if (array.length === 0) return array;
    return end === 1 ? array.slice(0, -1) : array.slice(1);
  };
}
