import { compilePipeline } from './aggregate.js';
import { type Document, isDocument } from './bson.js';
import { identical } from './compare.js';
import { failedToParse, MongoError } from './error.js';
import { compileFilter, compileMatcher } from './match.js';
import { describe } from './match/predicates.js';
import { type ArrayFilters, dollarPrefixed, Editor, type Modification } from './update/edit.js';
import { readModifications } from './update/operators.js';

export { upsertBase } from './update/upsert.js';

/** A compiled update. */
export interface Update {
  /** True if the update is a whole document that replaces the old one. */
  readonly replaces: boolean;
  /**
   * The document after the update; the identical object if nothing changed. The given document is not modified. With
   * `insert`, the document is the base of an upsert (see `upsertBase`): `$setOnInsert` applies and `_id` may be set.
   * An `_id` is never generated: if the result has none, the caller adds it.
   * @throws MongoError 66 for a change of `_id`, 28, 2 or 14 if an operator does not fit the document.
   */
  apply(document: Document, options?: { insert?: boolean }): Document;
}

export interface UpdateOptions {
  /** The conditions of `$[identifier]`. */
  arrayFilters?: readonly unknown[];
  /** The command's filter, which determines the element that `$` refers to. */
  filter?: Document;
  /** The time for `$currentDate` and `$$NOW`; defaults to the time of compilation. */
  now?: Date;
  /** The variables (`let`, or an update's `c`) for a pipeline. */
  variables?: Document;
}

/**
 * Compiles an update: operators, a replacement or a pipeline.
 * @throws MongoError 9 for anything else, 40 for conflicting paths.
 */
export function compileUpdate(update: unknown, options: UpdateOptions = {}): Update {
  const now = options.now ?? new Date();
  if (Array.isArray(update)) return pipelineUpdate(update, now, options.variables);
  if (!isDocument(update)) throw failedToParse('Update argument must be either an object or an array');
  const operators = Object.keys(update)[0]?.startsWith('$') === true;
  if (!operators) {
    if (options.arrayFilters?.length) {
      throw failedToParse('Cannot specify arrayFilters and a replacement-style update');
    }
    return replacementUpdate(update);
  }
  return operatorUpdate(update, now, options);
}

function replacementUpdate(replacement: Document): Update {
  const dollar = Object.keys(replacement).find((name) => name.startsWith('$'));
  if (dollar !== undefined) throw dollarPrefixed(dollar);
  return {
    replaces: true,
    apply: (document) => keepId(document, replacement),
  };
}

// The old _id comes first in the replacement and must not change.
function keepId(document: Document, next: Document): Document {
  const id = document._id;
  const result = id === undefined ? next : { _id: next._id ?? id, ...next };
  if (id !== undefined && !identical(result._id, id)) {
    throw new MongoError(
      66,
      `After applying the update, the (immutable) field '_id' was found to have been altered to _id: ${describe(result._id)}`,
    );
  }
  return identical(document, result) ? document : result;
}

const PIPELINE_STAGES = ['$addFields', '$set', '$project', '$unset', '$replaceRoot', '$replaceWith'];

function pipelineUpdate(pipeline: readonly unknown[], now: Date, variables: Document | undefined): Update {
  const stages = pipeline.map((stage): Document => {
    if (!isDocument(stage)) throw new MongoError(14, 'Each element of the pipeline must be an object');
    const name = Object.keys(stage)[0] ?? '';
    if (!PIPELINE_STAGES.includes(name) && name.startsWith('$')) {
      throw new MongoError(72, `${name} is not allowed to be used within an update`);
    }
    return stage;
  });
  const run = compilePipeline(stages, { now, variables, collection: () => [] });
  return {
    replaces: false,
    apply(document) {
      const [result = document] = run([document]);
      return keepId(document, result);
    },
  };
}

function operatorUpdate(update: Document, now: Date, options: UpdateOptions): Update {
  const modifications = readModifications(update, now);
  const filters = readArrayFilters(options.arrayFilters ?? [], modifications);
  const matcher = modifications.some(({ parts }) => parts.includes('$'))
    ? compileMatcher(options.filter ?? {})
    : undefined;
  return {
    replaces: false,
    apply(document, { insert = false } = {}) {
      const position = () => (matcher && !insert ? matcher.position(document) : -1);
      const editor = new Editor(document, filters, position, insert);
      let result = document;
      for (const modification of modifications) {
        if (insert || !modification.onInsert) result = editor.edit(result, modification);
      }
      if (result !== document && document._id !== undefined && !identical(result._id, document._id)) {
        const { path = '_id' } = modifications.find(({ parts }) => parts[0] === '_id') ?? {};
        throw new MongoError(66, `Performing an update on the path '${path}' would modify the immutable field '_id'`);
      }
      return result;
    },
  };
}

function readArrayFilters(filters: readonly unknown[], modifications: readonly Modification[]): ArrayFilters {
  const tests = new Map<string, (element: unknown) => boolean>();
  for (const filter of filters) {
    if (!isDocument(filter)) throw new MongoError(14, 'BSON field arrayFilters must be an array of objects');
    const identifier = identifierOf(filter);
    if (tests.has(identifier)) {
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    }
    const test = compileFilter(filter);
    tests.set(identifier, (element) => test({ [identifier]: element }));
  }
  const used = new Set<string>();
  for (const { path, parts } of modifications) {
    for (const part of parts) {
      const identifier = /^\$\[(.+)\]$/.exec(part)?.[1];
      if (identifier === undefined) continue;
      used.add(identifier);
      if (!tests.has(identifier)) {
        throw new MongoError(2, `No array filter found for identifier '${identifier}' in path '${path}'`);
      }
    }
  }
  for (const identifier of tests.keys()) {
    if (!used.has(identifier)) {
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update`);
    }
  }
  return tests;
}

function identifierOf(filter: Document): string {
  const names = new Set(topLevelNames(filter));
  const [identifier, other] = names;
  if (identifier === undefined) {
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  }
  if (other !== undefined) {
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${identifier}' and '${other}'`,
    );
  }
  if (!/^[a-z][a-zA-Z0-9]*$/.test(identifier)) {
    throw new MongoError(
      2,
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${identifier}'`,
    );
  }
  return identifier;
}

function topLevelNames(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, operand]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] ?? ''];
    return Array.isArray(operand) ? operand.filter(isDocument).flatMap(topLevelNames) : [];
  });
}
