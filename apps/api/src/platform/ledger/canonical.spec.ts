import { Types } from 'mongoose';
import { digestOf, hashOf, NO_HASH } from './canonical';

const id = new Types.ObjectId('65f000000000000000000001');
const link = {
  ledger: 'money' as const,
  laboratoryId: id,
  seq: 1,
  documentId: id,
  version: 1,
  at: new Date('2026-11-22T10:00:00Z'),
  digest: 'd'.repeat(64),
  name: 'KOL/26-27/000001',
};

describe('the digest of a document', () => {
  const document = {
    _id: id,
    at: new Date(0),
    amount: 12.5,
    by: { name: 'A', _id: id },
    list: [1, null, { b: 2, a: 1 }],
  };

  it('depends neither on the order of fields nor on fields without a value', () => {
    const { _id, at, ...rest } = document;
    const same = { by: { _id: id, name: 'A' }, extra: null, none: undefined, list: [1, null, { a: 1, b: 2, c: null }] };
    expect(digestOf({ ...rest, ...same, at, _id })).toBe(digestOf(document));
  });

  it.each([
    ['a text', { by: { name: 'B', _id: id } }],
    ['a number', { amount: 12.6 }],
    ['an instant', { at: new Date(1) }],
    ['the order of a list', { list: [null, 1, { b: 2, a: 1 }] }],
    ['the type of a value', { amount: '12.5' }],
    ['an additional field', { extra: 0 }],
  ])('changes with %s', (_, change) => {
    expect(digestOf({ ...document, ...change })).not.toBe(digestOf(document));
  });
});

describe('the hash of a link', () => {
  it.each([
    ['ledger', 'stock'],
    ['laboratoryId', new Types.ObjectId()],
    ['seq', 2],
    ['documentId', new Types.ObjectId()],
    ['version', 2],
    ['at', new Date(0)],
    ['digest', 'e'.repeat(64)],
    ['name', 'KOL/26-27/000002'],
    ['form', 'ids'],
  ])('changes with %s', (field, value) => {
    expect(hashOf(NO_HASH, { ...link, [field]: value })).not.toBe(hashOf(NO_HASH, link));
  });

  it('changes with the hash before it', () => {
    expect(hashOf(hashOf(NO_HASH, link), link)).not.toBe(hashOf(NO_HASH, link));
  });
});
