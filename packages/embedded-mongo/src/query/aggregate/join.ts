import { type Document, isDocument, typeNameOf } from '../bson.js';
import { failedToParse, MongoError } from '../error.js';
import { compileExpression } from '../expression.js';
import { checkVariableName } from '../expression/scope.js';
import { keyString } from '../keys.js';
import { parsePath, type Path, walk } from '../paths.js';
import { setAt } from './reshape.js';
import type { Stage, StageCompiler, StageContext } from './stage.js';

interface Lookup {
  from: string | undefined;
  as: string[];
  localField: string | undefined;
  foreignField: string | undefined;
  pipeline: unknown[] | undefined;
  variables: Document;
}

/** `$lookup` by equal fields, by a pipeline with variables, or both. */
export const lookup: StageCompiler = (argument, context) => {
  const options = readLookup(argument);
  const { localField, foreignField } = options;
  const inner = context.scope.inner();
  const variables = Object.entries(options.variables).map(([name, expression]) => ({
    evaluate: compileExpression(expression, context.scope),
    set: inner.declare(checkVariableName(name)),
  }));
  const pipeline = options.pipeline && context.compile(options.pipeline, inner);
  return function* (source) {
    const foreign = lazily(() => (options.from === undefined ? [] : [...context.collection(options.from)]));
    const joined = lazily(() => indexBy(foreign(), parsePath(foreignField ?? '')));
    const local = localField === undefined ? undefined : parsePath(localField);
    for (const document of source) {
      for (const { evaluate, set } of variables) set(evaluate(document));
      const candidates = local ? partners(document, local, joined()) : foreign();
      const found = pipeline ? [...pipeline(candidates)] : candidates;
      yield setAt(document, options.as, found);
    }
  };
};

function lazily<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

function readLookup(argument: unknown): Lookup {
  if (!isDocument(argument)) {
    throw failedToParse(`the $lookup stage specification must be an object, but found ${typeNameOf(argument)}`);
  }
  const { from, as, localField, foreignField, pipeline, let: variables = {}, ...rest } = argument;
  const unknown = Object.keys(rest)[0];
  if (unknown !== undefined) throw failedToParse(`unknown argument to $lookup: ${unknown}`);
  for (const [name, value] of Object.entries({ from, as, localField, foreignField })) {
    if (value !== undefined && typeof value !== 'string') {
      throw failedToParse(`$lookup argument '${name}' must be a string, found ${typeNameOf(value)}`);
    }
  }
  if (typeof as !== 'string') throw failedToParse("must specify 'as' field for a $lookup");
  if (from === undefined && pipeline === undefined) throw failedToParse("must specify 'from' field for a $lookup");
  if (pipeline !== undefined && !Array.isArray(pipeline)) {
    throw new MongoError(14, "'pipeline' option must be specified as an array");
  }
  if ((localField === undefined) !== (foreignField === undefined)) {
    throw failedToParse("$lookup requires both or neither of 'localField' and 'foreignField' to be specified");
  }
  if (localField === undefined && pipeline === undefined) {
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  }
  if (!isDocument(variables)) {
    throw failedToParse(`$lookup argument 'let' must be an object, but found ${typeNameOf(variables)}`);
  }
  return {
    from: from as string | undefined,
    as: as.split('.'),
    localField: localField as string | undefined,
    foreignField: foreignField as string | undefined,
    pipeline,
    variables,
  };
}

type ForeignIndex = Map<string, Document[]>;

function indexBy(documents: readonly Document[], path: Path): ForeignIndex {
  const index: ForeignIndex = new Map();
  for (const document of documents) {
    for (const key of keysAt(document, path)) {
      const list = index.get(key);
      if (list) list.push(document);
      else index.set(key, [document]);
    }
  }
  return index;
}

// A missing field joins with null; an array joins by its elements, and as a whole.
function keysAt(document: Document, path: Path): Set<string> {
  const keys = new Set<string>();
  walk(document, path, true, (value) => {
    keys.add(keyString(value ?? null));
    return false;
  });
  return keys;
}

function partners(document: Document, local: Path, index: ForeignIndex): Document[] {
  const keys = localKeys(document, local);
  const [only] = keys;
  if (keys.size === 1 && only !== undefined) return index.get(only) ?? [];
  const found = new Set<Document>();
  for (const key of keys) {
    for (const partner of index.get(key) ?? []) found.add(partner);
  }
  return [...found];
}

function localKeys(document: Document, local: Path): Set<string> {
  const keys = new Set<string>();
  walk(document, local, true, (value) => {
    // The array itself follows its elements and is no value to join by.
    if (!Array.isArray(value)) keys.add(keyString(value ?? null));
    return false;
  });
  return keys;
}

/** `$facet`: several pipelines over the same documents, their results as arrays. */
export const facet: StageCompiler = (argument, context) => {
  if (!isDocument(argument) || Object.keys(argument).length === 0) {
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  }
  const facets = Object.entries(argument).map(([name, pipeline]): [string, Stage] => [
    name,
    compileFacet(name, pipeline, context),
  ]);
  return function* (source) {
    const documents = [...source];
    yield Object.fromEntries(facets.map(([name, run]) => [name, [...run(documents)]]));
  };
};

const NOT_IN_FACET = ['$facet', '$out', '$merge', '$geoNear', '$indexStats', '$collStats'];

function compileFacet(name: string, pipeline: unknown, context: StageContext): Stage {
  if (!Array.isArray(pipeline)) {
    throw new MongoError(40170, `arguments to $facet must be arrays, ${name} is type ${typeNameOf(pipeline)}`);
  }
  for (const stage of pipeline as unknown[]) {
    const stageName = isDocument(stage) ? (Object.keys(stage)[0] ?? '') : '';
    if (NOT_IN_FACET.includes(stageName)) {
      throw new MongoError(40600, `${stageName} is not allowed to be used within a $facet stage`);
    }
  }
  return context.compile(pipeline, context.scope);
}

/** `$unionWith`: another collection's documents after these. */
export const unionWith: StageCompiler = (argument, context) => {
  const options = typeof argument === 'string' ? { coll: argument } : argument;
  if (!isDocument(options)) {
    throw failedToParse(
      `the $unionWith stage specification must be an object or string, but found ${typeNameOf(argument)}`,
    );
  }
  const { coll, pipeline = [] } = options;
  if (typeof coll !== 'string')
    throw new MongoError(40414, "BSON field '$unionWith.coll' is missing but a required field");
  const run = context.compile(pipeline, context.scope);
  return function* (source) {
    yield* source;
    yield* run(context.collection(coll));
  };
};
