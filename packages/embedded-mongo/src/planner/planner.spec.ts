import { UUID } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Collection } from '../catalog/collection.js';
import { makeIndex } from '../catalog/index-specification.js';
import type { Document } from '../query/bson.js';
import { parseFilter } from '../query/filter.js';
import type { KeyRange } from '../store/key-layout.js';
import type { ReadView } from '../store/view.js';
import type { Plan } from './plan.js';
import { choosePlan } from './planner.js';

function refuse(): never {
  throw new Error('The store was read in order to choose a plan');
}

/** Within a transaction, counting entries means reading them one by one, each time that a query is planned. */
const unread: ReadView = { get: refuse, range: refuse, count: refuse, keyAt: refuse };

const specifications = [
  { key: { _id: 1 }, name: '_id_' },
  { key: { lab: 1, at: -1 }, name: 'lab,at' },
  { key: { lab: 1, number: 1 }, name: 'lab,number', unique: true },
  { key: { status: 1 }, name: 'status' },
];
const collection: Collection = {
  id: 1,
  database: 'test',
  name: 'entries',
  namespace: 'test.entries',
  uuid: new UUID(),
  indexes: specifications.map((one, id) => makeIndex(id, one, { multikey: false, ready: true })),
  lastRecordId: 0,
  definedAt: 0,
  dropped: false,
};

function planOf(filter: Document, sort: Document, limit = 1): Plan {
  return choosePlan(collection, { filter: parseFilter(filter), sort, limit }, unread);
}

/** The name of the index that the plan uses. */
function indexOf(plan: Plan): string {
  return plan.kind === 'index' ? plan.index.name : plan.kind;
}

describe('a plan is chosen without reading entries', () => {
  it.each([
    [{ lab: 7, status: 'open', _id: 1 }, {}, '_id_'],
    [{ $and: [{ lab: 7 }, { _id: { $in: [1] } }] }, { at: -1 }, '_id_'],
    [{ lab: 7, number: 12, status: 'open' }, { _id: 1 }, 'lab,number'],
  ])('if a unique index shows that at most one document matches: %j', (filter, sort, name) => {
    expect(indexOf(planOf(filter, sort))).toBe(name);
  });

  it('if the only usable index yields the requested order', () => {
    const plan = planOf({ _id: { $gt: 'a', $lte: 'b' } }, { _id: -1 });
    expect([indexOf(plan), plan.sorted]).toEqual(['_id_', true]);
  });

  it('if no index is usable', () => {
    expect(planOf({ number: 12 }, { name: 1 }).kind).toBe('collection');
  });
});

it('a unique index whose fields have several values is one of the choices', () => {
  expect(() => planOf({ lab: 7, number: { $in: [1, 2] } }, {}, 0)).toThrow('The store was read');
});

it('single keys are not looked up to be counted', () => {
  const counted: KeyRange[] = [];
  const count = (range: KeyRange): number => counted.push(range) * 5_000;
  const view: ReadView = { ...unread, keyAt: () => undefined, count };
  const filter = parseFilter({ lab: 7, _id: { $in: [1, 2, 3] } });
  expect(indexOf(choosePlan(collection, { filter, sort: { _id: 1 }, limit: 3 }, view))).toBe('_id_');
  expect(counted.filter((range) => 'point' in range)).toEqual([]);
});
