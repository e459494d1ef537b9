import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_ROTATION_DAYS, parseRotation, rotationOn } from './roster-rotation.js';

const shiftTypes = [
  { _id: 'a'.repeat(24), code: 'M' },
  { _id: 'b'.repeat(24), code: 'A' },
  { _id: 'c'.repeat(24), code: 'NA' },
];
const [morning, afternoon, night] = shiftTypes.map(({ _id }) => _id);

describe('a rotation', () => {
  it('is read by its codes, with spaces where a code has two letters', () => {
    expect(parseRotation('mmaaoo-', shiftTypes)).toEqual({
      values: [morning, morning, afternoon, afternoon, 'off', 'off', null],
    });
    expect(parseRotation(' M, NA  O ', shiftTypes)).toEqual({ values: [morning, night, 'off'] });
  });

  it.each([
    ['', 'Pattern is required'],
    ['  ', 'Pattern is required'],
    ['M', 'A pattern has at least two days'],
    ['M'.repeat(MAX_ROTATION_DAYS + 1), 'A pattern has at most 56 days'],
    ['MMXQX', 'No shift type has the code X, Q. Separate codes of two letters by spaces.'],
    ['M M NX', 'No shift type has the code NX.'],
  ])('refuses %j', (pattern, fault) => {
    expect(parseRotation(pattern, shiftTypes)).toEqual({ fault });
  });

  it('repeats itself after its length, in both directions and ahead by the offset', () => {
    const pattern = fc.array(fc.constantFrom('M', 'A', 'O', '-'), { minLength: 2, maxLength: MAX_ROTATION_DAYS });
    fc.assert(
      fc.property(
        pattern,
        fc.integer({ min: -200, max: 200 }),
        fc.integer({ min: -60, max: 60 }),
        (codes, days, offset) => {
          const rotation = parseRotation(codes.join(''), shiftTypes);
          if ('fault' in rotation) throw new Error(rotation.fault);
          const { values } = rotation;
          const dayAt = (step: number) => new Date(Date.UTC(2026, 0, 1 + step)).toISOString().slice(0, 10);
          const on = (step: number, ahead: number) => rotationOn(values, '2026-01-01', dayAt(step), ahead);
          expect(on(days, offset)).toBe(on(days + values.length, offset));
          expect(on(days, offset)).toBe(on(days + offset, 0));
          expect(on(0, 0)).toBe(values[0]);
        },
      ),
    );
  });
});
