import { type Case, index, insert, numbered, sent } from './case';

const others = (count: number) =>
  Array.from({ length: count }, (_, number) => ({ key: { [`f${number}`]: 1 }, name: `n${number}` }));
const known = { indexes: new Map([['i', { key: { a: 1, b: 1 }, name: 'i' }]]) };
const text = { key: { t: 'text' }, name: 't' };

export const indexCases: Case[] = [
  ['A collection has at most 64 indexes', index({ a: 1 }, {}, ...others(63)), index({ a: 1 }, {}, ...others(62))],
  ['A compound index has at most 32', index(numbered(33)), index(numbered(32))],
  ['An index has a key and a name', index({ a: 1 }, { name: '' }), index({ a: 1 })],
  ['The key of an index has a direction', index({ a: 'up' }), index({ a: -1, b: 'hashed' })],
  ['A field of an index has no empty part', index({ 'a..b': 1 }), index({ 'a.$**': 1 })],
  ['createIndexes knows no other options', index({ a: 1 }, { dropDups: true }), index({ a: 1 }, { unique: true })],
  [
    'The filter of a partial index',
    index({ a: 1 }, { partialFilterExpression: { a: { $exists: false } } }),
    index({ a: 1 }, { partialFilterExpression: { $or: [{ a: { $exists: true } }, { b: { $in: [1] } }] } }),
  ],
  [
    "An index isn't both partial",
    index({ a: 1 }, { sparse: true, partialFilterExpression: { a: 1 } }),
    index({ a: 1 }, { sparse: true }),
  ],
  ['The index on _id', index({ _id: 1 }, { sparse: true }), index({ _id: 1 })],
  [
    'A TTL index has a single field',
    index({ a: 1, b: 1 }, { expireAfterSeconds: 1 }),
    index({ a: 1 }, { expireAfterSeconds: 1 }),
  ],
  [
    'expireAfterSeconds is from 0',
    index({ a: 1 }, { expireAfterSeconds: -1 }),
    index({ a: 1 }, { expireAfterSeconds: 2147483647 }),
  ],
  ['A collection has at most one text', index({ a: 'text' }, {}, text), index({ a: 1 }, {}, text)],
  ["A hashed index isn't unique", index({ a: 'hashed' }, { unique: true }), index({ a: 'hashed', b: 1 })],
  ['A wildcard index is neither', index({ '$**': 1 }, { unique: true }), index({ '$**': 1 })],
  [
    'A collation names a locale',
    sent({ find: 'c', collation: { strength: 1 } }),
    index({ a: 1 }, { collation: { locale: 'en' } }),
  ],
  [
    "An index isn't created again",
    index({ a: 1 }, {}, { key: { a: 1 }, name: 'j' }),
    index({ a: 1 }, {}, { key: { a: 1 }, name: 'i' }),
  ],
  [
    'A document has at most one list among',
    { ...insert({ a: [1], b: [2] }), ...known },
    { ...insert({ a: [1], b: 2 }), ...known },
  ],
  [
    'A hint is the name or the key',
    sent({ find: 'c', hint: { b: 1 } }, known),
    sent({ find: 'c', hint: { a: 1, b: 1 } }, known),
  ],
  ['A namespace with its database', sent({ find: 'c'.repeat(251) }), sent({ find: 'c'.repeat(250) })],
];
