import { mongo } from 'mongoose';

type Fields = Record<string, unknown>;

/**
 * A document in one form whatever the order of its fields, and whether one without a value is absent or `null`: the same
 * before it is written and as the database returns it.
 */
export function canonicalBson(document: object): Uint8Array {
  return mongo.BSON.serialize(canonical(document) as Fields);
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => canonical(one) ?? null);
  if (!isFields(value)) return value;
  const sorted: Fields = {};
  for (const name of Object.keys(value).sort()) {
    const part = value[name];
    if (part !== null && part !== undefined) sorted[name] = canonical(part);
  }
  return sorted;
}

/** Whether it is an object with fields: no list, id or instant. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
