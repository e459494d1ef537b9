import { type Document, isDocument } from '../bson.js';
import { field, type Path, walk } from '../paths.js';
import type { Predicate } from './predicates.js';

/** A compiled filter, or a part of one. */
export interface Matcher {
  test(document: Document): boolean;
  /**
   * The index of the array element that made the document match, for the positional operators; -1 if there is none.
   * Only called for matching documents.
   */
  position(document: Document): number;
}

const NOWHERE = (): number => -1;

/** Matches if a value at the path passes; for a final array, its elements are tested, then the array itself. */
export function onValues(path: Path, predicate: Predicate): Matcher {
  return { test: valueTest(path, predicate), position: positionOf(path, true, predicate) };
}

/** Matches if the value at the path passes; for a final array, only the array itself is tested. */
export function onWhole(path: Path, predicate: Predicate): Matcher {
  return {
    test: (document) => walk(document, path, false, predicate),
    position: positionOf(path, false, predicate),
  };
}

function valueTest(path: Path, predicate: Predicate): (document: Document) => boolean {
  if (path.parts.length > 1) return (document) => walk(document, path, true, predicate);
  const name = path.text;
  return (document) => {
    const value = field(document, name);
    return Array.isArray(value) ? value.some((element) => predicate(element)) || predicate(value) : predicate(value);
  };
}

function positionOf(path: Path, expand: boolean, predicate: Predicate): Matcher['position'] {
  return (document) => {
    let found = -1;
    walk(document, path, expand, (value, offset) => {
      if (!predicate(value)) return false;
      found = offset;
      return true;
    });
    return found;
  };
}

/** `$elemMatch`: an array with an element that passes. */
export function onElement(path: Path, predicate: Predicate): Matcher {
  const passes = (value: unknown) => Array.isArray(value) && value.some((element) => predicate(element));
  return {
    test: (document) => walk(document, path, false, passes),
    position(document) {
      let found = -1;
      walk(document, path, false, (value, offset) => {
        if (!passes(value)) return false;
        found = offset >= 0 ? offset : (value as unknown[]).findIndex((element) => predicate(element));
        return true;
      });
      return found;
    },
  };
}

/**
 * The documents that an `$elemMatch` with field conditions tests: sub-documents, and arrays with their indexes as
 * names.
 */
export function asDocument(element: unknown): Document | undefined {
  if (isDocument(element)) return element;
  return Array.isArray(element) ? Object.fromEntries(element.entries()) : undefined;
}

export function always(result: boolean): Matcher {
  return { test: () => result, position: NOWHERE };
}

export function whenTrue(test: (document: Document) => boolean): Matcher {
  return { test, position: NOWHERE };
}

export function not(matcher: Matcher): Matcher {
  return { test: (document) => !matcher.test(document), position: NOWHERE };
}

export function all(matchers: readonly Matcher[]): Matcher {
  const [first, second] = matchers;
  if (first === undefined) return always(true);
  if (second === undefined) return first;
  const test =
    matchers.length === 2
      ? (document: Document) => first.test(document) && second.test(document)
      : (document: Document) => matchers.every((matcher) => matcher.test(document));
  return {
    test,
    position: (document) =>
      matchers.reduce((found, matcher) => {
        const position = matcher.position(document);
        return position >= 0 ? position : found;
      }, -1),
  };
}

export function any(matchers: readonly Matcher[]): Matcher {
  return {
    test: (document) => matchers.some((matcher) => matcher.test(document)),
    position: (document) => matchers.find((matcher) => matcher.test(document))?.position(document) ?? -1,
  };
}
