// Examples of what the API takes and answers, derived from the schemas alone: fields that a table names have its values,
// all others the simplest that their schema accepts. The same schema always has the same example.
import { z } from 'zod';
import { ActionStateSchema } from '../common/action.js';
import { successMessage } from '../common/envelope.js';
import { leftOut, values, valuesWithin } from './example-values.js';
import { schemaNames } from './published.js';

/** Where a value stands: the name of its field and of the object that contains the field. */
type Place = { parent: string; field: string };

/** What texts with a form look like. */
const commonTexts = ['…', 'staff', '665f1a2b3c4d5e6f70819203', '2026-11-20', '2026-11-20T05:30:00.000Z', '09:00'];

/** What a request or an event contains. */
export function exampleOf(schema: z.ZodType): unknown {
  return valueAt(schema, { parent: '', field: '' });
}

/** A response with its message, as the API sends it. */
export function exampleResponse(schema: z.ZodType): unknown {
  const { message: _placeholder, ...answer } = exampleOf(schema) as { data: unknown; message?: string };
  const message = successMessage(schema, answer.data);
  return message === undefined ? answer : { ...answer, message };
}

function valueAt(schema: z.ZodType, place: Place): unknown {
  const tables = [...valuesWithin.filter(([parent]) => parent.test(place.parent)).map(([, table]) => table), values];
  const known = tables.map((table) => table[place.field]).find((value) => accepts(schema, value));
  if (known !== undefined) return known;
  if (schema === ActionStateSchema) return { allowed: true };
  if (schema instanceof z.ZodNullable) return null;
  // `createdAt` has the value of `At`.
  const similar = values[/[A-Z][a-z]*$/.exec(place.field)?.[0] ?? ''];
  if (accepts(schema, similar)) return similar;
  return simplest(schema, { ...place, field: schemaNames.get(schema) ?? place.field });
}

function simplest(schema: z.ZodType, place: Place): unknown {
  if (schema instanceof z.ZodObject) return objectOf(schema, place.field);
  if (schema instanceof z.ZodArray) return [valueAt(schema.element as z.ZodType, place)];
  if (schema instanceof z.ZodRecord) return recordOf(schema, place);
  if (schema instanceof z.ZodUnion) return valueAt(schema.options[0] as z.ZodType, place);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return [...schema.values][0];
  if (schema instanceof z.ZodBoolean) return false;
  if (schema instanceof z.ZodNumber) return Math.max(1, schema.minValue ?? 1);
  if (schema instanceof z.ZodString) return commonTexts.find((text) => accepts(schema, text));
  if (schema instanceof z.ZodPipe) {
    return valueAt((schema.in instanceof z.ZodTransform ? schema.out : schema.in) as z.ZodType, place);
  }
  return isWrapper(schema) ? valueAt(schema.unwrap() as z.ZodType, place) : null;
}

function objectOf({ shape }: z.ZodObject, parent: string): object {
  const fields = Object.entries(shape as Record<string, z.ZodType>).filter(
    ([field, schema]) => !(leftOut.has(field) && schema instanceof z.ZodOptional),
  );
  return Object.fromEntries(fields.map(([field, schema]) => [field, valueAt(schema, { parent, field })]));
}

/** One entry is enough, unless every key of an enum is required. */
function recordOf(schema: z.ZodRecord, place: Place): object {
  const keyType = schema.keyType as z.ZodType;
  const withKeys = (keys: unknown[]) =>
    Object.fromEntries(keys.map((key) => [String(key), valueAt(schema.valueType as z.ZodType, place)]));
  const one = withKeys([valueAt(keyType, place)]);
  return keyType instanceof z.ZodEnum && !accepts(schema, one) ? withKeys(keyType.options) : one;
}

function accepts(schema: z.ZodType, value: unknown): boolean {
  return value !== undefined && schema.safeParse(value).success;
}

const wrappers = [z.ZodOptional, z.ZodNonOptional, z.ZodDefault, z.ZodPrefault, z.ZodCatch, z.ZodReadonly];

function isWrapper(schema: z.ZodType): schema is z.ZodOptional {
  return wrappers.some((wrapper) => schema instanceof wrapper);
}
