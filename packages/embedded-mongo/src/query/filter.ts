import { BSONRegExp } from 'bson';
import { refused } from '../supported.js';
import { type Document, isDocument } from './bson.js';
import { Rank, typeRank } from './compare.js';
import { badValue } from './error.js';
import { compares, equals, exists, hasSize, hasType, isIn, matchesRegex, type Predicate } from './filter/predicates.js';
import { compileRegex } from './filter/regex.js';
import { isTruthy } from './expression/operator.js';
import { field, parsePath, type Path, walk } from './paths.js';

/** A condition on the values at one path. The operand of `$regex` is a regular expression value. */
export interface FieldCondition {
  readonly kind: 'field';
  readonly path: Path;
  readonly operator: FieldOperator;
  readonly operand: unknown;
  /** The test of one value, negated for `$ne`, `$nin` and `$exists: false`. */
  readonly predicate: Predicate;
  readonly negated: boolean;
}

export interface Disjunction {
  readonly kind: 'or';
  readonly branches: readonly Filter[];
}

export type Condition = FieldCondition | Disjunction;

/** A filter: conditions that must all hold. What `$and` joins is part of the list. */
export type Filter = readonly Condition[];

type Test = { predicate: Predicate; negated?: boolean };

/** The test of one value for each operator on a field. `$options` belongs to `$regex`. */
export const FIELD_OPERATORS = {
  $eq: (operand: unknown): Test => ({ predicate: equals(operand) }),
  $ne: (operand: unknown): Test => ({ predicate: equals(notRegex('$ne', operand)), negated: true }),
  $gt: (operand: unknown): Test => ({ predicate: compares('$gt', notRegex('$gt', operand)) }),
  $gte: (operand: unknown): Test => ({ predicate: compares('$gte', notRegex('$gte', operand)) }),
  $lt: (operand: unknown): Test => ({ predicate: compares('$lt', notRegex('$lt', operand)) }),
  $lte: (operand: unknown): Test => ({ predicate: compares('$lte', notRegex('$lte', operand)) }),
  $in: (operand: unknown): Test => ({ predicate: isIn(listOf('$in', operand)) }),
  $nin: (operand: unknown): Test => ({ predicate: isIn(listOf('$nin', operand)), negated: true }),
  $exists: (operand: unknown): Test => ({ predicate: exists, negated: !isTruthy(operand) }),
  $type: (operand: unknown): Test => ({ predicate: hasType(operand) }),
  $size: (operand: unknown): Test => ({ predicate: hasSize(operand) }),
  $regex: (operand: unknown): Test => ({ predicate: matchesRegex(compileRegex(operand)) }),
  $elemMatch: (operand: unknown): Test => ({ predicate: hasElement(operand) }),
} as const;

export type FieldOperator = keyof typeof FIELD_OPERATORS;

/**
 * Reads a filter.
 * @throws MongoError 2 for an invalid filter, 238 for an operator that is not supported; both name it.
 */
export function parseFilter(filter: Document): Filter {
  return Object.entries(filter).flatMap(([name, operand]): Condition[] => {
    if (!name.startsWith('$')) return fieldConditions(parsePath(name), operand);
    if (name === '$and') return branchesOf(name, operand).flat();
    if (name === '$or') return [{ kind: 'or', branches: branchesOf(name, operand) }];
    throw refused('filter operator', name);
  });
}

function branchesOf(name: string, operand: unknown): Filter[] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((branch: unknown) => {
    if (!isDocument(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return parseFilter(branch);
  });
}

/** True for `{ $gt: 5 }`; false for a literal sub-document. */
function isOperatorDocument(operand: unknown): operand is Document {
  return isDocument(operand) && Object.keys(operand)[0]?.startsWith('$') === true;
}

function fieldConditions(path: Path, operand: unknown): FieldCondition[] {
  if (!isOperatorDocument(operand)) return [condition(path, isRegex(operand) ? '$regex' : '$eq', operand)];
  if ('$options' in operand && !('$regex' in operand)) throw badValue('$options needs a $regex');
  return Object.entries(operand).flatMap(([name, value]) => {
    if (name === '$options') return [];
    if (!Object.hasOwn(FIELD_OPERATORS, name)) throw refused('filter operator', name);
    const isPattern = name === '$regex';
    return [condition(path, name as FieldOperator, isPattern ? regexValue(value, operand.$options) : value)];
  });
}

function condition(path: Path, operator: FieldOperator, operand: unknown): FieldCondition {
  return { kind: 'field', path, operator, operand, negated: false, ...FIELD_OPERATORS[operator](operand) };
}

/** The filter for documents with one of the values at the path. */
export function isOneOf(path: Path, values: readonly unknown[]): Filter {
  return [{ kind: 'field', path, operator: '$in', operand: values, negated: false, predicate: isIn(values) }];
}

export function isRegex(value: unknown): boolean {
  return typeRank(value) === Rank.regex;
}

function regexValue(operand: unknown, options: unknown): unknown {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (typeof operand === 'string') return new BSONRegExp(operand, options);
  if (!isRegex(operand)) throw badValue('$regex has to be a string');
  if (options !== undefined) throw refused('filter operator', '$options of a pattern value');
  return operand;
}

function notRegex(name: string, operand: unknown): unknown {
  if (isRegex(operand)) throw badValue(`Can't have regex as arg to ${name}.`);
  return operand;
}

function listOf(name: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`);
  if (operand.some(isRegex)) throw refused('filter operator', `${name} of a pattern`);
  return operand;
}

function hasElement(operand: unknown): Predicate {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const [first = ''] = Object.keys(operand);
  if (first in FIELD_OPERATORS) throw refused('filter operator', `$elemMatch of ${first}`);
  const matches = compileFilter(operand);
  return (value) => Array.isArray(value) && value.some((element) => hasFields(element) && matches(element));
}

// An array within the array is tested as a document with its indexes as names.
function hasFields(element: unknown): element is Document {
  return isDocument(element) || Array.isArray(element);
}

type DocumentTest = (document: Document) => boolean;

export function compileFilter(filter: Document | Filter): DocumentTest {
  const tests = (isFilter(filter) ? filter : parseFilter(filter)).map(testOf);
  const [first, second] = tests;
  if (first === undefined) return () => true;
  if (second === undefined) return first;
  return (document) => tests.every((test) => test(document));
}

function isFilter(filter: Document | Filter): filter is Filter {
  return Array.isArray(filter);
}

function testOf(condition: Condition): DocumentTest {
  if (condition.kind === 'or') {
    const tests = condition.branches.map(compileFilter);
    return (document) => tests.some((test) => test(document));
  }
  const test = valueTest(condition);
  return condition.negated ? (document) => !test(document) : test;
}

// For a final array, its elements are tested, then the array itself; operators on arrays test only the array.
function valueTest({ path, operator, predicate }: FieldCondition): DocumentTest {
  const isWhole = operator === '$size' || operator === '$elemMatch';
  if (path.parts.length > 1 || isWhole) return (document) => walk(document, path, !isWhole, predicate);
  const name = path.text;
  return (document) => {
    const value = field(document, name);
    return Array.isArray(value) ? value.some((element) => predicate(element)) || predicate(value) : predicate(value);
  };
}
