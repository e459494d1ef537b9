import { refused } from '../../supported.js';
import type { Batches } from '../batches.js';
import { type Document, isDocument } from '../bson.js';
import { compileFilter, type Filter } from '../filter.js';
import { describe } from '../describe.js';
import { safeIntegerOf } from '../number.js';
import { isFieldName } from '../paths.js';
import { compileProjection } from '../project.js';
import { compileSort } from '../sort.js';
import { keepsFew } from '../sort-runs.js';
import { integerResult } from '../arithmetic.js';
import { measured, Memory } from '../memory.js';

/** The documents between two stages. */
export type Flow = Batches<Document>;

export type Stage = (source: Flow) => Flow;

export interface StageContext {
  /** How many bytes of BSON one stage may keep. */
  readonly memoryLimit: number;
  /** The documents of another collection of the same database that match a filter, as the command sees them. */
  find(name: string, filter: Filter): Flow;
}

export type StageCompiler = (argument: unknown, context: StageContext) => Stage;

export const match: StageCompiler = (argument) => {
  if (!isDocument(argument)) throw refused('stage', `$match: ${describe(argument)}`);
  const test = compileFilter(argument);
  return function* (source) {
    for (const batch of source) yield batch.filter(test);
  };
};

export const project: StageCompiler = (argument) => {
  if (!isDocument(argument) || Object.keys(argument).length === 0) {
    throw refused('stage', `$project: ${describe(argument)}`);
  }
  const apply = compileProjection(argument, true);
  return function* (source) {
    for (const batch of source) yield batch.map(apply);
  };
};

/** Sorts; `limit` comes from a subsequent `$limit`. */
export function sortStage(argument: unknown, { memoryLimit }: StageContext, limit?: number): Stage {
  if (!isDocument(argument) || Object.keys(argument).length === 0)
    throw refused('stage', `$sort: ${describe(argument)}`);
  const order = compileSort(argument);
  return (source) => {
    const memory = new Memory('$sort', memoryLimit);
    const documents = keepsFew(limit) ? source : measured(source, (batch) => memory.addDocuments(batch));
    return order.sorting(documents, (document) => document, limit);
  };
}

export function limitOf(argument: unknown): number {
  const limit = safeIntegerOf(argument);
  if (limit === undefined || limit < 1) throw refused('stage', `$limit: ${describe(argument)}`);
  return limit;
}

export const limit: StageCompiler = (argument) => {
  const most = limitOf(argument);
  return function* (source) {
    let left = most;
    for (const batch of source) {
      yield batch.slice(0, left);
      left -= batch.length;
      if (left <= 0) return;
    }
  };
};

export const count: StageCompiler = (argument) => {
  if (typeof argument !== 'string' || !isFieldName(argument)) throw refused('stage', `$count: ${describe(argument)}`);
  return function* (source) {
    let total = 0;
    for (const batch of source) {
      total += batch.length;
      yield [];
    }
    if (total > 0) yield [{ [argument]: integerResult(total, 'int') }];
  };
};

/** Collects all documents, pausing after each array. @throws MongoError 292 if they exceed the memory limit */
export function* gather(source: Flow, what: string, { memoryLimit }: StageContext): Generator<[], Document[]> {
  const memory = new Memory(what, memoryLimit);
  const documents: Document[] = [];
  for (const batch of source) {
    memory.addDocuments(batch);
    documents.push(...batch);
    yield [];
  }
  return documents;
}
