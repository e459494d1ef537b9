import { Binary, Decimal128, Long, ObjectId, Timestamp } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/effort.js';
import { decode, type Document, encode } from './bson.js';
import { FieldTree, partOf } from './partial.js';
import { compileProjection, includedFields } from './project.js';

const name = fc.constantFrom('_id', 'a', 'b', 'é', 'a b', '$c');
const scalar = fc.constantFrom<unknown>(
  1,
  1.5,
  'text',
  null,
  true,
  new Date(0),
  new ObjectId('665f1f77bcf86cd799439011'),
  Long.fromNumber(2 ** 40),
  Decimal128.fromString('1.10'),
  new Binary(Buffer.from('bytes')),
  new Timestamp({ t: 1, i: 2 }),
);
const { document } = fc.letrec<{ document: Document; value: unknown }>((tie) => ({
  document: fc.dictionary(name, tie('value'), { maxKeys: 5 }),
  value: fc.oneof(
    { depthSize: 'small' },
    scalar,
    tie('document'),
    fc.array(fc.oneof(scalar, tie('document')), { maxLength: 2 }),
  ),
}));
const path = fc
  .array(fc.constantFrom('a', 'b', 'é', 'a b'), { minLength: 1, maxLength: 3 })
  .map((parts) => parts.join('.'));
const projection = fc
  .tuple(fc.uniqueArray(path, { minLength: 1, maxLength: 3 }), fc.constantFrom({}, { _id: 0 }, { _id: 1 }))
  .map(([paths, id]): Document => ({ ...Object.fromEntries(paths.map((one) => [one, 1])), ...id }))
  .filter((one) => !collides(Object.keys(one)));

const collides = (paths: string[]): boolean => paths.some((one) => paths.some((other) => other.startsWith(`${one}.`)));

const nothing = new FieldTree([]);
const bytesOf = (fields: Document): Buffer => Buffer.from(encode(fields));

describe('a part of a document', () => {
  it('is what its projection keeps, byte for byte', () => {
    fc.assert(
      fc.property(document, projection, (fields, wanted) => {
        const bytes = bytesOf(fields);
        const part = partOf(bytes, includedFields(wanted) ?? nothing);
        if (part) expect(part).toEqual(bytesOf(compileProjection(wanted)(decode(bytes))));
      }),
      runs(500),
    );
  });
});
