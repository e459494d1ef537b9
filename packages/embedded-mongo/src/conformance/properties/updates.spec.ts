import fc from 'fast-check';
import { MongoServerError, type Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { connectedDatabase } from '../testing/database.js';
import { modelUpdate, type Step } from '../testing/update-model.js';
import { repetitions, runs } from '../../testing/effort.js';

const { db } = connectedDatabase();
const things = db.collection<Document & { _id: number }>('things');

const scalar = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.constantFrom('x', 'y', 'z'));
const list = fc.array(scalar, { maxLength: 4 });
const simple = fc.oneof(scalar, scalar, list);
const sub = fc.record({ p: simple, q: simple }, { requiredKeys: [] });
const document: fc.Arbitrary<Document> = fc.record(
  { a: simple, b: list, c: fc.integer({ min: 0, max: 9 }), s: fc.oneof(sub, sub, simple) },
  { requiredKeys: [] },
);

const step = (path: string): fc.Arbitrary<Step> =>
  fc.oneof(
    fc
      .constantFrom('$set', '$max', '$addToSet')
      .chain((operator) => scalar.map((operand) => ({ operator, path, operand }))),
    list.map((operand) => ({ operator: '$set', path, operand })),
    fc.integer({ min: -5, max: 5 }).map((operand) => ({ operator: '$inc', path, operand })),
    fc.constant({ operator: '$unset', path, operand: '' }),
    fc.constant({ operator: path.includes('.') ? '$unset' : '$rename', path, operand: `renamed_${path}` }),
  );

// No two steps on the same path, which would be rejected.
const steps: fc.Arbitrary<Step[]> = fc
  .subarray(['a', 'b', 'c', 's.p', 's.q', 'new', 'other.x', 'other.y'], { minLength: 1, maxLength: 4 })
  .chain((paths) => fc.tuple(...paths.map(step)));

function updateOf(list: readonly Step[]): Document {
  const update: Record<string, Document> = {};
  for (const { operator, path, operand } of list) {
    update[operator] = { ...update[operator], [path]: operand };
  }
  return update;
}

/** The order of fields is up to the server when a rename moves them. */
const sorted = (one: Document | undefined | null, list: readonly Step[]): unknown => {
  if (!one || !list.some(({ operator }) => operator === '$rename')) return JSON.stringify(one);
  return JSON.stringify(Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))));
};

describe('an update', () => {
  it('matches its model', async () => {
    let refused = 0;
    let changed = 0;
    await fc.assert(
      fc.asyncProperty(document, steps, async (before, list) => {
        await things.replaceOne({ _id: 1 }, before, { upsert: true });
        const expected = modelUpdate({ _id: 1, ...before }, list);
        let failure: unknown;
        await things.updateOne({ _id: 1 }, updateOf(list)).catch((error: unknown) => (failure = error));
        const after = await things.findOne({ _id: 1 });
        if (expected) {
          expect(failure).toBeUndefined();
          expect(sorted(after, list)).toBe(sorted(expected, list));
          changed += 1;
        } else {
          expect(failure).toBeInstanceOf(MongoServerError);
          expect(after).toEqual({ _id: 1, ...before });
          refused += 1;
        }
      }),
      runs(400),
    );
    expect(Math.min(changed, refused)).toBeGreaterThan(repetitions(50));
  });
});
