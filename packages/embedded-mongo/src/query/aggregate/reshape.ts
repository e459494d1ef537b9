import { Long } from 'bson';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { compileExpression, isTruthy } from '../expression.js';
import { compileFilter } from '../match.js';
import { describe } from '../match/predicates.js';
import { isNumeric, safeIntegerOf } from '../number.js';
import { field, setField } from '../paths.js';
import { compileAddFields, compileProjectStage, compileUnset } from '../project.js';
import { compileSort } from '../sort.js';
import { keepsFew } from '../sort-runs.js';
import { integerResult } from '../arithmetic.js';
import { Memory } from '../memory.js';
import { gather, mapping, type Flow, type Stage, type StageCompiler, type StageContext } from './stage.js';

export const match: StageCompiler = (argument, { scope }) => {
  if (!isDocument(argument)) throw new MongoError(15959, 'the match filter must be an expression in an object');
  const test = compileFilter(argument, scope);
  return function* (source) {
    for (const document of source) {
      if (!document || test(document)) yield document;
    }
  };
};

export const project: StageCompiler = (argument, { scope }) => mapping(compileProjectStage(argument, scope));

export const addFields: StageCompiler = (argument, { scope }) =>
  mapping(compileAddFields('$addFields', argument, scope));

export const set: StageCompiler = (argument, { scope }) => mapping(compileAddFields('$set', argument, scope));

export const unset: StageCompiler = (argument) => mapping(compileUnset(argument));

export const replaceRoot: StageCompiler = (argument, context) => {
  if (!isDocument(argument))
    throw new MongoError(
      40229,
      `expected an object as specification for $replaceRoot stage, got ${typeNameOf(argument)}`,
    );
  if (!('newRoot' in argument)) throw new MongoError(40231, 'no newRoot specified for the $replaceRoot stage');
  return replaceWith(argument.newRoot, context);
};

export const replaceWith: StageCompiler = (argument, { scope }) => {
  const newRoot = compileExpression(argument, scope);
  return mapping((document) => {
    const value = newRoot(document);
    if (isDocument(value)) return value;
    throw new MongoError(
      40228,
      `'newRoot' expression  must evaluate to an object, but resulting value was: ${value === undefined ? 'MISSING' : describe(value)}. Type of resulting value: '${typeNameOf(value)}'. Input document: ${describe(document)}`,
    );
  });
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

function* measured(source: Flow, memory: Memory): Generator<Document | undefined> {
  for (const document of source) {
    if (document) memory.addDocument(document);
    yield document;
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
    let given = 0;
    for (const document of source) {
      yield document;
      if (document && ++given >= most) return;
    }
  };
};

export const skip: StageCompiler = (argument) => {
  const least = countArgument('$skip', argument);
  return function* (source) {
    let seen = 0;
    for (const document of source) {
      if (!document || seen++ >= least) yield document;
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
    for (const document of source) {
      if (document) total += 1;
      else yield undefined;
    }
    if (total > 0) yield { [argument]: integerResult(total, 'int') };
  };
};

export const sample: StageCompiler = (argument, context) => {
  if (!isDocument(argument)) throw new MongoError(28745, 'the $sample stage specification must be an object');
  const size = safeIntegerOf(argument.size);
  if (size === undefined) throw new MongoError(28746, 'size argument to $sample must be a number');
  if (size <= 0) throw new MongoError(28747, 'size argument to $sample must be a positive integer');
  return function* (source) {
    const all = yield* gather(source, '$sample', context);
    const chosen = Math.min(size, all.length);
    for (let i = 0; i < chosen; i++) {
      const other = i + Math.floor(Math.random() * (all.length - i));
      const document = all[i] ?? {};
      all[i] = all[other] ?? {};
      all[other] = document;
    }
    yield* all.slice(0, chosen);
  };
};

interface Unwind {
  parts: string[];
  index: string | undefined;
  preserve: boolean;
}

/** `$unwind`: a document for each element of an array. */
export const unwind: StageCompiler = (argument) => {
  const options = readUnwind(argument);
  return function* (source) {
    for (const document of source) {
      if (document) yield* unwound(document, options);
      else yield undefined;
    }
  };
};

function* unwound(document: Document, { parts, index, preserve }: Unwind): Iterable<Document> {
  const value = fieldAt(document, parts);
  if (!Array.isArray(value)) {
    if (value !== undefined && value !== null) yield withIndex(document, index, null);
    else if (preserve) yield withIndex(document, index, null);
  } else if (value.length > 0) {
    for (const [i, element] of value.entries()) {
      yield withIndex(replaceAt(document, parts, 0, element), index, Long.fromNumber(i));
    }
  } else if (preserve) {
    yield withIndex(replaceAt(document, parts, 0, undefined), index, null);
  }
}

function fieldAt(document: Document, parts: readonly string[]): unknown {
  let value: unknown = document;
  for (const part of parts) value = isDocument(value) ? field(value, part) : undefined;
  return value;
}

function replaceAt(document: Document, parts: readonly string[], at: number, value: unknown): Document {
  const name = parts[at] ?? '';
  const child = document[name];
  const next = at === parts.length - 1 ? value : isDocument(child) ? replaceAt(child, parts, at + 1, value) : child;
  const copy = { ...document };
  if (next === undefined) Reflect.deleteProperty(copy, name);
  else setField(copy, name, next);
  return copy;
}

function withIndex(document: Document, path: string | undefined, index: unknown): Document {
  if (path === undefined) return document;
  return setAt(document, path.split('.'), index);
}

/** A copy of the document with a value at a path; missing sub-documents are created. */
export function setAt(document: Document, parts: readonly string[], value: unknown): Document {
  const [name = '', ...rest] = parts;
  const child = field(document, name);
  const next = rest.length === 0 ? value : setAt(isDocument(child) ? child : {}, rest, value);
  const copy = { ...document };
  setField(copy, name, next);
  return copy;
}

function readUnwind(argument: unknown): Unwind {
  const options = isDocument(argument) ? argument : { path: argument };
  const unknown = Object.keys(options).find(
    (name) => !['path', 'includeArrayIndex', 'preserveNullAndEmptyArrays'].includes(name),
  );
  if (unknown !== undefined) throw new MongoError(28811, `unrecognized option to $unwind stage: ${unknown}`);
  const { path, includeArrayIndex: index, preserveNullAndEmptyArrays: preserve = false } = options;
  if (path === undefined) throw new MongoError(28812, 'no path specified to $unwind stage');
  if (typeof path !== 'string') {
    throw new MongoError(28808, `expected a string as the path for $unwind stage, got ${typeNameOf(path)}`);
  }
  if (!path.startsWith('$'))
    throw new MongoError(28818, `path option to $unwind stage should be prefixed with a '$': ${path}`);
  if (typeof preserve !== 'boolean') {
    throw new MongoError(
      28809,
      `expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got ${typeNameOf(preserve)}`,
    );
  }
  if (index !== undefined && (typeof index !== 'string' || index === '')) {
    throw new MongoError(
      28810,
      `expected a non-empty string for the includeArrayIndex  option to $unwind stage, got ${typeNameOf(index)}`,
    );
  }
  if (index?.startsWith('$')) {
    throw new MongoError(
      28822,
      `includeArrayIndex option to $unwind stage should not be prefixed with a '$': ${index}`,
    );
  }
  return { parts: path.slice(1).split('.'), index, preserve: isTruthy(preserve) };
}
