import { EJSON } from 'bson';
import { expect } from 'vitest';
import { type Document, decode, encode } from '../bson.js';
import { type Failure, isFailure } from './cases/case.js';
import type { PipelineContext } from '../aggregate.js';
import { MongoError } from '../error.js';
import { compileFilter, type Filter } from '../filter.js';

/** A value after a round trip over the wire: with the types that the driver gives it. */
export function overWire<T extends Document>(document: T): T {
  return decode(encode(document)) as T;
}

/** A value with all its types, for comparison. */
export function canonical(value: unknown): string {
  return EJSON.stringify(overWire({ value }), { relaxed: false });
}

/** Compares the result of a case with what it expects. */
export function check(run: () => unknown, expected: unknown): void {
  if (isFailure(expected)) checkFailure(run, expected);
  else expect(canonical(run())).toBe(canonical(expected));
}

function checkFailure(run: () => unknown, expected: Failure): void {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(MongoError);
  const { code, message } = thrown as MongoError;
  expect({ code, message }).toEqual({ code: expected.code, message: expected.message ?? message });
}

/** What a pipeline needs, with the documents of other collections in memory. */
export function contextOf(collections: Record<string, Document[]> = {}, memoryLimit?: number): PipelineContext {
  const find = (name: string, filter: Filter): Document[] => (collections[name] ?? []).filter(compileFilter(filter));
  return memoryLimit === undefined ? { find } : { find, memoryLimit };
}
