import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Document } from '../query/bson.js';
import { type FilterCase, isFailure } from '../query/testing/cases/case.js';
import { filterCases } from '../query/testing/cases/filter.js';
import { nullCases } from '../query/testing/cases/filter-null.js';
import { connectedDatabase, TYPED } from './testing/database.js';
import { expectAnswer } from './testing/expectation.js';

/** reference/operator/query (comparison, logical, element, evaluation, array), tutorial/query-for-null-fields, tutorial/query-arrays, tutorial/query-embedded-documents */
const { db } = connectedDatabase(TYPED);

/** The fields that have conditions and that an index may have. */
function fieldsOf(filter: Document): string[] {
  const fields = Object.entries(filter).flatMap(([name, operand]) => {
    if (!name.startsWith('$')) return name.includes('.$') ? [] : [name];
    return Array.isArray(operand) ? operand.flatMap((branch: Document) => fieldsOf(branch)) : [];
  });
  return [...new Set(fields)];
}

const all = [...filterCases, ...nullCases];
const groups = [...new Set(all.map(({ docs }) => docs))];

describe.each(groups.map((docs, group) => ({ docs, cases: all.filter((one) => one.docs === docs), group })))(
  'a filter over the documents of group $group',
  ({ docs, cases, group }) => {
    const plain = db.collection(`plain${group}`);
    const indexed = db.collection(`indexed${group}`);
    const places = new Map(docs.map(({ _id }, place) => [String(_id), place]));

    const idsBy = async ({ filter }: FilterCase): Promise<unknown[]> => {
      const found = await indexed.find(filter).toArray();
      const place = (id: unknown): number => places.get(String(id)) ?? -1;
      return found.map(({ _id }): unknown => _id).sort((a, b) => place(a) - place(b));
    };

    beforeAll(async () => {
      const answered = cases.filter(({ expected }) => !isFailure(expected));
      const fields = new Set(answered.flatMap(({ filter }) => fieldsOf(filter)));
      await Promise.all([plain.insertMany(docs), indexed.insertMany(docs)]);
      if (fields.size > 0) await indexed.createIndexes([...fields].map((field) => ({ key: { [field]: 1 } })));
    });
    afterAll(() => Promise.all([plain.drop(), indexed.drop()]));

    it.each(cases)('$name', async ({ filter, expected }) => {
      const found = plain.find(filter).map(({ _id }): unknown => _id);
      await expectAnswer(found.toArray(), expected);
    });

    it.each(
      cases
        .filter(({ expected }) => !isFailure(expected))
        .flatMap((testCase) => fieldsOf(testCase.filter).map((field) => ({ field, testCase, name: testCase.name }))),
    )('$name, by an index on $field', async ({ testCase }) => {
      await expectAnswer(idsBy(testCase), testCase.expected);
    });
  },
);
