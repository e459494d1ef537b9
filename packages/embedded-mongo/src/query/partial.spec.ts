import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../testing/effort.js';
import { decode, type Document, encode } from './bson.js';
import { FieldTree, partOf } from './partial.js';
import { value } from './testing/arbitrary.js';
import { compileProjection, includedFields } from './project.js';

const name = fc.constantFrom('_id', 'a', 'b', 'é', 'a b', '$c');
const document = fc.dictionary(name, fc.oneof(value, fc.dictionary(name, value, { maxKeys: 3 })), { maxKeys: 5 });
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
