import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import { field, indexEntries, parsePath, setField } from './paths.js';
import { indexValues } from './testing/run.js';

describe('indexValues', () => {
  it.each<[string, Document, string, unknown[]]>([
    ['a value', { a: 1 }, 'a', [1]],
    ['a missing field', {}, 'a', [null]],
    ['null', { a: null }, 'a', [null]],
    ['the elements of an array', { a: [1, 2] }, 'a', [1, 2]],
    ['an array in an array as it is', { a: [[1, 2]] }, 'a', [[1, 2]]],
    ['an empty array', { a: [] }, 'a', [undefined]],
    ['a dotted path', { a: { b: 1 } }, 'a.b', [1]],
    ['a dotted path through an array', { a: [{ b: 1 }, { b: 2 }] }, 'a.b', [1, 2]],
    ['arrays on two levels', { a: [{ b: [1, 2] }, { b: 3 }] }, 'a.b', [1, 2, 3]],
    ['elements without the field', { a: [{ b: 1 }, {}, 5] }, 'a.b', [1, null, null]],
    ['an empty array on the way', { a: [] }, 'a.b', [null]],
    ['a path through a number', { a: 5 }, 'a.b', [null]],
    ['a place in an array', { a: [1, 2] }, 'a.1', [2]],
    ['a place beyond the end', { a: [1] }, 'a.5', [null]],
    ['a place and a field', { a: [{ b: 1 }, { b: 2 }] }, 'a.1.b', [2]],
  ])('gives %s', (_name, doc, path, expected) => {
    expect(indexValues(doc, path)).toEqual(expected);
  });

  it('rejects a number that is both an index and a name', () => {
    expect(() => indexValues({ a: [{ 0: 1 }] }, 'a.0')).toThrow('Ambiguous field name found in array');
  });
});

describe('indexEntries', () => {
  const entries = (doc: Document, ...paths: string[]) => indexEntries(doc, paths.map(parsePath));

  it('pairs the elements of one array with the other fields', () => {
    expect(entries({ a: [1, 2], b: 'x' }, 'a', 'b').keys).toEqual([
      [1, 'x'],
      [2, 'x'],
    ]);
  });

  it('takes two fields of one array from the same element', () => {
    expect(entries({ a: [{ x: 1, y: 2 }, { x: 3 }] }, 'a.x', 'a.y').keys).toEqual([
      [1, 2],
      [3, null],
    ]);
  });

  it('refuses two arrays', () => {
    expect(() => entries({ a: [1], b: [2] }, 'a', 'b')).toThrow('cannot index parallel arrays [b] [a]');
  });

  it('reports whether an array was expanded, and whether the path exists', () => {
    expect(entries({ a: [1] }, 'a')).toMatchObject({ multikey: true, present: true });
    expect(entries({ a: 1 }, 'a', 'b')).toMatchObject({ multikey: false, present: true });
    expect(entries({ c: 1 }, 'a', 'b')).toMatchObject({ multikey: false, present: false });
    expect(entries({ a: null }, 'a')).toMatchObject({ present: true });
  });
});

describe('field', () => {
  it('does not see inherited properties', () => {
    expect(field({}, 'constructor')).toBeUndefined();
    expect(field({}, '__proto__')).toBeUndefined();
    expect(field({ toString: 5 }, 'toString')).toBe(5);
  });

  it('reads back a field of any name', () => {
    const document: Document = {};
    setField(document, '__proto__', 5);
    expect(field(document, '__proto__')).toBe(5);
    expect(Object.getPrototypeOf(document)).toBe(Object.prototype);
  });
});
