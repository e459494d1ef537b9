import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Document } from 'mongodb';
import { expect, it } from 'vitest';
import { runs } from '../../testing/effort.js';
import { arrayThings, flatThings } from '../testing/arbitrary.js';
import { connectedDatabase, TYPED } from '../testing/database.js';

const { db } = connectedDatabase(TYPED);

const order = fc.constantFrom<Record<string, 1 | -1>>(
  { a: 1, _id: 1 },
  { a: -1, _id: 1 },
  { 'a.x': 1, d: -1, _id: 1 },
  { 'e.x': 1, c: -1, _id: -1 },
  { 'e.y': -1, _id: 1 },
  { d: -1, _id: -1 },
);

const idsOf = (documents: Document[]): number[] => documents.map(({ _id }) => Number(_id));

it('a sort that ends with _id returns everything in one order, with or without an index, in pages of any size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(flatThings.document, arrayThings.document), { minLength: 1, maxLength: 40 }),
      order,
      fc.integer({ min: 1, max: 12 }),
      async (documents, sort, size) => {
        const things = db.collection(randomUUID());
        await things.insertMany(documents.map((one, _id): Document => ({ ...one, _id })));
        const whole = async (): Promise<number[]> => idsOf(await things.find().sort(sort).toArray());
        const pages = async (): Promise<number[]> => {
          const list: number[] = [];
          for (let skip = 0; skip < documents.length; skip += size) {
            list.push(...idsOf(await things.find().sort(sort).skip(skip).limit(size).toArray()));
          }
          return list;
        };
        const plain = await whole();
        expect([...plain].sort((a, b) => a - b)).toEqual(documents.map((_, _id) => _id));
        expect(await pages()).toEqual(plain);
        expect(idsOf(await things.aggregate([{ $sort: sort }]).toArray())).toEqual(plain);
        await things.createIndexes([{ key: sort }]);
        expect(await whole()).toEqual(plain);
        expect(await pages()).toEqual(plain);
        await things.drop();
      },
    ),
    runs(30),
  );
});
