import { type Document, isDocument, typeNameOf } from '../bson.js';
import { failedToParse, MongoError } from '../error.js';
import { setField } from '../paths.js';
import { leadingConditions } from './conditions.js';
import { gather, type Stage, type StageCompiler, type StageContext } from './stage.js';

/** `$facet`: several pipelines over the same documents, with their results as arrays. */
export const facet: StageCompiler = (argument, context) => {
  if (!isDocument(argument) || Object.keys(argument).length === 0) {
    throw new MongoError(40169, 'the $facet specification must be a non-empty object');
  }
  const facets = Object.entries(argument).map(([name, pipeline]): [string, Stage] => [
    name,
    compileFacet(name, pipeline, context),
  ]);
  return function* (source) {
    const documents = yield* gather(source, '$facet', context);
    const results: Document = {};
    for (const [name, run] of facets) setField(results, name, yield* gather(run(documents), '$facet', context));
    yield results;
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

/** `$unionWith`: appends another collection's documents. */
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
  const conditions = leadingConditions(pipeline, context.scope);
  return function* (source) {
    yield* source;
    const filter = conditions();
    yield* run((filter && context.find(coll, filter)) ?? context.collection(coll));
  };
};
