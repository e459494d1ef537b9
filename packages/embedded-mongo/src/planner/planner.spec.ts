import { Binary } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Collection, Index } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { parsePath } from '../query/paths.js';
import type { ReadView } from '../store/view.js';
import type { Plan } from './plan.js';
import { choosePlan } from './planner.js';
import { parseFilter } from '../query/filter.js';

/** Within a transaction, counting entries means reading them one by one, each time that a query is planned. */
const unread: ReadView = {
  get: () => refuse(),
  range: () => refuse(),
  count: () => refuse(),
  keyAt: () => refuse(),
};

function refuse(): never {
  throw new Error('The store was read in order to choose a plan');
}

const collection: Collection = {
  id: 1,
  database: 'test',
  name: 'entries',
  namespace: 'test.entries',
  uuid: new Binary(),
  options: {},
  indexes: [
    indexOn(1, { _id: 1 }, { unique: true }),
    indexOn(2, { lab: 1, at: -1 }),
    indexOn(3, { lab: 1, number: 1 }, { unique: true }),
    indexOn(4, { status: 1 }),
  ],
  lastRecordId: 0,
  definedAt: 0,
  dropped: false,
};

function indexOn(id: number, key: Document, { unique = false } = {}): Index {
  return {
    id,
    name: Object.keys(key).join(),
    specification: { key },
    paths: Object.keys(key).map((text) => parsePath(text)),
    directions: Object.values(key) as (1 | -1)[],
    unique,
    sparse: false,
    partialFilter: undefined,
    covers: () => true,
    expireAfterSeconds: undefined,
    multikey: false,
    ready: true,
    dropped: false,
  };
}

/** The name of the index that the plan uses. */
function indexOf(plan: Plan): string {
  return plan.kind === 'index' ? plan.index.name : plan.kind;
}

describe('a plan is chosen without reading entries', () => {
  it('if a unique index shows that at most one document matches, whatever else is asked', () => {
    for (const [filter, sort, name] of [
      [{ lab: 7, status: 'open', _id: 1 }, {}, '_id'],
      [{ $and: [{ lab: 7 }, { _id: { $in: [1] } }] }, { at: -1 }, '_id'],
      [{ lab: 7, number: 12, status: 'open' }, { _id: 1 }, 'lab,number'],
    ] as const) {
      const plan = choosePlan(collection, { filter: parseFilter(filter), sort, limit: 1 }, unread);
      expect(indexOf(plan)).toBe(name);
    }
  });

  it('if the only usable index yields the requested order', () => {
    const filter = parseFilter({ _id: { $gt: 'a', $lte: 'b' } });
    const plan = choosePlan(collection, { filter, sort: { _id: -1 }, limit: 1 }, unread);
    expect([indexOf(plan), plan.sorted]).toEqual(['_id', true]);
  });

  it('if no index is usable', () => {
    expect(choosePlan(collection, { filter: parseFilter({ number: 12 }), sort: { name: 1 } }, unread).kind).toBe(
      'collection',
    );
  });
});

it('a unique index whose fields have several values is one of the choices', () => {
  expect(() =>
    choosePlan(collection, { filter: parseFilter({ lab: 7, number: { $in: [1, 2] } }), sort: {} }, unread),
  ).toThrow();
});
