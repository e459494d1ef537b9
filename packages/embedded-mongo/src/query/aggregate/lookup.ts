import { type Document, isDocument, typeNameOf } from '../bson.js';
import { failedToParse, MongoError } from '../error.js';
import { compileExpression } from '../expression.js';
import { checkVariableName } from '../expression/scope.js';
import { leadingConditions } from './conditions.js';
import { FieldJoin } from './field-join.js';
import { setAt } from './reshape.js';
import { gather, type StageCompiler } from './stage.js';

interface Lookup {
  from: string | undefined;
  as: string[];
  localField: string | undefined;
  foreignField: string | undefined;
  pipeline: unknown[] | undefined;
  variables: Document;
}

/** `$lookup` by equal fields, by a pipeline with variables, or by both. */
export const lookup: StageCompiler = (argument, context) => {
  const options = readLookup(argument);
  const { from, localField, foreignField } = options;
  const inner = context.scope.inner();
  const variables = Object.entries(options.variables).map(([name, expression]) => ({
    evaluate: compileExpression(expression, context.scope),
    set: inner.declare(checkVariableName(name)),
  }));
  const pipeline = options.pipeline && context.compile(options.pipeline, inner);
  const conditions = leadingConditions(options.pipeline ?? [], inner);
  return function* (source) {
    const join =
      from === undefined || localField === undefined || foreignField === undefined
        ? undefined
        : new FieldJoin(from, localField, foreignField, context);
    let all: Document[] | undefined;
    for (const document of source) {
      if (!document) {
        yield undefined;
        continue;
      }
      for (const { evaluate, set } of variables) set(evaluate(document));
      const filter = conditions();
      const found = join
        ? yield* join.joinedDocuments(document, filter)
        : ((from !== undefined && filter ? context.find(from, filter) : undefined) ??
          (all ??= from === undefined ? [] : yield* gather(context.collection(from), '$lookup', context)));
      yield setAt(document, options.as, yield* gather(pipeline ? pipeline(found) : found, '$lookup', context));
    }
  };
};

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
