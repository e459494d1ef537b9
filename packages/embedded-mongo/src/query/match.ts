import { type Document, isDocument } from './bson.js';
import { Rank, regexParts, typeRank } from './compare.js';
import { badValue, MongoError, notImplemented } from './error.js';
import { compileExpression, isTruthy, Scope } from './expression.js';
import { type BitOperator, hasBits } from './match/bits.js';
import {
  all,
  always,
  any,
  asDocument,
  type Matcher,
  not,
  onElement,
  onValues,
  onWhole,
  whenTrue,
} from './match/matcher.js';
import {
  compares,
  type Comparison,
  equals,
  hasRemainder,
  hasSize,
  hasType,
  isIn,
  matchesRegex,
  type Predicate,
} from './match/predicates.js';
import { compileRegex, regexOf } from './match/regex.js';
import { parsePath, type Path } from './paths.js';

/**
 * Compiles a filter into a test of documents. `scope` supplies the time and the variables of an `$expr`.
 * @throws MongoError 2 for an invalid filter, 238 for what this engine does not support; both name the operator.
 */
export function compileFilter(filter: Document, scope?: Scope): (document: Document) => boolean {
  const matcher = compileMatcher(filter, scope);
  return (document) => matcher.test(document);
}

/** Like `compileFilter`, with the position of the matching array element for `$` in updates and projections. */
export function compileMatcher(filter: Document, scope = new Scope()): Matcher {
  const parts = Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith('$') ? topLevel(name, operand, scope) : onField(parsePath(name), operand, scope),
  );
  return all(parts);
}

const UNSUPPORTED_TOP = ['$where', '$text', '$jsonSchema', '$sampleRate', '$_internalSchemaEq'];
const UNSUPPORTED_FIELD = ['$geoWithin', '$geoIntersects', '$near', '$nearSphere', '$within', '$uniqueDocs'];

function topLevel(name: string, operand: unknown, scope: Scope): Matcher[] {
  switch (name) {
    case '$and':
      return [all(branches(name, operand, scope))];
    case '$or':
      return [any(branches(name, operand, scope))];
    case '$nor':
      return [not(any(branches(name, operand, scope)))];
    case '$comment':
      return [];
    case '$expr': {
      const evaluate = compileExpression(operand, scope);
      return [whenTrue((document) => isTruthy(evaluate(document)))];
    }
    case '$alwaysTrue':
    case '$alwaysFalse':
      return [always(name === '$alwaysTrue')];
    case '$ref':
    case '$id':
    case '$db':
      return [onValues(parsePath(name), equals(operand))];
    case '$not':
      throw badValue('unknown top level operator: $not. If you are trying to negate an entire expression, use $nor.');
    default:
      if (UNSUPPORTED_TOP.includes(name)) throw notImplemented(name);
      throw badValue(
        `unknown top level operator: ${name}. If you have a field name that starts with a '$' symbol, consider using $getField or $setField.`,
      );
  }
}

function branches(name: string, operand: unknown, scope: Scope): Matcher[] {
  if (!Array.isArray(operand)) throw badValue(`${name} must be an array`);
  if (operand.length === 0) throw badValue('$and/$or/$nor must be a nonempty array');
  return operand.map((branch: unknown) => {
    if (!isDocument(branch)) throw badValue('$or/$and/$nor entries need to be full objects');
    return compileMatcher(branch, scope);
  });
}

/** True for `{ $gt: 5 }`; false for a literal sub-document, including a reference with `$ref` and `$id`. */
export function isOperatorDocument(operand: unknown): operand is Document {
  if (!isDocument(operand)) return false;
  const names = Object.keys(operand);
  return names[0]?.startsWith('$') === true && !(names.includes('$ref') && names.includes('$id'));
}

function onField(path: Path, operand: unknown, scope: Scope): Matcher[] {
  if (isOperatorDocument(operand)) return operators(path, operand, scope);
  return [literal(path, operand)];
}

function literal(path: Path, operand: unknown): Matcher {
  const predicate = typeRank(operand) === Rank.regex ? matchesRegex(regexOf(operand), operand) : equals(operand);
  return at(path, predicate);
}

function operators(path: Path, conditions: Document, scope: Scope): Matcher[] {
  return Object.entries(conditions).flatMap(([name, operand]) => {
    if (name === '$regex') return [regexCondition(path, operand, conditions.$options)];
    if (name === '$options') {
      if (!('$regex' in conditions)) throw badValue('$options needs a $regex');
      return [];
    }
    return name === '$comment' ? [] : [operator(path, name, operand, scope)];
  });
}

function operator(path: Path, name: string, operand: unknown, scope: Scope): Matcher {
  switch (name) {
    case '$eq':
      return at(path, equals(operand));
    case '$ne':
      if (typeRank(operand) === Rank.regex) throw badValue("Can't have regex as arg to $ne.");
      return not(at(path, equals(operand)));
    case '$gt':
    case '$gte':
    case '$lt':
    case '$lte':
      return at(path, ordered(path, name, operand));
    case '$in':
      return at(path, isIn(listOf(name, operand)));
    case '$nin':
      return not(at(path, isIn(listOf(name, operand))));
    case '$exists':
      return isTruthy(operand) ? at(path, exists) : not(at(path, exists));
    case '$type':
      return at(path, hasType(operand));
    case '$mod':
      return at(path, hasRemainder(operand));
    case '$size':
      return onWhole(path, hasSize(operand));
    case '$all':
      return allOf(path, operand, scope);
    case '$elemMatch':
      return elemMatch(path, operand, scope);
    case '$not':
      return negation(path, operand, scope);
    case '$bitsAllSet':
    case '$bitsAllClear':
    case '$bitsAnySet':
    case '$bitsAnyClear':
      return at(path, hasBits(name satisfies BitOperator, operand));
    default:
      if (UNSUPPORTED_FIELD.includes(name)) throw notImplemented(name);
      throw badValue(`unknown operator: ${name}`);
  }
}

function exists(value: unknown): boolean {
  return value !== undefined;
}

function ordered(path: Path, name: Comparison, operand: unknown) {
  if (typeRank(operand) === Rank.regex) {
    throw badValue(`Can't have RegEx as arg to predicate over field '${path.text}'.`);
  }
  return compares(name, operand);
}

function listOf(name: string, operand: unknown): unknown[] {
  if (!Array.isArray(operand)) throw badValue(`${name} needs an array`);
  if (operand.some(isOperatorDocument)) throw badValue(`cannot nest $ under ${name}`);
  return operand;
}

function regexCondition(path: Path, operand: unknown, options: unknown): Matcher {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  if (typeof operand !== 'string' && typeRank(operand) !== Rank.regex) throw badValue('$regex has to be a string');
  const parts = typeof operand === 'string' ? { pattern: operand, options: '' } : regexParts(operand);
  if (parts.options !== '' && options !== undefined) {
    throw new MongoError(51075, 'options set in both $regex and $options');
  }
  const regex = compileRegex(parts.pattern, parts.options + (options ?? ''));
  return at(path, matchesRegex(regex, operand));
}

function allOf(path: Path, operand: unknown, scope: Scope): Matcher {
  if (!Array.isArray(operand)) throw badValue('$all needs an array');
  if (operand.length === 0) return always(false);
  const nested = operand.filter(isOperatorDocument);
  const withElemMatch =
    nested.length > 0 && nested.length === operand.length && nested.every((item) => '$elemMatch' in item);
  if (withElemMatch) return all(nested.map((item) => elemMatch(path, item.$elemMatch, scope)));
  if (nested.length > 0) throw badValue('no $ expressions in $all');
  return all(operand.map((item: unknown) => literal(path, item)));
}

/** The operators that apply to a whole document and not to one value. */
const WHOLE = ['$and', '$or', '$nor', '$where'];
const REFERENCE = ['$ref', '$id', '$db'];

function elemMatch(path: Path, operand: unknown, scope: Scope): Matcher {
  if (!isDocument(operand)) throw badValue('$elemMatch needs an Object');
  const [first = '', ...others] = Object.keys(operand);
  const isReference = [first, ...others].some((name) => REFERENCE.includes(name));
  if (isOperatorDocument(operand) && !WHOLE.includes(first) && !isReference) {
    const element = all(operators(ELEMENT, operand, scope));
    return onElement(path, (value) => element.test({ [ELEMENT.text]: value }));
  }
  const matcher = compileMatcher(operand, scope);
  return onElement(path, (value) => {
    const document = asDocument(value);
    return document !== undefined && matcher.test(document);
  });
}

// An array element tested by operators alone is treated as the value of a field without a name.
const ELEMENT = parsePath('');

function at(path: Path, predicate: Predicate): Matcher {
  return path === ELEMENT ? onWhole(path, predicate) : onValues(path, predicate);
}

function negation(path: Path, operand: unknown, scope: Scope): Matcher {
  if (typeRank(operand) === Rank.regex) return not(literal(path, operand));
  if (!isDocument(operand)) throw badValue('$not needs a regex or a document');
  if (Object.keys(operand).length === 0) throw badValue('$not cannot be empty');
  return not(all(operators(path, operand, scope)));
}
