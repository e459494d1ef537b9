import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import { field, indexEntries, parsePath, setField } from './paths.js';

describe('indexEntries', () => {
  const entries = (doc: Document, ...paths: string[]) => indexEntries(doc, paths.map(parsePath));

  it('rejects a number that is both an index and a name', () => {
    expect(() => entries({ a: [{ 0: 1 }] }, 'a.0')).toThrow('Ambiguous field name found in array');
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
