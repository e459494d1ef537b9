import { randomUUID } from 'node:crypto';
import { MongoServerError } from 'mongodb';
import { describe, it } from 'vitest';
import type { Document } from '../query/bson.js';
import { isFailure, type UpdateCase } from '../query/testing/cases/case.js';
import { updateCases } from '../query/testing/cases/update.js';
import { updateRefusals } from '../query/testing/cases/update-refusals.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/operator/update (fields, array), reference/command/update */
const { db } = connectedDatabase(TYPED);

/** Sends the update unchanged; the driver itself rejects some of these. */
async function updated({ doc, filter = {}, update, expected }: UpdateCase): Promise<Document | null> {
  const name = randomUUID();
  if (doc) await db.collection(name).insertOne(doc);
  const statement = { q: filter, u: update, upsert: doc === undefined };
  const { writeErrors } = (await db.command({ update: name, updates: [statement] })) as { writeErrors?: Document[] };
  if (writeErrors?.[0]) throw new MongoServerError(writeErrors[0]);
  const result = await db.collection(name).findOne();
  if (!result || doc || isFailure(expected) || '_id' in expected) return result;
  // An _id that the server generated for the upsert.
  const { _id, ...rest } = result;
  return rest;
}

describe('an update', () => {
  it.each([...updateCases, ...updateRefusals])('$name', async (testCase) => {
    await expectAnswer(updated(testCase), testCase.expected);
  });
});
