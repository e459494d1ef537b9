import type { Document } from '../../bson.js';

/**
 * Cases as data, so that the same tables can be run against a real mongod. Each row begins with its name and contains
 * what is expected: a result, or a failure.
 */
export interface Failure {
  code: number;
  /** MongoDB's message, if it is documented. */
  message?: string;
}

/** A failure with its message. */
export function failure(code: number, message: string): Failure {
  return { code, message };
}

export function isFailure(expected: unknown): expected is Failure {
  return typeof expected === 'object' && expected !== null && typeof (expected as Failure).code === 'number';
}

/** A filter or a sort, and the `_id`s of the documents that it finds. */
export type SearchRow = [name: string, statement: Document, expected: unknown[] | Failure];

/** Filters or sorts of the same documents. */
export interface Searches {
  docs: Document[];
  rows: SearchRow[];
}

export type ProjectionRow = [name: string, doc: Document, projection: Document, expected: Document];

/** An update of one document, whose `_id` is 1. */
export type UpdateRow = [name: string, doc: Document, update: Document, expected: Document | Failure];

/** An update that finds nothing by its filter and inserts a document. */
export type UpsertRow = [name: string, filter: Document, update: Document, expected: Document | Failure];

/** An expression and its value: `undefined` if the field would be missing. */
export type ExpressionRow = [name: string, expression: unknown, expected: unknown, doc?: Document];

export type PipelineRow = [
  name: string,
  docs: Document[],
  pipeline: Document[],
  expected: Document[] | Failure,
  collections?: Record<string, Document[]>,
];

/** Documents with an `_id`: their own, or their index in the list. */
export function numbered(docs: readonly Document[]): Document[] {
  return docs.map((doc, _id) => ({ _id, ...doc }));
}

/** Documents with one field, which some lack. */
export function of(...values: unknown[]): Document[] {
  return values.map((a) => (a === undefined ? {} : { a }));
}

/** Filters or sorts of documents whose `_id`s are their indexes in the list. */
export function over(docs: Document[], ...rows: SearchRow[]): Searches {
  return { docs: numbered(docs), rows };
}
