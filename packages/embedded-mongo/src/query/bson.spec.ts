import { Binary, BSONRegExp, Double, Int32, Long, ObjectId, UUID } from 'bson';
import { describe, expect, it } from 'vitest';
import { bsonType, decode, encode, typeNameOf } from './bson.js';

const samples: [string, unknown][] = [
  ['double', new Double(1)],
  ['string', 'x'],
  ['object', { a: 1 }],
  ['array', [1]],
  ['binData', new Binary(Buffer.from('x'), 128)],
  ['binData', new UUID('0a1b2c3d-0000-4000-8000-000000000001')],
  ['objectId', new ObjectId('64b000000000000000000001')],
  ['bool', true],
  ['date', new Date(5)],
  ['null', null],
  ['regex', new BSONRegExp('a', 'i')],
  ['int', new Int32(1)],
  ['long', Long.fromNumber(1)],
  ['int', 1],
  ['double', 2147483648],
  ['double', -0],
  ['double', 0.5],
];

describe('decode and encode', () => {
  it.each(samples)('keep a value of type %s', (name, value) => {
    expect(typeNameOf(value)).toBe(name);
    const bytes = encode({ value });
    const document = decode(bytes);
    expect(typeNameOf(document.value)).toBe(name);
    expect(Buffer.compare(encode(document), bytes)).toBe(0);
  });

  it('omit undefined fields', () => {
    expect(decode(encode({ a: undefined, b: null }))).toEqual({ b: null });
  });

  it('reject values that BSON does not have', () => {
    expect(() => bsonType(() => 1)).toThrow('BSON has no type for a function');
  });
});
