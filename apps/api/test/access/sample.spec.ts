import { IdSchema } from '@shifa/contract';
import { z } from 'zod';
import { partsOf, routes } from './routes';
import { idPaths, sampleOf, withEachChoice, withEachDefault } from './sample';

const id = 'b'.repeat(24);
const Order = z.object({
  laboratoryId: IdSchema,
  note: z.string().max(20).optional(),
  lines: z.array(z.object({ itemId: IdSchema.nullable(), quantity: z.number().int().min(5) })).min(1),
  watchers: z.union([z.array(IdSchema), IdSchema.transform((one) => [one])]).optional(),
  byRoom: z.record(z.enum(['a', 'b']), z.object({ nurseId: IdSchema.default(id) })).optional(),
});

describe('samples from the contract', () => {
  it('list every path of an id', () => {
    const paths = idPaths(Order).map((path) => path.join('.'));
    expect(paths).toEqual(['laboratoryId', 'lines.*.itemId', 'watchers.*', 'watchers', 'byRoom.*.nurseId']);
    expect(idPaths(z.object({ name: z.string(), code: z.string().regex(/^[A-Z]{3}$/) }))).toEqual([]);
  });

  it('contain the id at the given path, and only required fields otherwise', () => {
    expect(sampleOf(Order, { id, at: ['lines', '*', 'itemId'] })).toEqual({
      laboratoryId: 'a'.repeat(24),
      lines: [{ itemId: id, quantity: 10 }],
    });
    expect(sampleOf(Order, { id, at: ['watchers', '*'] })).toMatchObject({ watchers: [id] });
  });

  it('include optional fields if the schema rejects the value without them', () => {
    const Range = z
      .object({ resource: z.enum(['x', 'y']), action: z.string().optional() })
      .refine(({ action }) => action === 'view', { path: ['action'] });
    expect(sampleOf(Range)).toEqual({ resource: 'y', action: 'view' });
  });

  it('leave out an optional field that excludes the others', () => {
    const Change = z
      .object({ type: z.enum(['count', 'use']), counted: z.number().optional(), reason: z.string().optional() })
      .refine(({ type, counted, reason }) => reason !== undefined && (type === 'count' || counted === undefined));
    expect(sampleOf(Change)).toEqual({ type: 'use', reason: 'Sample text' });
  });

  it('include no other ids, if possible', () => {
    const Entry = z
      .object({ reverses: IdSchema.optional(), at: IdSchema.optional(), note: z.string().optional() })
      .refine(({ reverses, note }) => reverses !== undefined || note !== undefined);
    expect(sampleOf(Entry, { id, at: ['at'] })).toEqual({ at: id, note: 'Sample text' });
    expect(sampleOf(Entry, { id, at: ['reverses'] })).toEqual({ reverses: id });
    const Pair = z.object({ a: IdSchema.optional(), b: IdSchema.optional() }).refine(({ a, b }) => a && b);
    expect(sampleOf(Pair, { id, at: ['a'] })).toEqual({ a: id, b: 'a'.repeat(24) });
  });

  it('cover every option of their enumerations', () => {
    const Move = z.object({ action: z.enum(['stop', 'go']), speed: z.enum(['slow', 'fast']).optional() });
    expect(withEachChoice(Move, sampleOf(Move))).toEqual([{ action: 'go' }, { action: 'stop' }]);
    const Report = z.object({ by: z.enum(['day', 'room']).default('day'), note: z.string().optional() });
    expect(withEachDefault(Report, sampleOf(Report))).toEqual([{}, { by: 'day' }, { by: 'room' }]);
  });

  it('fail if there is none', () => {
    expect(() => sampleOf(z.string().regex(/^never#\d+$/))).toThrow('There is no sample');
  });

  it.each(routes)('exist for $name, with and without each id', (named) => {
    for (const schema of Object.values(partsOf(named))) {
      expect(schema.safeParse(sampleOf(schema)).success).toBe(true);
      for (const at of idPaths(schema)) {
        expect(JSON.stringify(sampleOf(schema, { id, at }))).toContain(id);
      }
    }
  });
});
