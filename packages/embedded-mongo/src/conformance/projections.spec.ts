import { randomUUID } from 'node:crypto';
import { describe, it } from 'vitest';
import { projectionCases } from '../query/testing/cases/projection.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/operator/projection ($, $elemMatch, $slice), tutorial/project-fields-from-query-results */
const { db } = connectedDatabase(TYPED);

describe('a projection', () => {
  it.each(projectionCases)('$name', async ({ doc, filter = {}, projection, expected }) => {
    const documents = db.collection(randomUUID());
    await documents.insertOne(doc);
    await expectAnswer(documents.findOne(filter, { projection }), expected);
  });
});
