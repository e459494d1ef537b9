import { Int32 } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import { parseFilter } from './filter.js';
import type { UpdateCase } from './testing/cases/case.js';
import { updateCases } from './testing/cases/update.js';
import { unsupportedUpdates } from './testing/cases/unsupported.js';
import { updateRefusals } from './testing/cases/update-refusals.js';
import { check, overWire } from './testing/run.js';
import { compileUpdate, upsertBase } from './update.js';

function run({ doc, filter, update }: UpdateCase): Document {
  const wired = overWire({ doc, filter: filter ?? {}, update });
  const compiled = compileUpdate(wired.update);
  return wired.doc
    ? compiled.apply(wired.doc)
    : compiled.apply(upsertBase(parseFilter(wired.filter), compiled.replaces), { insert: true });
}

describe('compileUpdate', () => {
  it.each([...updateCases, ...updateRefusals, ...unsupportedUpdates])('$name', (testCase) => {
    check(() => run(testCase), testCase.expected);
  });

  it.each(updateCases)('does not modify the given document: $name', ({ doc, update }) => {
    const before = overWire({ doc });
    const given = overWire({ doc });
    try {
      compileUpdate(overWire({ update }).update).apply(given.doc ?? {});
    } catch {
      // Errors are tested above; only the document matters here.
    }
    expect(given).toEqual(before);
  });

  it.each<[string, Document, Document]>([
    ['$set', { _id: 1, a: 1 }, { $set: { a: new Int32(1) } }],
    ['$unset', { _id: 1 }, { $unset: { a: 1 } }],
    ['$addToSet', { _id: 1, a: ['x'] }, { $addToSet: { a: 'x' } }],
    ['$max', { _id: 1, a: 5 }, { $max: { a: 5 } }],
    ['$inc by zero', { _id: 1, a: 5 }, { $inc: { a: 0 } }],
    ['a replacement', { _id: 1, a: 5 }, { a: new Int32(5) }],
  ])('gives the very same document when %s changes nothing', (_name, doc, update) => {
    const wired = overWire({ doc }).doc;
    expect(compileUpdate(overWire({ update }).update).apply(wired)).toBe(wired);
  });
});
