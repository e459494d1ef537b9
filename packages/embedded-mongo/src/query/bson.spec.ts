import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../testing/effort.js';
import { bsonType, decode, encode, typeNameOf } from './bson.js';
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

it('numbers of JavaScript have the types that the driver gives them', () => {
  expect([1, 2 ** 31, -0, 0.5].map(typeNameOf)).toEqual(['int', 'double', 'double', 'double']);
});

it('values that BSON does not have are rejected', () => {
  expect(() => bsonType(() => 1)).toThrow('BSON has no type for a function');
});
