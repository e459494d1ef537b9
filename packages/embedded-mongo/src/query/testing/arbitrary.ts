import { Binary, Double, Int32, Long, ObjectId } from 'bson';
import fc from 'fast-check';

/** Numbers of all three types, concentrated around the limits of types: zero, 2^31, 2^53 and 2^63. */
export const number = fc.oneof(
  fc.integer({ min: -5, max: 5 }).map((value) => new Int32(value)),
  fc.integer().map((value) => new Int32(value)),
  fc.integer({ min: -5, max: 5 }).map((value) => new Double(value)),
  fc.double().map((value) => new Double(value)),
  fc
    .constantFrom(2 ** 53, 2 ** 53 + 2, -(2 ** 53), 2 ** 63, 0.1, 0.5, NaN, Infinity, -Infinity, -0, 5e-324)
    .map((value) => new Double(value)),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => Long.fromBigInt(value)),
  fc.bigInt({ min: 2n ** 53n - 3n, max: 2n ** 53n + 3n }).map((value) => Long.fromBigInt(value)),
);

const text = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.string({ unit: fc.constantFrom('a', 'b', '\0', '\ue000', '\u{10000}', 'é'), maxLength: 4 }),
);

/** Values of every type that contain no others. */
export const scalar = fc.oneof(
  { arbitrary: number, weight: 4 },
  { arbitrary: text, weight: 4 },
  fc.constantFrom(null, true, false, undefined),
  fc.date({ noInvalidDate: true }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new ObjectId(bytes)),
  fc.tuple(fc.uint8Array({ maxLength: 3 }), fc.constantFrom(0, 4, 128)).map(([bytes, type]) => new Binary(bytes, type)),
);

/** Values of every type, with a little nesting. */
export const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'value' },
    scalar,
    fc.array(tie('value'), { maxLength: 3, depthIdentifier: 'value' }),
    fc
      .dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, depthIdentifier: 'value' })
      .map((entries) => ({ ...entries })),
  ),
})).value;
