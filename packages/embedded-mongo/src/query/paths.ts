import { type Document, isDocument } from './bson.js';
import { MongoError } from './error.js';

/** A parsed dotted path. `positions` contains the array index that a part may represent, or -1. */
export interface Path {
  readonly text: string;
  readonly parts: readonly string[];
  readonly positions: readonly number[];
}

export function parsePath(text: string): Path {
  const parts = text.split('.');
  return { text, parts, positions: parts.map(positionOf) };
}

/** The array index that a part of a path may represent, or -1. */
export function positionOf(part: string): number {
  return /^(0|[1-9]\d{0,9})$/.test(part) ? Number(part) : -1;
}

/** True for a name that a computed field may have. */
export function isFieldName(name: string): boolean {
  return name !== '' && !/^\$|[.\0]/.test(name);
}

/** True when a part of the path may be an array index. */
export function hasPosition(path: Path): boolean {
  return path.positions.some((position) => position >= 0);
}

/** A document's own field; properties inherited from `Object.prototype` are not fields. */
export function field(document: Document, name: string): unknown {
  const value = document[name];
  return value !== undefined && name in Object.prototype && !Object.hasOwn(document, name) ? undefined : value;
}

/** Sets a field, also one that is named `__proto__`. */
export function setField(document: Document, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(document, name, { value, writable: true, enumerable: true, configurable: true });
  } else {
    document[name] = value;
  }
}

/** Called for each value at a path. Returning true ends the walk. */
export type Visit = (value: unknown) => boolean;

/**
 * Visits all values at a filter's path, as MongoDB's matcher sees them: arrays along the path are traversed, a number
 * in the path may be an array index, and (with `expand`) a final array is visited element by element, then as a
 * whole. A missing value is visited as undefined. Returns whether a visit returned true.
 */
export function walk(document: Document, path: Path, expand: boolean, visit: Visit): boolean {
  return walkFields(document, path, 0, expand, visit);
}

function walkFields(start: Document, path: Path, from: number, expand: boolean, visit: Visit): boolean {
  let value: unknown = start;
  for (let i = from; i < path.parts.length; i++) {
    if (isDocument(value)) value = field(value, path.parts[i] ?? '');
    else if (Array.isArray(value)) return walkElements(value, path, i, expand, visit);
    else return visit(undefined);
  }
  return (expand && Array.isArray(value) && value.some((element) => visit(element))) || visit(value);
}

function walkElements(array: readonly unknown[], path: Path, i: number, expand: boolean, visit: Visit): boolean {
  const position = path.positions[i] ?? -1;
  const last = i === path.parts.length - 1;
  for (let k = 0; k < array.length; k++) {
    const element = array[k];
    if (isDocument(element) && walkFields(element, path, i, expand, visit)) return true;
    if (k !== position) continue;
    if (last) {
      if (visit(element)) return true;
    } else if (isDocument(element)) {
      if (walkFields(element, path, i + 1, expand, visit)) return true;
    } else if (Array.isArray(element)) {
      if (walkElements(element, path, i + 1, expand, visit)) return true;
    }
  }
  return false;
}

export interface IndexEntries {
  /** One tuple per index entry, in the order of the paths; missing is null, an empty array undefined. */
  keys: unknown[][];
  /** True if an array was expanded, even one with a single element. */
  multikey: boolean;
  /** False if the document has none of the paths; a sparse index then excludes it. */
  present: boolean;
}

/**
 * The entries of a document in a (compound) index over `paths`; duplicates are not removed.
 * @throws MongoError 171 if two paths go through different arrays.
 */
export function indexEntries(document: Document, paths: readonly Path[]): IndexEntries {
  const plain = plainEntry(document, paths);
  if (plain) return plain;
  const entries: IndexEntries = { keys: [], multikey: false, present: false };
  const cursors = paths.map((path): Cursor => ({ path, at: 0, value: document, done: false }));
  collectKeys(cursors, entries);
  return entries;
}

// The entry of a document without arrays at these paths; undefined if there is one.
function plainEntry(document: Document, paths: readonly Path[]): IndexEntries | undefined {
  const key = new Array<unknown>(paths.length);
  let present = false;
  for (const [at, { parts }] of paths.entries()) {
    let value = field(document, parts[0] ?? '');
    for (let i = 1; i < parts.length && !Array.isArray(value); i++) {
      value = isDocument(value) ? field(value, parts[i] ?? '') : undefined;
    }
    if (Array.isArray(value)) return undefined;
    present ||= value !== undefined;
    key[at] = value === undefined ? null : value;
  }
  return { keys: [key], multikey: false, present };
}

interface Cursor {
  path: Path;
  at: number;
  value: unknown;
  done: boolean;
}

function collectKeys(cursors: readonly Cursor[], entries: IndexEntries): void {
  let array: unknown[] | undefined;
  let arrayPath = '';
  const moved = cursors.map((cursor) => advance(cursor));
  for (const cursor of moved) {
    if (cursor.done) continue;
    const value = cursor.value as unknown[];
    if (array !== undefined && array !== value) throw parallelArrays(cursor.path, cursor.at, arrayPath);
    array = value;
    arrayPath = cursor.path.parts[cursor.at - 1] ?? '';
  }
  if (array === undefined) {
    if (moved.some((cursor) => cursor.value !== undefined)) entries.present = true;
    entries.keys.push(moved.map((cursor) => (cursor.value === undefined ? null : cursor.value)));
    return;
  }
  entries.multikey = true;
  if (array.length === 0) {
    collectEmpty(moved, entries);
    return;
  }
  for (const element of array) {
    collectKeys(
      moved.map((cursor) => (cursor.done ? cursor : intoElement(cursor, element))),
      entries,
    );
  }
}

function collectEmpty(moved: readonly Cursor[], entries: IndexEntries): void {
  entries.present = true;
  entries.keys.push(
    moved.map((cursor) => {
      if (cursor.done) return cursor.value === undefined ? null : cursor.value;
      return cursor.at === cursor.path.parts.length ? undefined : null;
    }),
  );
}

// Descends until the path ends or an array must be expanded; `done` says which.
function advance(cursor: Cursor): Cursor {
  if (cursor.done) return cursor;
  const { path } = cursor;
  let { at, value } = cursor;
  while (at < path.parts.length) {
    if (isDocument(value)) {
      value = field(value, path.parts[at] ?? '');
    } else if (Array.isArray(value)) {
      const position = path.positions[at] ?? -1;
      if (position < 0) return { path, at, value, done: false };
      refuseAmbiguous(value, path, at);
      value = (value as unknown[])[position];
    } else {
      return { path, at, value: undefined, done: true };
    }
    at++;
  }
  return { path, at, value, done: !Array.isArray(value) };
}

function intoElement(cursor: Cursor, element: unknown): Cursor {
  const { path, at } = cursor;
  if (at === path.parts.length) return { path, at, value: element, done: true };
  return isDocument(element) ? { path, at, value: element, done: false } : { path, at, value: undefined, done: true };
}

function refuseAmbiguous(array: readonly unknown[], path: Path, at: number): void {
  const name = path.parts[at] ?? '';
  if (!array.some((element) => isDocument(element) && field(element, name) !== undefined)) return;
  throw new MongoError(16746, `Ambiguous field name found in array: ${path.parts.slice(0, at + 1).join('.')}`);
}

function parallelArrays(path: Path, at: number, other: string): MongoError {
  return new MongoError(171, `cannot index parallel arrays [${path.parts[at - 1] ?? ''}] [${other}]`);
}
