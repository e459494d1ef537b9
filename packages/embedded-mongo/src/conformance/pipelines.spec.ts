import { beforeEach, describe, it } from 'vitest';
import { numbered } from '../query/testing/cases/case.js';
import { joinCases, pipelineRefusals, shapeCases } from '../query/testing/cases/pipeline.js';
import { groupCases } from '../query/testing/cases/pipeline-group.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/operator/aggregation-pipeline, reference/operator/aggregation/group and the accumulators, lookup, facet, bucket, unionWith, unwind */
const { db } = connectedDatabase(TYPED);

describe('a pipeline', () => {
  beforeEach(() => db.dropDatabase());

  it.each([...groupCases, ...shapeCases, ...joinCases, ...pipelineRefusals])(
    '$name',
    async ({ docs, collections = {}, pipeline, expected }) => {
      for (const [name, documents] of Object.entries({ documents: numbered(docs), ...collections })) {
        if (documents.length > 0) await db.collection(name).insertMany(documents);
      }
      await expectAnswer(db.collection('documents').aggregate(pipeline).toArray(), expected);
    },
  );
});
