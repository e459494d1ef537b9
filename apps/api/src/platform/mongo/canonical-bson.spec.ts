import fc from 'fast-check';
import { mongo, Types } from 'mongoose';
import { canonicalBson, isFields } from './canonical-bson';

const { Binary, BSON, BSONRegExp, Decimal128, Double, Int32, Long } = mongo;

/** As stored hashes were first calculated: the form must stay the same for as long as they are stored. */
function original(document: object): Uint8Array {
  return BSON.serialize(canonical(document) as Record<string, unknown>);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one) ?? null);
  if (!isFields(value)) return value;
  const sorted: Record<string, unknown> = {};
  for (const name of Object.keys(value).sort()) {
    const part = value[name];
    if (part !== null && part !== undefined) sorted[name] = canonical(part);
  }
  return sorted;
}

const number = fc.oneof(
  fc.integer(),
  fc.double(),
  fc.maxSafeInteger(),
  fc.constantFrom(-0, 0, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, NaN, Infinity, Number.MAX_SAFE_INTEGER + 2),
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 90 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)) }),
);
const usual = fc.oneof(
  number,
  text,
  fc.boolean(),
  fc.constantFrom(null, undefined),
  fc.date({ noInvalidDate: false }),
  fc.uint8Array({ minLength: 12, maxLength: 12 }).map((bytes) => new Types.ObjectId(bytes)),
);
const unusual = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  fc.uint8Array().map((bytes) => new Binary(bytes, 4)),
  fc.maxSafeInteger().map((value) => Long.fromNumber(value)),
  number.map((value) => new Double(value)),
  fc.integer().map((value) => new Int32(value)),
  fc.constantFrom(
    /a+/i,
    new BSONRegExp('a', 'i'),
    Decimal128.fromString('1.5'),
    new Map([['b', 1]]),
    () => 1,
    Symbol('s'),
  ),
);
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '_id',
    'name',
    'Name',
    '10',
    '9',
    '01',
    '1a',
    'é',
    '😀',
    '',
    '$ref',
    '$id',
    'a.b',
    'length',
  ),
  fc.string({ unit: 'binary' }).filter((one) => !one.includes('\0')),
);
const { document } = fc.letrec<{ document: Record<string, unknown>; value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    { arbitrary: usual, weight: 6 },
    { arbitrary: unusual, weight: 1 },
    { arbitrary: fc.array(tie('value'), { maxLength: 12 }), weight: 2 },
    { arbitrary: tie('document'), weight: 3 },
  ),
  document: fc.dictionary(name, tie('value'), { noNullPrototype: true, maxKeys: 10 }),
}));

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

describe('the canonical form', () => {
  it('is that of the hashes that were stored first, for any document', () => {
    fc.assert(
      fc.property(document, (one) => {
        expect(hex(canonicalBson({ one }))).toBe(hex(original({ one })));
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same for the document as the database returns it', () => {
    fc.assert(
      fc.property(document, (one) => {
        const stored = BSON.deserialize(BSON.serialize({ one }));
        expect(hex(canonicalBson(stored))).toBe(hex(original(stored)));
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['large', { text: 'é'.repeat(100_000), list: Array.from({ length: 6_000 }, (_, index) => index) }],
    ['nested in lists', { list: [[{ b: [], a: {} }], [null, undefined, [undefined]]] }],
    ['with names that JavaScript treats in its own way', JSON.parse('{"a":{"__proto__":{"b":1},"2":1,"1":2},"z":1}')],
  ])('is the same for a document that is %s', (_, one: object) => {
    expect(hex(canonicalBson(one))).toBe(hex(original(one)));
  });
});
