import { Schema, type SchemaType } from 'mongoose';
import { DomainError } from '../domain/domain-error';

/** A list in stored documents, and the lists within its elements. */
type ListLimit = { path: readonly string[]; max: number; within: readonly ListLimit[] };

const known = new WeakMap<Schema, readonly ListLimit[]>();

/** The lists of a schema's documents. @throws Error where one has no `max`, so that such a schema serves nothing. */
export function readListLimits(schema: Schema): readonly ListLimit[] {
  const limits = known.get(schema) ?? Object.values(schema.paths).flatMap(limitsAt);
  known.set(schema, limits);
  return limits;
}

function limitsAt(type: SchemaType): ListLimit[] {
  const path = type.path.split('.');
  const within = type.schema ? readListLimits(type.schema) : [];
  const isList = type instanceof Schema.Types.Array || type instanceof Schema.Types.DocumentArray;
  if (!isList) return within.map((limit) => ({ ...limit, path: [...path, ...limit.path] }));
  const { max } = type.options as { max?: unknown };
  if (typeof max !== 'number') throw new Error(`The list ${type.path} of a stored document has no max`);
  return [{ path, max, within }];
}

/**
 * Mongoose does not validate what goes to the driver directly, so that every write of a repository is checked here.
 * @param written a document, or its changed fields.
 * @throws DomainError LIST_FULL on the field.
 */
export function assertWithinLimits(schema: Schema, written: object): void {
  checkAll(readListLimits(schema), written);
}

function checkAll(limits: readonly ListLimit[], written: object): void {
  for (const { path, max, within } of limits) {
    const list = valueAt(written, path);
    if (!Array.isArray(list)) continue;
    if (list.length > max) {
      const field = path.join('.');
      throw DomainError.onField('LIST_FULL', field, `This list can hold at most ${max}, and would have ${list.length}`);
    }
    if (within.length > 0) for (const element of list as object[]) checkAll(within, element);
  }
}

function valueAt(fields: object, path: readonly string[]): unknown {
  let value: unknown = fields;
  for (const name of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return value;
}
