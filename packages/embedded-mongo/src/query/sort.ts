import type { Batches } from './batches.js';
import type { Document } from './bson.js';
import { describe } from './describe.js';
import { compareValues } from './compare.js';
import { refused } from '../supported.js';
import { badValue, MongoError } from './error.js';
import { isNumeric, toDouble } from './number.js';
import { indexEntries, parsePath, type Path } from './paths.js';
import { inOrder } from './sort-runs.js';

/** A sort order, compiled from a specification such as `{ name: 1, 'address.city': -1 }`. */
export interface Sort {
  /** Orders two documents; 0 if the sort considers them equal. */
  compare(a: Document, b: Document): number;
  /** Sorts items by their documents; optionally only the first `limit`. Equal documents keep their original order. */
  sorting<T>(batches: Batches<T>, documentOf: (item: T) => Document, limit?: number): Generator<readonly T[]>;
}

interface Part {
  path: Path;
  direction: 1 | -1;
}

interface Keyed<T> {
  key: readonly unknown[];
  item: T;
}

/**
 * Compiles a sort specification. An array sorts by its least element when ascending, by its greatest when descending;
 * a missing field sorts as null, an empty array before null.
 * @throws MongoError 238 for a direction other than 1 and -1.
 */
export function compileSort(specification: Document): Sort {
  const parts = Object.entries(specification).map(([path, value]): Part => ({
    path: parsePath(requirePath(path)),
    direction: directionOf(path, value),
  }));
  const paths = parts.map((part) => part.path);

  const compareKeys = (a: readonly unknown[], b: readonly unknown[]): number => {
    for (let i = 0; i < parts.length; i++) {
      const order = compareValues(a[i], b[i]);
      if (order !== 0) return parts[i]?.direction === 1 ? order : -order;
    }
    return 0;
  };

  const keyOf = (document: Document): readonly unknown[] => {
    const { keys } = sortEntries(document, paths);
    return keys.reduce((least, key) => (compareKeys(key, least) < 0 ? key : least));
  };

  const order = (a: Keyed<unknown>, b: Keyed<unknown>): number => compareKeys(a.key, b.key);

  function* sorting<T>(
    batches: Batches<T>,
    documentOf: (item: T) => Document,
    limit?: number,
  ): Generator<readonly T[]> {
    const keyed = withKeys(batches, (item) => keyOf(documentOf(item)));
    for (const batch of inOrder(keyed, order, limit)) yield batch.map(({ item }) => item);
  }

  return {
    compare: (a, b) => compareKeys(keyOf(a), keyOf(b)),
    sorting,
  };
}

function* withKeys<T>(batches: Batches<T>, keyOf: (item: T) => readonly unknown[]): Generator<readonly Keyed<T>[]> {
  for (const batch of batches) yield batch.map((item) => ({ key: keyOf(item), item }));
}

function sortEntries(document: Document, paths: readonly Path[]) {
  try {
    return indexEntries(document, paths);
  } catch (error) {
    if (error instanceof MongoError && error.code === 171) {
      throw badValue('cannot sort with keys that are parallel arrays');
    }
    throw error;
  }
}

function requirePath(path: string): string {
  if (path.split('.').includes('') || path.startsWith('$')) throw refused('sort', path);
  return path;
}

function directionOf(path: string, value: unknown): 1 | -1 {
  const direction = isNumeric(value) ? toDouble(value) : 0;
  if (direction === 1 || direction === -1) return direction;
  throw refused('sort', `${path}: ${describe(value)}`);
}
