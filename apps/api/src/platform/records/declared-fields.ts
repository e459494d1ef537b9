import type { z } from 'zod';
import type { Actor } from '../domain/actor';
import { isObjectId, type ObjectId } from '../domain/object-id';

type Json<Value> = Value extends ObjectId | Date
  ? string
  : Value extends readonly (infer Element)[]
    ? Json<Element>[]
    : Value extends object
      ? { [Key in keyof Value]: Json<Value[Key]> }
      : Value;

type DeclaredFields<Row, Item> = {
  [Key in keyof Row & keyof Item as Json<Row[Key]> extends Item[Key] ? Key : never]: Item[Key];
};

/**
 * The fields of a row that a schema of the contract declares by the same name, and of their parts what it declares, with
 * ids and instants as texts. A mapper adds what is computed; fields of another type in the row do not count as given.
 */
export function declaredFields<Schema extends z.ZodObject, Row extends object>(
  schema: Schema,
  row: Row,
): DeclaredFields<Row, z.output<Schema>> {
  return declaredPart(schema, row) as DeclaredFields<Row, z.output<Schema>>;
}

/** As `declaredFields`, of a live event: with who changed the row, and when. */
export function eventFields<Schema extends z.ZodObject, Row extends { updatedAt: Date }>(
  schema: Schema,
  row: Row,
  actor: Actor | null,
) {
  const by = actor && { _id: actor.userId, name: actor.name };
  return { ...declaredFields(schema, row), by, at: row.updatedAt.toISOString() };
}

type Structure = { innerType?: z.ZodType; element?: z.ZodType; shape?: Record<string, z.ZodType> };

function declaredPart(schema: z.ZodType, value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  if (isObjectId(value)) return value.toHexString();
  if (typeof value !== 'object' || value === null) return value;
  const { innerType, element, shape } = schema.def as Structure;
  if (innerType) return declaredPart(innerType, value);
  if (Array.isArray(value)) return element ? value.map((one) => declaredPart(element, one)) : value;
  if (!shape) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(shape)) {
    if (name in value) fields[name] = declaredPart(part, (value as Record<string, unknown>)[name]);
  }
  return fields;
}
