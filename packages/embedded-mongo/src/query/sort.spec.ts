import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import { sortCases } from './testing/cases/sort.js';
import { unsupportedSorts } from './testing/cases/unsupported.js';
import { compileSort } from './sort.js';
import { value } from './testing/arbitrary.js';
import { check, overWire, sorted } from './testing/run.js';
import { runs } from '../testing/effort.js';

const field = fc.oneof(
  fc.integer({ min: 0, max: 3 }),
  fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 3 }),
  value,
);
const documents = fc.array(fc.record({ a: field, b: fc.integer({ min: 0, max: 2 }) }, { requiredKeys: [] }), {
  maxLength: 12,
});
const specification = fc.constantFrom<Document>({ a: 1 }, { a: -1 }, { b: 1, a: -1 }, { 'a.c': 1 }, { b: -1 });

describe('compileSort', () => {
  it.each([...sortCases, ...unsupportedSorts])('$name', ({ docs, sort, expected }) => {
    const wired = overWire({ docs, sort });
    const run = () => sorted(compileSort(wired.sort), wired.docs);
    check(() => run().map((doc) => doc._id), expected);
  });

  it('is stable: equal documents keep their order', () => {
    fc.assert(
      fc.property(documents, specification, (docs, spec) => {
        const numbered = docs.map((doc, n) => ({ ...doc, n }));
        const sort = compileSort(spec);
        const inOrder = sorted(sort, numbered);
        for (let i = 1; i < inOrder.length; i++) {
          const before = inOrder[i - 1] ?? {};
          const after = inOrder[i] ?? {};
          const order = sort.compare(before, after);
          expect(order).toBeLessThanOrEqual(0);
          if (order === 0) expect(Number(before.n)).toBeLessThan(Number(after.n));
        }
      }),
      runs(100, 100),
    );
  });

  it('returns the first results if limited', () => {
    fc.assert(
      fc.property(documents, specification, fc.integer({ min: 1, max: 5 }), (docs, spec, limit) => {
        const sort = compileSort(spec);
        expect(sorted(sort, docs, limit)).toEqual(sorted(sort, docs).slice(0, limit));
      }),
      runs(100, 100),
    );
  });

  it('keeps only as much of a long list as the limit requires', () => {
    const many = Array.from({ length: 5000 }, (_, i) => ({ a: (i * 7919) % 5000 }));
    expect(sorted(compileSort({ a: 1 }), many, 3)).toEqual([{ a: 0 }, { a: 1 }, { a: 2 }]);
  });
});
