import { beforeAll, describe, it } from 'vitest';
import type { Document } from '../query/bson.js';
import { isFailure } from '../query/testing/cases/case.js';
import { expressionCases } from '../query/testing/cases/expression.js';
import { integerExpressions } from '../query/testing/cases/integers.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/operator/aggregation (arithmetic, array, boolean, comparison, conditional, date, literal, object, set, string, type, variable) */
const { db } = connectedDatabase(TYPED);

const cases = [...expressionCases, ...integerExpressions].map((testCase, _id) => ({ ...testCase, _id }));
const documents = db.collection<{ _id: number }>('documents');

async function valueOf(_id: number, expression: unknown): Promise<Document | undefined> {
  const [result] = await documents.aggregate([{ $match: { _id } }, { $group: { _id: { v: expression } } }]).toArray();
  return result?._id as Document | undefined;
}

describe('an expression', () => {
  beforeAll(() => documents.insertMany(cases.map(({ _id, doc }) => ({ _id, ...doc }))));

  it.each(cases)('$name', async ({ _id, expression, expected }) => {
    await expectAnswer(valueOf(_id, expression), isFailure(expected) ? expected : { v: expected });
  });
});
