import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inBatches } from './batches.js';
import { inOrder } from './sort-runs.js';
import { runs } from '../testing/effort.js';

describe('inOrder', () => {
  it('returns the result of a stable sort, limited or not, for any number of runs', () => {
    const limit = fc.oneof(fc.nat(50), fc.constantFrom(999, 1000, 1001, 2500, Infinity));
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 3500, size: 'max' }), limit, (numbers, most) => {
        const items = numbers.map((number, place) => ({ number, place }));
        const order = (a: { number: number }, b: { number: number }): number => a.number - b.number;
        const sorted = [...inOrder(inBatches(items), order, most)].flat();
        expect(sorted).toEqual([...items].sort(order).slice(0, most));
      }),
      runs(60),
    );
  });

  it('pauses where its source does, and while it merges runs', () => {
    const items = Array.from({ length: 4500 }, (_, i) => (i % 100 === 0 ? undefined : i));
    const pauses = [...inOrder(inBatches(items), (a, b) => b - a)].filter((batch) => batch.length === 0);
    expect(pauses.length).toBeGreaterThan(45);
  });
});
