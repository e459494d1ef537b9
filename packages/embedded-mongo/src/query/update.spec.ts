import { Int32, Timestamp } from 'bson';
import { describe, expect, it } from 'vitest';
import type { Document } from './bson.js';
import type { UpdateCase } from './cases/case.js';
import { updateCases as plainCases } from './cases/update.js';
import { arrayUpdateCases } from './cases/update-arrays.js';
import { updateRefusals } from './cases/update-refusals.js';
import { check, overWire } from './testing/run.js';
import { compileUpdate, upsertBase } from './update.js';

const updateCases = [...plainCases, ...arrayUpdateCases];

function run({ doc, filter, update, arrayFilters }: UpdateCase): Document {
  const wired = overWire({ doc, filter: filter ?? {}, update, arrayFilters });
  const compiled = compileUpdate(wired.update, { filter: wired.filter, arrayFilters: wired.arrayFilters });
  return wired.doc
    ? compiled.apply(wired.doc)
    : compiled.apply(upsertBase(wired.filter, compiled.replaces), { insert: true });
}

describe('compileUpdate', () => {
  it.each([...updateCases, ...updateRefusals])('$name', (testCase) => {
    check(() => run(testCase), testCase.expected);
  });

  it.each(updateCases)('does not modify the given document: $name', ({ doc, filter, update, arrayFilters }) => {
    const before = overWire({ doc });
    const given = overWire({ doc });
    try {
      compileUpdate(overWire({ update }).update, { filter: filter ?? {}, arrayFilters }).apply(given.doc ?? {});
    } catch {
      // Errors are tested above; only the document matters here.
    }
    expect(given).toEqual(before);
  });

  it.each<[string, Document, Document | Document[]]>([
    ['$set', { _id: 1, a: 1 }, { $set: { a: new Int32(1) } }],
    ['$unset', { _id: 1 }, { $unset: { a: 1 } }],
    ['$addToSet', { _id: 1, a: ['x'] }, { $addToSet: { a: 'x' } }],
    ['$pull', { _id: 1, a: [1] }, { $pull: { a: 2 } }],
    ['$max', { _id: 1, a: 5 }, { $max: { a: 5 } }],
    ['$inc by zero', { _id: 1, a: 5 }, { $inc: { a: 0 } }],
    ['$[]', { _id: 1, a: [{ b: 1 }] }, { $set: { 'a.$[].b': new Int32(1) } }],
    ['a replacement', { _id: 1, a: 5 }, { a: new Int32(5) }],
    ['a pipeline', { _id: 1, a: 5 }, [{ $set: { a: 5 } }]],
  ])('gives the very same document when %s changes nothing', (_name, doc, update) => {
    const wired = overWire({ doc }).doc;
    expect(compileUpdate(overWire({ update }).update).apply(wired)).toBe(wired);
  });

  it('sets the time with $currentDate', () => {
    const now = new Date('2024-05-06T07:08:09Z');
    const update = { $currentDate: { a: true, b: { $type: 'date' }, c: { $type: 'timestamp' } } };
    expect(compileUpdate(update, { now }).apply({ _id: 1 })).toEqual({
      _id: 1,
      a: now,
      b: now,
      c: new Timestamp({ t: 1714979289, i: 1 }),
    });
  });

  it('knows a pipeline’s variables', () => {
    const update = compileUpdate([{ $set: { a: '$$step' } }], { variables: { step: new Int32(3) } });
    expect(update.apply({ _id: 1 })).toEqual({ _id: 1, a: new Int32(3) });
  });
});
