import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/effort.js';
import { bsonType, decode, encode } from './bson.js';
import { value } from './testing/arbitrary.js';

it('a document is decoded and encoded again without a change', () => {
  fc.assert(
    fc.property(fc.oneof(value, fc.integer(), fc.double()), (one) => {
      const bytes = encode({ value: one });
      expect(Buffer.compare(encode(decode(bytes)), bytes)).toBe(0);
    }),
    runs(3000),
  );
});

it('values that BSON does not have are rejected', () => {
  expect(() => bsonType(() => 1)).toThrow('BSON has no type for a function');
});
