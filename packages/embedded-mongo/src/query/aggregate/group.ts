import { Int32 } from 'bson';
import { type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues, typeRank } from '../compare.js';
import { MongoError, notImplemented } from '../error.js';
import { compileExpression, type Evaluate, type Scope } from '../expression.js';
import { keyString } from '../keys.js';
import { describe } from '../match/predicates.js';
import { safeIntegerOf } from '../number.js';
import { setField } from '../paths.js';
import { type Accumulator, ACCUMULATORS } from './accumulator.js';
import { type FedAccumulator, rankedAccumulator } from './ranked.js';
import { inOrder } from '../sort-runs.js';
import { Memory } from '../memory.js';
import { gather, PAUSE_EVERY, type Flow, type Stage, type StageCompiler, type StageContext } from './stage.js';

interface Output extends FedAccumulator {
  name: string;
  /** True if its size grows with each document. */
  keepsAll: boolean;
}

/** The approximate size of a group, and of each of its accumulators. */
const GROUP_BYTES = 32;

const KEEPS_ALL = ['$push', '$addToSet'];

interface Group {
  id: unknown;
  accumulators: Accumulator[];
}

/** `$group`: one document for each value of `_id`, in the order in which the values first appear. */
export const group: StageCompiler = (argument, context) => {
  if (!isDocument(argument)) throw new MongoError(15947, "a group's fields must be specified in an object");
  if (!('_id' in argument)) throw new MongoError(15955, 'a group specification must include an _id');
  const { _id, ...fields } = argument;
  const { scope } = context;
  return grouping('$group', compileExpression(_id, scope), readOutputs(fields, scope), context);
};

function grouping(what: string, idOf: Evaluate, outputs: readonly Output[], { memoryLimit }: StageContext): Stage {
  return function* (source) {
    const groups = new Map<string, Group>();
    const memory = new Memory(what, memoryLimit);
    for (const document of source) {
      if (!document) {
        yield undefined;
        continue;
      }
      const id = idOf(document) ?? null;
      const key = typeof id === 'string' ? `s${id}` : keyString(id);
      let found = groups.get(key);
      if (!found) {
        found = { id, accumulators: outputs.map((output) => output.create()) };
        groups.set(key, found);
        memory.add(key.length + GROUP_BYTES * (1 + outputs.length));
      }
      feed(found.accumulators, outputs, document, memory);
    }
    for (const found of groups.values()) yield finish({ _id: found.id }, outputs, found.accumulators);
  };
}

function feed(
  accumulators: readonly Accumulator[],
  outputs: readonly Output[],
  document: Document,
  memory: Memory,
): void {
  for (const [i, { evaluate, keepsAll }] of outputs.entries()) {
    const value = evaluate(document);
    if (keepsAll) memory.addDocument({ value });
    accumulators[i]?.add(value);
  }
}

function finish(target: Document, outputs: readonly Output[], accumulators: readonly Accumulator[]): Document {
  for (const [i, output] of outputs.entries()) setField(target, output.name, accumulators[i]?.result() ?? null);
  return target;
}

const UNSUPPORTED = ['$accumulator', '$median', '$percentile'];

function readOutputs(fields: Document, scope: Scope): Output[] {
  return Object.entries(fields).map(([name, value]) => {
    if (name.includes('.')) throw new MongoError(40235, `The field name '${name}' cannot contain '.'`);
    if (name.startsWith('$')) throw new MongoError(40236, `The field name '${name}' cannot be an operator name`);
    if (!isDocument(value)) throw new MongoError(40234, `The field '${name}' must be an accumulator object`);
    const [operator, other] = Object.keys(value);
    if (operator === undefined || other !== undefined) {
      throw new MongoError(40238, `The field '${name}' must specify one accumulator`);
    }
    const accumulator = accumulatorOf(operator, value[operator], scope);
    return { name, ...accumulator, keepsAll: KEEPS_ALL.includes(operator) };
  });
}

function accumulatorOf(operator: string, argument: unknown, scope: Scope): FedAccumulator {
  const ranked = rankedAccumulator(operator, argument, scope);
  if (ranked) return ranked;
  const create = Object.hasOwn(ACCUMULATORS, operator) ? ACCUMULATORS[operator] : undefined;
  if (!create) {
    if (UNSUPPORTED.includes(operator)) throw notImplemented(operator);
    throw new MongoError(15952, `unknown group operator '${operator}'`);
  }
  if (operator === '$count') {
    if (!isDocument(argument) || Object.keys(argument).length > 0) {
      throw new MongoError(9, '$count takes no arguments, i.e. $count:{}');
    }
    return { evaluate: () => null, create };
  }
  if (Array.isArray(argument)) throw new MongoError(40237, `The ${operator} accumulator is a unary operator`);
  return { evaluate: compileExpression(argument, scope), create };
}

/** `$sortByCount`: the values of an expression with their counts, the most frequent first. */
export const sortByCount: StageCompiler = (argument, context) => {
  const valid = (typeof argument === 'string' && argument.startsWith('$')) || isDocument(argument);
  if (!valid) {
    throw new MongoError(
      40149,
      'the sortByCount field must be defined as a $-prefixed path or an expression inside an object',
    );
  }
  return context.compile(
    [{ $group: { _id: argument, count: { $sum: new Int32(1) } } }, { $sort: { count: -1 } }],
    context.scope,
  );
};

const DEFAULT_OUTPUT: Document = { count: { $sum: new Int32(1) } };

/** `$bucket`: groups by boundaries; each bucket is identified by its lower boundary. */
export const bucket: StageCompiler = (argument, context) => {
  const { scope } = context;
  if (!isDocument(argument)) {
    throw new MongoError(
      40201,
      `Argument to $bucket stage must be an object, but found type: ${typeNameOf(argument)}.`,
    );
  }
  const { groupBy, boundaries, output, ...rest } = argument;
  const unknown = Object.keys(rest).find((name) => name !== 'default');
  if (unknown !== undefined) throw new MongoError(40197, `Unrecognized option to $bucket: ${unknown}.`);
  if (groupBy === undefined || boundaries === undefined) {
    throw new MongoError(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
  }
  const edges = readBoundaries(boundaries, scope);
  const valueOf = compileExpression(groupBy, scope);
  const hasDefault = 'default' in rest;
  const idOf: Evaluate = (document) => {
    const value = valueOf(document);
    const after = edges.findIndex((edge) => compareValues(value, edge) < 0);
    if (after > 0) return edges[after - 1];
    if (hasDefault) return rest.default;
    throw new MongoError(40066, '$switch could not find a matching branch for an input, and no default was specified.');
  };
  const outputs = readOutputs(isDocument(output) ? output : DEFAULT_OUTPUT, scope);
  const groups = grouping('$bucket', idOf, outputs, context);
  return function* (source) {
    const buckets = yield* gather(groups(source), '$bucket', context);
    yield* buckets.sort((a, b) => compareValues(a._id, b._id));
  };
};

function readBoundaries(boundaries: unknown, scope: Scope): unknown[] {
  if (!Array.isArray(boundaries)) {
    throw new MongoError(
      40200,
      `The $bucket 'boundaries' field must be an array, but found type: ${typeNameOf(boundaries)}.`,
    );
  }
  const edges = boundaries.map((edge: unknown) => compileExpression(edge, scope)({}));
  if (edges.length < 2) {
    throw new MongoError(
      40192,
      `The $bucket 'boundaries' field must have at least 2 values, but found ${edges.length} value(s).`,
    );
  }
  for (let i = 1; i < edges.length; i++) {
    if (typeRank(edges[i - 1]) !== typeRank(edges[i])) {
      throw new MongoError(
        40193,
        `All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting types ${typeNameOf(edges[i - 1])} and ${typeNameOf(edges[i])}.`,
      );
    }
    if (compareValues(edges[i - 1], edges[i]) >= 0) {
      throw new MongoError(
        40194,
        `The 'boundaries' option to $bucket must be sorted, but elements ${i - 1} and ${i} are not in ascending order (${describe(edges[i - 1])} is not less than ${describe(edges[i])}).`,
      );
    }
  }
  return edges;
}

/** `$bucketAuto`: divides documents evenly into a number of buckets; equal values stay together. */
export const bucketAuto: StageCompiler = (argument, { scope, memoryLimit }) => {
  if (!isDocument(argument)) {
    throw new MongoError(
      40240,
      `The argument to $bucketAuto must be an object, but found type: ${typeNameOf(argument)}.`,
    );
  }
  if ('granularity' in argument) throw notImplemented("$bucketAuto's granularity");
  const buckets = safeIntegerOf(argument.buckets);
  if (argument.groupBy === undefined || argument.buckets === undefined) {
    throw new MongoError(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
  }
  if (buckets === undefined || buckets <= 0) {
    throw new MongoError(
      40243,
      `The $bucketAuto 'buckets' field must be greater than 0, but found: ${describe(argument.buckets)}.`,
    );
  }
  const valueOf = compileExpression(argument.groupBy, scope);
  const outputs = readOutputs(isDocument(argument.output) ? argument.output : DEFAULT_OUTPUT, scope);
  return function* (source) {
    const memory = new Memory('$bucketAuto', memoryLimit);
    const rows: Row[] = [];
    for (const row of inOrder(rowsOf(source, valueOf, memory), (a, b) => compareValues(a.value, b.value))) {
      if (row) rows.push(row);
      else yield undefined;
    }
    yield* fillBuckets(rows, buckets, outputs, memory);
  };
};

interface Row {
  document: Document;
  value: unknown;
}

function* rowsOf(source: Flow, valueOf: Evaluate, memory: Memory): Generator<Row | undefined> {
  for (const document of source) {
    if (document) memory.addDocument(document);
    yield document && { document, value: valueOf(document) ?? null };
  }
}

function* fillBuckets(rows: readonly Row[], buckets: number, outputs: readonly Output[], memory: Memory): Flow {
  const size = Math.max(1, Math.round(rows.length / buckets));
  let start = 0;
  for (let made = 1; start < rows.length; made++) {
    let end = made === buckets ? rows.length : Math.min(start + size, rows.length);
    while (end < rows.length && compareValues(rows[end]?.value, rows[end - 1]?.value) === 0) end++;
    const accumulators = outputs.map((output) => output.create());
    for (let i = start; i < end; i++) {
      feed(accumulators, outputs, rows[i]?.document ?? {}, memory);
      if (i % PAUSE_EVERY === 0) yield undefined;
    }
    const max = end < rows.length ? rows[end]?.value : rows[end - 1]?.value;
    yield finish({ _id: { min: rows[start]?.value, max } }, outputs, accumulators);
    start = end;
  }
}
