import { Int32 } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import { type Bound, filterBounds as boundsOf, filterImplies as implies } from './bounds.js';
import { compareValues } from './compare.js';
import { compileFilter, parseFilter } from './filter.js';
import { indexEntries, parsePath } from './paths.js';
import { value } from './testing/arbitrary.js';
import { indexValues } from './testing/run.js';
import { repetitions, runs } from '../testing/effort.js';

const filterBounds = (filter: Document, field: string, multikey: boolean): Bound[] | null =>
  boundsOf(parseFilter(filter), field, multikey);
const filterImplies = (filter: Document, partialFilter: Document): boolean =>
  implies(parseFilter(filter), parseFilter(partialFilter));

const small = fc.oneof(
  fc.integer({ min: 0, max: 2 }).map((number) => new Int32(number)),
  fc.constantFrom('a', 'ab', null, undefined),
);
const leaf = fc.oneof({ arbitrary: small, weight: 12 }, value);
const arrayOf = (items: fc.Arbitrary<unknown>) => fc.array(items, { maxLength: 3 });
const inner = fc.oneof(leaf, arrayOf(leaf), fc.record({ b: leaf }), fc.record({ b: arrayOf(leaf) }));
const document: fc.Arbitrary<Document> = fc.oneof(fc.record({ a: fc.oneof(inner, arrayOf(inner)) }), fc.constant({}));

const documents = fc.array(document, { maxLength: 12 });

const operand = fc.oneof({ arbitrary: leaf, weight: 5 }, arrayOf(leaf)).filter((item) => item !== undefined);
const list = fc.array(operand, { maxLength: 3 });
const comparison = fc
  .tuple(fc.constantFrom('$eq', '$gt', '$gte', '$lt', '$lte'), operand)
  .map(([name, item]): Document => ({ [name]: item }));
const condition: fc.Arbitrary<Document> = fc.oneof(
  comparison,
  fc.tuple(comparison, comparison).map(([first, second]) => ({ ...first, ...second })),
  list.map((items) => ({ $in: items })),
  comparison.map((inside) => ({ $elemMatch: { b: inside } })),
  fc.constantFrom({ $regex: '^a' }, { $regex: '^a', $options: 'i' }, { $regex: '^ab?' }, { $regex: '^a|b' }),
  fc.constantFrom({ $exists: true }, { $type: 'string' }, { $ne: null }, { $size: 1 }),
);
const path = fc.constantFrom('a', 'a', 'a.b', 'a.b', 'a.0', 'a.0.b');

/** A filter, or undefined if the random operand is rejected (such as a regular expression in a comparison). */
function compiled(filter: Document): ((doc: Document) => boolean) | undefined {
  try {
    return compileFilter(filter);
  } catch {
    return undefined;
  }
}

function holds(bounds: readonly Bound[], item: unknown): boolean {
  return bounds.some(({ low, high }) => {
    const [fromLow, fromHigh] = [compareValues(item, low.value), compareValues(item, high.value)];
    return (fromLow > 0 || (fromLow === 0 && !low.after)) && (fromHigh < 0 || (fromHigh === 0 && high.after));
  });
}

describe('filterBounds', () => {
  it('include an index entry of every matching document', () => {
    let matched = 0;
    fc.assert(
      fc.property(documents, path, fc.array(condition, { minLength: 1, maxLength: 2 }), (docs, field, conditions) => {
        const filter = { $and: conditions.map((item) => ({ [field]: item })) };
        const test = compiled(filter);
        if (!test) return;
        for (const doc of docs.filter(test)) {
          const { keys } = indexEntries(doc, [parsePath(field)]);
          const bounds = filterBounds(filter, field, keys.length > 1);
          if (!bounds) return;
          matched++;
          expect(indexValues(doc, field).some((item) => holds(bounds, item))).toBe(true);
        }
      }),
      runs(8000),
    );
    expect(matched).toBeGreaterThan(repetitions(300));
  });

  it('include the entry of an array that starts with an empty array', () => {
    for (const list of [[], [null], [undefined]]) {
      const filter = { a: { $in: [list] } };
      expect(compileFilter(filter)({ a: list })).toBe(true);
      const bounds = filterBounds(filter, 'a', true) ?? [];
      expect(indexValues({ a: list }, 'a').some((item) => holds(bounds, item))).toBe(true);
    }
  });

  it('of a prefix end before the strings that begin otherwise, also after the greatest code point', () => {
    const bounds = filterBounds({ a: { $regex: '^ab\u{10ffff}' } }, 'a', false) ?? [];
    const held = ['ab', 'ab\u{10ffff}', 'ab\u{10ffff}z', 'ac'].map((item) => holds(bounds, item));
    expect(held).toEqual([false, true, true, false]);
  });
});

describe('filterImplies', () => {
  it('never claims an implication that a document refutes', () => {
    let implied = 0;
    fc.assert(
      fc.property(documents, path, condition, condition, (docs, field, given, wanted) => {
        const filter = { [field]: given };
        const partial = { [field]: wanted };
        const test = compiled(filter);
        const wantedTest = compiled(partial);
        if (!test || !wantedTest || !filterImplies(filter, partial)) return;
        for (const doc of docs.filter(test)) {
          implied++;
          expect(wantedTest(doc)).toBe(true);
        }
      }),
      runs(8000),
    );
    expect(implied).toBeGreaterThan(repetitions(10));
  });

  it.each<[Document, Document, boolean]>([
    [{ a: 5 }, { a: { $exists: true } }, true],
    [{ a: 5 }, { a: { $gt: 3 } }, true],
    [{ a: { $gt: 5 } }, { a: { $gt: 3 } }, true],
    [{ a: { $gte: 3 } }, { a: { $gt: 3 } }, false],
    [{ a: { $gt: 5 }, b: 1 }, { a: { $gt: 3 }, b: 1 }, true],
    [{ b: 1 }, { a: { $exists: true } }, false],
    [{ a: null }, { a: { $exists: true } }, false],
    [{ email: 'x' }, { email: { $type: 'string' } }, true],
    [{ a: { $in: [4, 5] } }, { a: { $gt: 3 } }, true],
    [{ a: { $in: [2, 5] } }, { a: { $gt: 3 } }, false],
    [{ deletedAt: null }, { deletedAt: null }, true],
    [{ state: 'open' }, { $or: [{ state: 'open' }, { state: 'new' }] }, true],
  ])('%j implies %j: %s', (filter, partial, expected) => {
    expect(filterImplies(filter, partial)).toBe(expected);
  });
});
