import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import type { Document } from '../query/bson.js';
import { isFailure, type SortCase } from '../query/testing/cases/case.js';
import { sortCases } from '../query/testing/cases/sort.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/bson-type-comparison-order, reference/method/cursor.sort */
const { db } = connectedDatabase(TYPED);

/**
 * MongoDB does not define the order of equal values, so `_id` decides. The driver itself rejects some of these
 * directions.
 */
async function idsInOrder({ docs, sort }: SortCase, index?: Document): Promise<unknown[]> {
  const name = randomUUID();
  await db.collection(name).insertMany(docs);
  if (index) await db.collection(name).createIndexes([{ key: index as Record<string, 1 | -1> }]);
  const reply = await db.command({ find: name, sort: { ...sort, _id: 1 } });
  return (reply.cursor as { firstBatch: Document[] }).firstBatch.map(({ _id }) => _id);
}

describe('a sort', () => {
  it.each(sortCases)('$name', async (testCase) => {
    await expectAnswer(idsInOrder(testCase), testCase.expected);
  });

  it.each(sortCases.filter(({ expected }) => !isFailure(expected)))('$name, by an index', async (testCase) => {
    await expectAnswer(idsInOrder(testCase, { ...testCase.sort, _id: 1 }), testCase.expected);
  });
});
