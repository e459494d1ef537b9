import { describe, it } from 'vitest';
import { type Document } from './bson.js';
import { type FilterCase } from './testing/cases/case.js';
import { filterCases } from './testing/cases/filter.js';
import { nullCases } from './testing/cases/filter-null.js';
import { unsupportedFilters } from './testing/cases/unsupported.js';
import { compileFilter } from './filter.js';
import { check, overWire } from './testing/run.js';

function idsOf({ docs, filter }: FilterCase): unknown[] {
  const wired: { docs: Document[]; filter: Document } = overWire({ docs, filter });
  const test = compileFilter(wired.filter);
  return wired.docs.filter(test).map((doc) => doc._id);
}

describe('compileFilter', () => {
  it.each([...filterCases, ...nullCases, ...unsupportedFilters])('$name', (testCase) => {
    check(() => idsOf(testCase), testCase.expected);
  });

  it.each(filterCases.filter(({ expected }) => Array.isArray(expected)))(
    '$name (native values)',
    ({ filter, docs, expected }) => {
      const wired = overWire({ docs }).docs;
      check(() => wired.filter(compileFilter(filter)).map((doc) => doc._id), expected);
    },
  );
});
