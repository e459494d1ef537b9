import { Double, Int32, Long } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareValues } from './compare.js';
import { encodeKey, keyString } from './keys.js';
import { valueEnd } from './key-values.js';
import { number, value } from './testing/arbitrary.js';
import { runs } from '../testing/effort.js';

const sign = (order: number) => Math.sign(order);
const byBytes = (a: readonly unknown[], b: readonly unknown[], directions?: readonly number[]) =>
  sign(Buffer.compare(encodeKey(a, directions), encodeKey(b, directions)));

describe('encodeKey', () => {
  it('orders any two values as compareValues does', () => {
    fc.assert(
      fc.property(value, value, (a, b) => {
        expect(byBytes([a], [b])).toBe(sign(compareValues(a, b)));
      }),
      runs(3000),
    );
  });

  it('orders any two numbers exactly, whatever their types', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        expect(byBytes([a], [b])).toBe(sign(compareValues(a, b)));
      }),
      runs(5000),
    );
  });

  it('orders tuples by their first difference, each in its direction', () => {
    const tuple = fc.tuple(value, value);
    const directions = fc.tuple(fc.constantFrom(1, -1), fc.constantFrom(1, -1));
    fc.assert(
      fc.property(tuple, tuple, directions, (a, b, [first, second]) => {
        const expected = sign(compareValues(a[0], b[0])) * first || sign(compareValues(a[1], b[1])) * second;
        expect(byBytes(a, b, [first, second])).toBe(expected + 0);
      }),
      runs(2000),
    );
  });

  it.each([
    [[new Int32(5), new Double(5), Long.fromNumber(5), 5]],
    [[new Double(-0), new Int32(0)]],
    [[new Double(NaN), NaN]],
    [[Long.fromString('9007199254740994'), new Double(9007199254740994)]],
  ])('gives equal numbers equal bytes: %s', (numbers) => {
    expect(new Set(numbers.map(keyString)).size).toBe(1);
  });
});

describe('valueEnd', () => {
  it('separates the values of a tuple', () => {
    const tuple = fc.array(fc.tuple(value, fc.constantFrom(1, -1)), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(tuple, (parts) => {
        const directions = parts.map(([, direction]) => direction);
        const key = encodeKey(
          parts.map(([one]) => one),
          directions,
        );
        let at = 0;
        for (const [one, direction] of parts) {
          const end = valueEnd(key, at, direction === -1);
          expect(key.subarray(at, end)).toEqual(encodeKey([one], [direction]));
          at = end;
        }
        expect(at).toBe(key.length);
      }),
      runs(3000),
    );
  });
});

describe('compareValues', () => {
  it('is a total order', () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(sign(compareValues(a, b))).toBe(-sign(compareValues(b, a)) + 0);
        if (compareValues(a, b) <= 0 && compareValues(b, c) <= 0) expect(compareValues(a, c)).toBeLessThanOrEqual(0);
      }),
      runs(2000),
    );
  });
});
