import { z } from 'zod';
import { newId } from '../domain/object-id';
import { declaredFields } from './declared-fields';

const PersonSchema = z.object({ _id: z.string(), name: z.string() });
const Schema = z.object({
  _id: z.string(),
  by: PersonSchema.nullable(),
  steps: z.array(z.object({ at: z.string() })),
  until: z.string().nullable().default(null),
  count: z.number(),
});

const at = new Date('2026-11-26T09:00:00Z');
const person = { _id: newId(), name: 'Asha', passwordHash: 'secret' };

it('copies what the schema declares, with ids and instants as texts', () => {
  const row = { _id: newId(), by: person, steps: [{ at, hidden: 1 }], until: at, passwordHash: 'secret' };
  expect(declaredFields(Schema, row)).toEqual({
    _id: row._id.toHexString(),
    by: { _id: person._id.toHexString(), name: 'Asha' },
    steps: [{ at: at.toISOString() }],
    until: at.toISOString(),
  });
});

it('copies null, and nothing that the row does not have', () => {
  expect(declaredFields(Schema, { by: null, until: null })).toEqual({ by: null, until: null });
});

it('leaves a field of another type to the mapper', () => {
  const fields = declaredFields(Schema, { count: '3', by: null });
  // @ts-expect-error the row has a text
  expect(fields.count).toBe('3');
});
