import type { Document } from '../../bson.js';

/**
 * Cases as data, so that the same tables can be run against a real mongod: insert `docs`, send the command, compare
 * the reply (or the error's code) with `expected`. Documents without an `_id` get their index in the list.
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

export interface FilterCase {
  name: string;
  docs: Document[];
  filter: Document;
  /** The `_id`s that `find(filter)` returns, in insertion order. */
  expected: unknown[] | Failure;
}

export interface SortCase {
  name: string;
  docs: Document[];
  sort: Document;
  /** The `_id`s in the order of `find().sort(sort)`. */
  expected: unknown[] | Failure;
}

export interface ProjectionCase {
  name: string;
  doc: Document;
  filter?: Document;
  projection: Document;
  expected: Document | Failure;
}

export interface UpdateCase {
  name: string;
  /** Omitted for an upsert that matches nothing. */
  doc?: Document;
  filter?: Document;
  update: Document;
  expected: Document | Failure;
}

export interface PipelineCase {
  name: string;
  docs: Document[];
  collections?: Record<string, Document[]>;
  pipeline: Document[];
  expected: Document[] | Failure;
}

export interface ExpressionCase {
  name: string;
  doc?: Document;
  expression: unknown;
  /** The value of the expression; `undefined` if the field would be missing. */
  expected: unknown;
}

export function isFailure(expected: unknown): expected is Failure {
  return typeof expected === 'object' && expected !== null && typeof (expected as Failure).code === 'number';
}

/** Documents with an `_id`: their own, or their index in the list. */
export function numbered(docs: readonly Document[]): Document[] {
  return docs.map((doc, _id) => ({ _id, ...doc }));
}

/** Cases over the same documents, whose `_id`s are their indexes. */
export function filtersOver(
  docs: Document[],
  ...cases: [name: string, filter: Document, expected: unknown[] | Failure][]
): FilterCase[] {
  const list = numbered(docs);
  return cases.map(([name, filter, expected]) => ({ name, docs: list, filter, expected }));
}

type UpdateRow = [name: string, doc: Document, update: Document, expected: Document | Failure];

/** Cases of updates to one document. */
export function updates(...rows: UpdateRow[]): UpdateCase[] {
  return rows.map(([name, doc, update, expected]) => ({ name, doc, update, expected }));
}

type UpsertRow = [name: string, filter: Document, update: Document, expected: Document | Failure];

/** Cases of updates that match nothing and insert. */
export function upserts(...rows: UpsertRow[]): UpdateCase[] {
  return rows.map(([name, filter, update, expected]) => ({ name, filter, update, expected }));
}

type ExpressionRow = [name: string, expression: unknown, expected: unknown, doc?: Document];

/** Cases of expressions, most of them without a document. */
export function expressions(...rows: ExpressionRow[]): ExpressionCase[] {
  return rows.map(([name, expression, expected, doc]) => ({ name, expression, expected, doc }));
}

type PipelineRow = [
  name: string,
  docs: Document[],
  pipeline: Document[],
  expected: Document[] | Failure,
  collections?: Record<string, Document[]>,
];

/** Cases of pipelines. */
export function pipelines(...rows: PipelineRow[]): PipelineCase[] {
  return rows.map(([name, docs, pipeline, expected, collections]) => ({ name, docs, pipeline, expected, collections }));
}
