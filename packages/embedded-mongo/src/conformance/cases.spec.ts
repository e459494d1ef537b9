import { randomUUID } from 'node:crypto';
import { MongoServerError, type Collection } from 'mongodb';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../query/bson.js';
import { type Failure, isFailure, numbered, type Searches } from '../query/testing/cases/case.js';
import { expressionCases } from '../query/testing/cases/expression.js';
import { filterCases } from '../query/testing/cases/filter.js';
import { nullCases } from '../query/testing/cases/filter-null.js';
import { pipelineCases } from '../query/testing/cases/pipeline.js';
import { projectionCases } from '../query/testing/cases/projection.js';
import { sortCases } from '../query/testing/cases/sort.js';
import { updateCases, upsertCases } from '../query/testing/cases/update.js';
import { canonical } from '../query/testing/run.js';
import { failureOf } from '../testing/database.js';
import { connectedDatabase, TYPED } from './testing/database.js';

/** reference/operator/query, update, projection, aggregation, aggregation-pipeline, reference/bson-type-comparison-order */
const { db } = connectedDatabase(TYPED);

/**
 * Compares what a server returns with what a case expects: values including their types and field order; failures by
 * code and, if the case specifies it, by message. MongoDB 7 and 8 prefix some messages with their origin
 * (`PlanExecutor error during aggregation :: caused by :: …`), which is not documented.
 */
async function expectAnswer(answer: Promise<unknown>, expected: unknown): Promise<void> {
  if (!isFailure(expected)) {
    expect(canonical(await answer)).toBe(canonical(expected));
    return;
  }
  const { code, message } = await failureOf(answer);
  const { message: text } = expected;
  const end = text === undefined ? undefined : message.slice(-text.length);
  expect({ code: Number(code), message: end }).toEqual({ code: expected.code, message: text });
}

describe('an expression', () => {
  const documents = db.collection<{ _id: number }>('documents');
  const cases = expressionCases.map(([name, expression, expected], _id) => ({ name, expression, expected, _id }));
  beforeAll(() => documents.insertMany(expressionCases.map(([, , , doc], _id) => ({ _id, ...doc }))));

  it.each(cases)('$name', async ({ _id, expression, expected }) => {
    const pipeline = [{ $match: { _id } }, { $group: { _id: { v: expression } } }];
    const answer = documents.aggregate(pipeline).toArray();
    await expectAnswer(answer, isFailure(expected) ? expected : [{ _id: { v: expected } }]);
  });
});

/** The fields that have conditions and that an index may have. */
function fieldsOf(filter: Document): string[] {
  return Object.entries(filter).flatMap(([name, operand]) =>
    name.startsWith('$') ? (operand as Document[]).flatMap(fieldsOf) : [name],
  );
}

const isAnswered = ([, , expected]: Searches['rows'][number]): boolean => !isFailure(expected);

describe.each([...filterCases, nullCases].map((searches, group) => ({ ...searches, group })))(
  'a filter over the documents of group $group',
  ({ docs, rows, group }) => {
    const [plain, indexed] = ['plain', 'indexed'].map((name) => db.collection(name + String(group)));
    const answered = rows.filter(isAnswered);
    const fields = new Set(answered.flatMap(([, filter]) => fieldsOf(filter)));
    const idsIn = async (things: Collection | undefined, filter: Document): Promise<unknown[]> => {
      const found = new Set((await things?.find(filter).toArray())?.map(({ _id }) => String(_id)));
      return docs.map(({ _id }) => _id).filter((id) => found.has(String(id)));
    };

    beforeAll(async () => {
      for (const things of [plain, indexed]) await things?.insertMany(docs);
      if (fields.size > 0) await indexed?.createIndexes(Array.from(fields, (field) => ({ key: { [field]: 1 } })));
    });
    afterAll(() => Promise.all([plain?.drop(), indexed?.drop()]));

    it.each(rows)('%s', async (_name, filter, expected) => {
      await expectAnswer(idsIn(plain, filter), expected);
    });

    it.runIf(fields.size > 0).each(answered)('%s, by indexes', async (_name, filter, expected) => {
      await expectAnswer(idsIn(indexed, filter), expected);
    });
  },
);

describe('a sort', () => {
  /** MongoDB does not define the order of equal values, so `_id` decides. */
  async function idsInOrder(docs: Document[], sort: Document, index?: Document): Promise<unknown[]> {
    const things = db.collection(randomUUID());
    await things.insertMany(docs);
    if (index) await things.createIndexes([{ key: index as Record<string, 1 | -1> }]);
    return (
      await things
        .find()
        .sort({ ...sort, _id: 1 })
        .toArray()
    ).map(({ _id }): unknown => _id);
  }
  const cases = sortCases.flatMap(({ docs, rows }) => rows.map((row) => ({ docs, row, name: row[0] })));

  it.each(cases)('$name', async ({ docs, row: [, sort, expected] }) => {
    await expectAnswer(idsInOrder(docs, sort), expected);
  });

  it.each(cases.filter(({ row }) => isAnswered(row)))(
    '$name, by an index',
    async ({ docs, row: [, sort, expected] }) => {
      await expectAnswer(idsInOrder(docs, sort, { ...sort, _id: 1 }), expected);
    },
  );
});

describe('a projection', () => {
  it.each(projectionCases)('%s', async (_name, doc, projection, expected) => {
    const documents = db.collection(randomUUID());
    await documents.insertOne(doc);
    await expectAnswer(documents.findOne({}, { projection }), expected);
  });
});

describe('an update', () => {
  /** Sends the update unchanged; the driver itself rejects some of these. */
  async function updated(filter: Document, update: Document, upsert: boolean, doc?: Document) {
    const name = randomUUID();
    if (doc) await db.collection(name).insertOne(doc);
    const reply = await db.command({ update: name, updates: [{ q: filter, u: update, upsert }] });
    const [error] = (reply.writeErrors ?? []) as Document[];
    if (error) throw new MongoServerError(error);
    const { _id, ...rest } = (await db.collection(name).findOne()) ?? {};
    return { nModified: Number(reply.nModified), document: { _id, ...rest } as Document, rest };
  }

  it.each(updateCases)('%s', async (_name, doc, update, expected) => {
    const nModified = canonical(expected) === canonical(doc) ? 0 : 1;
    const answer = updated({}, update, false, { _id: 1, ...doc });
    await expectAnswer(
      answer.then(({ document, ...reply }) => ({ document, nModified: reply.nModified })),
      isFailure(expected) ? expected : { document: { _id: 1, ...expected }, nModified },
    );
  });

  it.each(upsertCases)('%s', async (_name, filter, update, expected: Document | Failure) => {
    // Unless it is expected, the server has generated the _id.
    const answer = updated(filter, update, true).then(({ document, rest }) => ('_id' in expected ? document : rest));
    await expectAnswer(answer, expected);
  });
});

describe('a pipeline', () => {
  beforeEach(() => db.dropDatabase());

  it.each(pipelineCases)('%s', async (_name, docs, pipeline, expected, collections = {}) => {
    for (const [name, documents] of Object.entries({ documents: numbered(docs), ...collections })) {
      if (documents.length > 0) await db.collection(name).insertMany(documents);
    }
    await expectAnswer(db.collection('documents').aggregate(pipeline).toArray(), expected);
  });
});
