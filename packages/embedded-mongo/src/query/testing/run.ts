import { EJSON } from 'bson';
import { type Document, decode, encode } from '../bson.js';
import { compilePipeline, type PipelineContext } from '../aggregate.js';
import { compileFilter, type Filter } from '../filter.js';
import { indexEntries, parsePath } from '../paths.js';

/** A value after a round trip over the wire: with the types that the driver gives it. */
function overWire<T extends Document>(document: T): T {
  return decode(encode(document)) as T;
}

/** A value with all its types, for comparison. */
export function canonical(value: unknown): string {
  return EJSON.stringify(overWire({ value }), { relaxed: false });
}

/** What a pipeline needs, with the documents of other collections in memory. */
export function contextOf(collections: Record<string, Document[]> = {}, memoryLimit?: number): PipelineContext {
  const find = (name: string, filter: Filter): Document[] => (collections[name] ?? []).filter(compileFilter(filter));
  return memoryLimit === undefined ? { find } : { find, memoryLimit };
}

/** Runs a pipeline over documents. */
export function* runPipeline(
  pipeline: readonly unknown[],
  source: Iterable<Document>,
  context: PipelineContext,
): Generator<Document> {
  for (const batch of compilePipeline(pipeline, context)(source)) yield* batch;
}

/** The values of a document at one path of an index. Missing is `[null]`, an empty array `[undefined]`. */
export function indexValues(document: Document, path: string): unknown[] {
  return indexEntries(document, [parsePath(path)]).keys.map((key) => key[0]);
}
