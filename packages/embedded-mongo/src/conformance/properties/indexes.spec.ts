import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Collection, Document } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { runs } from '../../testing/effort.js';
import { arrayThings, flatThings, order } from '../testing/arbitrary.js';
import { connectedDatabase, TYPED } from '../testing/database.js';

const { db } = connectedDatabase(TYPED);

const QUESTIONS = { minLength: 40, maxLength: 40 };

type Question = [filter: Document, sort: Record<string, 1 | -1>, limit: number];

describe('indexes', () => {
  it.each([
    { name: 'values', ...flatThings },
    { name: 'arrays', ...arrayThings },
  ])('never change what a statement finds, counts or changes: $name', async ({ document, filter, index }) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 20, maxLength: 60 }),
        fc.uniqueArray(index, { minLength: 1, maxLength: 3, selector: ({ key }) => JSON.stringify(key) }),
        fc.array(fc.tuple(filter, order, fc.constantFrom(0, 1, 7)), QUESTIONS),
        fc.tuple(filter, filter),
        async (documents, indexes, questions, [changed, removed]) => {
          const [plain, indexed] = await Promise.all([fill(documents), fill(documents)]);
          await indexed.createIndexes(indexes);
          expect(await answers(indexed, questions)).toEqual(await answers(plain, questions));
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
  });
});

async function fill(documents: readonly Document[]): Promise<Collection> {
  const things = db.collection(randomUUID());
  await things.insertMany(documents.map((fields, _id): Document => ({ ...fields, _id })));
  return things;
}

function answers(things: Collection, questions: readonly Question[]): Promise<unknown[]> {
  return Promise.all(
    questions.map(async ([filter, sort, limit]) => [
      await things.find(filter).sort(sort).limit(limit).toArray(),
      await things.countDocuments(filter, limit > 0 ? { limit } : {}),
    ]),
  );
}
