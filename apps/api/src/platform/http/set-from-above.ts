import { fieldSetters } from '@shifa/contract';
import { isDeepStrictEqual } from 'node:util';
import type { Refusal } from '../domain/policy';

/** By who sets a field: why the viewer cannot, or nothing. */
type Refusals = { readonly [Setter in string]?: Refusal | undefined };

/**
 * Refuses the fields that would change and that the viewer cannot set, each by its path. What stays as it is can be
 * sent along.
 */
export function setterRefusal(
  setters: Parameters<typeof fieldSetters>[0],
  refusals: Refusals,
  before: object,
  after: object,
): Refusal | undefined {
  const refused = fieldSetters(setters).flatMap(([path, setter]) => {
    const { [setter]: refusal } = refusals;
    return refusal && !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)) ? [{ path, refusal }] : [];
  });
  const [first] = refused;
  if (!first) return undefined;
  const errors = refused.map(({ path, refusal: { message } }) => ({ field: path, message }));
  return { code: first.refusal.code, message: first.refusal.message, errors };
}

function valueAt(source: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce((value: unknown, field) => (value as Readonly<Record<string, unknown>> | null)?.[field], source);
}
