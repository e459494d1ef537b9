import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder } from './sort-runs.js';
import { runs } from '../testing/effort.js';

describe('inOrder', () => {
  it('returns the result of a stable sort, limited or not, for any number of runs', () => {
    const limit = fc.oneof(fc.nat(50), fc.constantFrom(999, 1000, 1001, 2500, Infinity));
    fc.assert(
      fc.property(fc.array(fc.nat(200), { maxLength: 3500, size: 'max' }), limit, (numbers, most) => {
        const items = numbers.map((number, place) => ({ number, place }));
        const order = (a: { number: number }, b: { number: number }): number => a.number - b.number;
        const sorted = [...inOrder(items, order, most)].filter((item) => item !== undefined);
        expect(sorted).toEqual([...items].sort(order).slice(0, most));
      }),
      runs(60),
    );
  });

  it('pauses where its source does, and after each run', () => {
    const items = Array.from({ length: 4500 }, (_, i) => (i % 500 === 0 ? undefined : i));
    const pauses = [...inOrder(items, (a, b) => b - a)].filter((item) => item === undefined);
    expect(pauses.length).toBe(9 + 4);
  });
});
