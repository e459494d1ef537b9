import { type Case, insert, numbered, sent, update } from './case';

const admin = { database: 'admin' };
const deep = (levels: number): Record<string, unknown> => (levels === 1 ? {} : { a: deep(levels - 1) });
const arrayFilters = [{ 'x.n': 1 }];
const remove = (limit: number) => sent({ delete: 'c', deletes: [{ q: {}, limit }] });

export const writeCases: Case[] = [
  ['An update has only operators', update({ $add: { a: 1 } }), update({ $set: { a: 1 } })],
  ['A replacement has no operators', update({ a: 1, $set: { b: 1 } }), update({ a: { $b: 1 } })],
  ['A replacement replaces', update({ a: 1 }, { multi: true }), update({ a: 1 })],
  ['An update operator takes', update({ $set: 1 }), update({ $set: {} })],
  [
    "An update doesn't change a field twice",
    update({ $set: { a: 1 }, $inc: { 'a.b': 1 } }),
    update({ $set: { a: 1 }, $inc: { ab: 1 } }),
  ],
  ['The path of a changed field', update({ $set: { 'a..b': 1 } }), update({ $set: { 'a.$.b': 1 } })],
  ["The field _id isn't changed", update({ $unset: { _id: 1 } }), update({ $setOnInsert: { _id: 1 } })],
  ['$inc and $mul take', update({ $inc: { a: '1' } }), update({ $inc: { a: 1n } })],
  ['$rename takes', update({ $rename: { a: 'a' } }), update({ $rename: { a: 'b' } })],
  ["$rename doesn't name", update({ $rename: { 'a.$.b': 'c' } }), update({ $rename: { 'a.b': 'c' } })],
  ['$each is needed', update({ $push: { a: { $slice: 1 } } }), update({ $push: { a: { $each: [1], $slice: 1 } } })],
  ['$pop takes', update({ $pop: { a: 2 } }), update({ $pop: { a: -1 } })],
  [
    'Every identifier of the form',
    update({ $set: { 'a.$[y]': 1 } }, { arrayFilters }),
    update({ $set: { 'a.$[x].b': 1 } }, { arrayFilters }),
  ],
  ['The pipeline of an update', update([{ $match: {} }]), update([{ $set: { a: '$b' } }])],
  ['A delete has the limit', remove(2), remove(1)],
  [
    'findAndModify updates or removes',
    sent({ findAndModify: 'c', remove: true, new: true }),
    sent({ findAndModify: 'c', update: {}, new: true }),
  ],
  ['A command has the options', sent({ find: 'c', query: {} }), sent({ find: 'c', filter: {}, $db: 'test' })],
  ['A statement of an update', update({}, { upsert: true, limit: 1 }), update({}, { upsert: true })],
  ['The name of a database', sent({ ping: 1 }, { database: 'a.b' }), sent({ ping: 1 }, { database: 'a-b' })],
  ['The name of a collection is', sent({ find: 'a$b' }), sent({ find: 'a.b' })],
  ['Names of collections that begin', sent({ create: 'system.a' }), sent({ create: 'systems' })],
  ['A write has 1 to 100,000', insert(), insert(...Array.from({ length: 100_000 }, () => ({})))],
  [
    'A document has at most 16',
    insert({ a: 'a'.repeat(16 * 1024 * 1024) }),
    insert({ a: 'a'.repeat(16 * 1024 * 1024 - 100) }),
  ],
  ['A document has at most 100', insert(deep(101)), insert(deep(100))],
  ['The _id of a document', insert({ _id: [1] }), insert({ _id: { a: 1 } })],
  ['The name of a field has no NUL', insert({ 'a\0': 1 }), insert(numbered(2))],
  ['bulkWrite, listDatabases', sent({ listDatabases: 1 }), sent({ listDatabases: 1 }, admin)],
  [
    'createIndexes has at least one',
    sent({ createIndexes: 'c', indexes: [] }),
    sent({ createIndexes: 'c', indexes: [{ key: { a: 1 }, name: 'a' }] }),
  ],
];
