import { hashKey } from '@tanstack/react-query';
import { type DescribedField, valueAt } from './described-field';

/** A field in which the saved version and the form say different things. */
export type Difference<Path extends string = string> = {
  path: Path;
  label: string;
  theirs: unknown;
  yours: unknown;
  /** Both as text, for the person who decides. */
  text: { theirs: string; yours: string };
  /** Whether the other person changed the field too: only then is there something to decide. */
  isOpen: boolean;
  /** Whose value is kept by default: that of the only side that changed the field, and the person's where both did. */
  keep: 'theirs' | 'yours';
};

/** Whether two values say the same, whatever the order of their keys. */
function isSame(one: unknown, other: unknown): boolean {
  return hashKey([one]) === hashKey([other]);
}

/** The fields, each whole, that were changed: what a person did not touch is neither sent nor judged. */
export function changedFields<Body extends object>(before: Body, after: Body): Partial<Body> {
  const keys = Object.keys(before) as (keyof Body)[];
  const changed = keys.filter((key) => !isSame(before[key], after[key]));
  return Object.fromEntries(changed.map((key) => [key, after[key]])) as Partial<Body>;
}

/**
 * Compares what a form was opened with, what someone else saved meanwhile and what was typed. Fields that agree are
 * not listed.
 */
export function differencesOf<Path extends string>(
  fields: readonly DescribedField<Path>[],
  base: object,
  theirs: object,
  yours: object,
): Difference<Path>[] {
  return fields.flatMap(({ path, label, format }) => {
    const [before, their, your] = [base, theirs, yours].map((values): unknown => valueAt(values, path));
    if (isSame(their, your)) return [];
    const print = (value: unknown) => format(value) ?? 'Nothing';
    return [
      {
        path,
        label,
        theirs: their,
        yours: your,
        text: { theirs: print(their), yours: print(your) },
        isOpen: !isSame(before, their),
        keep: isSame(before, your) ? 'theirs' : 'yours',
      } as const,
    ];
  });
}
