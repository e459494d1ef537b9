import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Collection, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/effort.js';
import { arrayThings, flatThings } from '../testing/arbitrary.js';
import { connectedDatabase, TYPED } from '../testing/database.js';

const { db } = connectedDatabase(TYPED);

const QUESTIONS = { minLength: 40, maxLength: 40 };

type Question = [filter: Document, sort: Record<string, 1 | -1>, skip: number, limit: number];

describe('indexes', () => {
  it.each([
    { name: 'values', ...flatThings },
    { name: 'arrays', ...arrayThings },
  ])(
    'never change what a statement finds, counts, joins or changes, nor its order: $name',
    async ({ document, filter, order, index }) => {
      const question = fc.tuple(filter, order, fc.constantFrom(0, 0, 3, 20), fc.constantFrom(0, 1, 7));
      await fc.assert(
        fc.asyncProperty(
          fc.array(document, { minLength: 20, maxLength: 60 }),
          fc.uniqueArray(index, { minLength: 1, maxLength: 3, selector: ({ key }) => JSON.stringify(key) }),
          fc.array(question, QUESTIONS),
          fc.tuple(filter, filter),
          async (documents, indexes, questions, [changed, removed]) => {
            const [plain, indexed] = await Promise.all([fill(documents), fill(documents)]);
            await indexed.createIndexes(indexes);
            expect(await answers(indexed, questions)).toEqual(await answers(plain, questions));
            expect(await joins(plain, indexed)).toEqual(await joins(plain, plain));
            for (const things of [plain, indexed]) {
              await things.updateMany(changed, { $set: { d: 'ab', touched: true } });
              await things.deleteMany(removed);
            }
            const left = (things: Collection): Promise<Document[]> => things.find().sort({ _id: 1 }).toArray();
            expect(await left(indexed)).toEqual(await left(plain));
            expect(await db.command({ validate: indexed.collectionName })).toMatchObject({ valid: true });
            await Promise.all([plain.drop(), indexed.drop()]);
          },
        ),
        runs(300),
      );
    },
  );
});

async function fill(documents: readonly Document[]): Promise<Collection> {
  const things = db.collection(randomUUID());
  await things.insertMany(documents.map((fields, _id): Document => ({ ...fields, _id })));
  return things;
}

function answers(things: Collection, questions: readonly Question[]): Promise<unknown[]> {
  return Promise.all(
    questions.map(async ([filter, sort, skip, limit]) => {
      const all = await things.find(filter).sort(sort).toArray();
      const page = await things.find(filter).sort(sort).skip(skip).limit(limit).toArray();
      expect(page).toEqual(all.slice(skip, limit === 0 ? undefined : skip + limit));
      expect(await things.aggregate([{ $match: filter }, { $sort: sort }]).toArray()).toEqual(all);
      expect(new Set(all.map(({ _id }) => Number(_id))).size).toBe(all.length);
      const most = limit > 0 ? { limit } : {};
      // An int, or the driver's own zero.
      const counted = String(await things.countDocuments(filter, most));
      expect(counted).toBe(String(Math.min(all.length, limit || Infinity)));
      return all;
    }),
  );
}

/** The documents of one collection that those of another are joined with. */
function joins(local: Collection, { collectionName: from }: Collection): Promise<unknown[]> {
  const fields = [
    ['a', 'a'],
    ['e.x', 'e.y'],
    ['b', 'a'],
  ];
  return Promise.all(
    fields.map(async ([localField, foreignField]) => {
      const join = { $lookup: { from, localField, foreignField, as: 'found' } };
      const joined = await local.aggregate<{ found: Document[] }>([{ $sort: { _id: 1 } }, join]).toArray();
      return joined.map(({ found }) => found.map(({ _id }) => Number(_id)).sort((a, b) => a - b));
    }),
  );
}
