import type { z } from 'zod';

/** An object whose every field has a default or is optional, so that an empty query string is a state too. */
export type UrlStateSchema = z.ZodObject;

function tokensOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((item) => {
    if (typeof item === 'string') return item === '' ? [] : [item];
    return typeof item === 'number' || typeof item === 'boolean' ? [String(item)] : [];
  });
}

/**
 * The state that a query string holds. A value that the schema refuses counts as absent, and so does a further value of a
 * field that takes one.
 */
export function readUrlState<Schema extends UrlStateSchema>(schema: Schema, params: URLSearchParams): z.output<Schema> {
  const accepted: Record<string, unknown> = {};
  for (const key of Object.keys(schema.shape)) {
    const accepts = (value: unknown) => schema.safeParse({ [key]: value }).success;
    const values = params.getAll(key).filter(accepts);
    if (values.length > 0) accepted[key] = values.length > 1 && accepts(values) ? values : values[0];
  }
  return schema.parse(accepted);
}

/** The query string of a state: defaults left out, what is not the schema's kept. */
export function writeUrlState<Schema extends UrlStateSchema>(
  schema: Schema,
  state: z.output<Schema>,
  params: URLSearchParams = new URLSearchParams(),
): URLSearchParams {
  const defaults: Record<string, unknown> = schema.parse({});
  const next = new URLSearchParams(params);
  for (const key of Object.keys(schema.shape)) {
    next.delete(key);
    const tokens = tokensOf(state[key]);
    if (tokens.join('\n') === tokensOf(defaults[key]).join('\n')) continue;
    for (const token of tokens) next.append(key, token);
  }
  return next;
}
