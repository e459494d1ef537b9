import type { Document } from 'mongodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../testing/database.js';
import { connectedDatabase } from './testing/database.js';

/** reference/command/count, reference/command/distinct, reference/method/db.collection.countDocuments */
const { db } = connectedDatabase();

interface Thing {
  _id: number;
  [field: string]: unknown;
}

const documents: Thing[] = [
  { _id: 0, a: 1, list: ['x', 'y'], sub: { k: 'p' }, many: [{ k: 1 }, { k: 2 }] },
  { _id: 1, a: 2, list: ['y', 'z'], sub: { k: 'q' }, many: [{ k: 2 }, { k: [3, 4] }] },
  { _id: 2, a: 1, list: 'x', sub: { k: 'p' } },
  { _id: 3, a: null, list: [] },
  { _id: 4, list: [['x'], null] },
  { _id: 5, a: 'x', sub: 5, many: { k: 9 } },
];

const plain = db.collection<Thing>('plain');
const indexed = db.collection<Thing>('indexed');

beforeAll(async () => {
  await Promise.all([plain.insertMany(documents), indexed.insertMany(documents)]);
  await indexed.createIndexes(['a', 'list', 'sub.k', 'many.k'].map((field) => ({ key: { [field]: 1 } })));
});

const order = (values: unknown[]): string[] => values.map((value) => JSON.stringify(value)).sort();

describe.each([
  ['without an index', plain],
  ['with an index', indexed],
])('distinct %s', (_name, things) => {
  it.each<[what: string, key: string, filter: Document, expected: unknown[]]>([
    ['values once, null as one, missing as none', 'a', {}, [1, 2, null, 'x']],
    ['the elements of arrays', 'list', {}, ['x', 'y', 'z', ['x'], null]],
    ['of the documents of a filter', 'a', { a: { $gte: 2 } }, [2]],
    ['of the whole documents of a filter, with all their elements', 'list', { list: 'x' }, ['x', 'y']],
    ['a dotted path', 'sub.k', {}, ['p', 'q']],
    ['a dotted path through an array', 'many.k', {}, [1, 2, 3, 4, 9]],
    ['nothing', 'none', {}, []],
    ['nothing of nothing', 'a', { _id: 99 }, []],
  ])('gives %s', async (_what, key, filter, expected) => {
    expect(order(await things.distinct(key, filter))).toEqual(order(expected));
  });
});

describe('distinct', () => {
  it('returns an element of an array by its index', async () => {
    expect(order(await plain.distinct('many.0.k'))).toEqual(order([1, 2]));
  });

  it('returns nothing for a missing collection', async () => {
    expect(await db.collection('none').distinct('a')).toEqual([]);
  });

  it('requires the name of a field', async () => {
    expect(await failureOf(db.command({ distinct: 'plain', key: 5 }))).toMatchObject({ code: 14 });
  });
});

describe('count', () => {
  it.each<[what: string, command: Document, expected: number]>([
    ['all', {}, 6],
    ['what matches', { query: { a: 1 } }, 2],
    ['null and missing', { query: { a: null } }, 2],
    ['by an index', { query: { a: { $gte: 1 } } }, 3],
    ['a document once, whatever an index holds of it', { query: { list: { $in: ['x', 'y'] } } }, 3],
  ])('counts %s', async (_what, command, expected) => {
    expect((await db.command({ count: 'indexed', ...command })).n).toBe(expected);
  });

  it('counts nothing in a missing collection', async () => {
    expect((await db.command({ count: 'none' })).n).toBe(0);
    expect(await db.collection('none').countDocuments({ a: 1 })).toBe(0);
    expect(await db.collection('none').estimatedDocumentCount()).toBe(0);
  });

  it('counts documents as a query finds them', async () => {
    expect(await indexed.countDocuments({ a: { $in: [1, 'x'] } })).toBe(3);
    expect(await indexed.countDocuments({}, { limit: 3 })).toBe(3);
    expect(await indexed.estimatedDocumentCount()).toBe(6);
  });
});
