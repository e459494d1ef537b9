import fc from 'fast-check';
import { z } from 'zod';
import { partsOf, routes } from '../access/routes';
import { accepts } from '../access/sample';
import { inputOf } from './inputs';

const noIds = () => [];

describe('inputs', () => {
  it.each(routes)('of $name are accepted', (route) => {
    for (const schema of Object.values(partsOf(route))) {
      const values = fc.sample(inputOf(schema, noIds), { numRuns: 20, seed: 1 });
      expect(values.filter((value) => !accepts(schema, value))).toEqual([]);
    }
  });

  it('differ, and contain the ids of documents for the names of fields', () => {
    const schema = z.object({ itemId: z.string().regex(/^[0-9a-f]{24}$/), quantity: z.number().int().min(1).max(9) });
    const known = 'b'.repeat(24);
    const values = fc.sample(
      inputOf(schema, (field) => (field === 'itemId' ? [known] : [])),
      { numRuns: 50, seed: 1 },
    );
    expect(new Set(values.map((value) => JSON.stringify(value))).size).toBeGreaterThan(8);
    expect(JSON.stringify(values)).toContain(known);
  });

  it('are not invented for a kind of schema that is unknown', () => {
    expect(() => inputOf(z.object({ at: z.date() }), noIds)).toThrow('ZodDate');
  });
});
