import { isDeepStrictEqual } from 'node:util';
import { isObjectId } from '../mongo/object-id';

type Change = { field: string; before?: unknown; after?: unknown };
type Fields = Record<string, unknown>;

/** Bookkeeping fields that change with every write, and secrets that must never be copied. */
const excludedFields = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'updatedBy',
  'passwordHash',
  'searchWords',
  'sortName',
]);

/** The fields that differ, by dotted path. Lists are compared and reported as a whole. */
export function changesBetween(before: object | null, after: object | null): Change[] {
  return changedFields(before as Fields | null, after as Fields | null, '');
}

function changedFields(before: Fields | null, after: Fields | null, prefix: string): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name): Change[] => {
    if (prefix === '' && excludedFields.has(name)) return [];
    const [old, now] = [before?.[name], after?.[name]];
    if (isDeepStrictEqual(plain(old), plain(now))) return [];
    if (isFields(old) && isFields(now)) return changedFields(old, now, `${prefix}${name}.`);
    return [
      {
        field: prefix + name,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

function plain(value: unknown): unknown {
  return isObjectId(value) ? value.toHexString() : value;
}
