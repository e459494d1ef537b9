import { isDeepStrictEqual } from 'node:util';
import { isFields } from '../mongo/canonical-bson';
import { isObjectId } from '../domain/object-id';

type Change = { field: string; before?: unknown; after?: unknown; entries?: true };
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

/**
 * The fields that differ, by dotted path. Of a list, only the entries that were removed and added: otherwise, each
 * addition to a long list would store the whole list twice.
 */
export function changesBetween(before: object | null, after: object | null): Change[] {
  return changedFields(before as Fields | null, after as Fields | null, '');
}

/** Whether fields to be written are all stored already. Only who wrote last doesn't count. */
export function isUnchanged(before: object, { updatedBy: _, ...fields }: Fields): boolean {
  const stored = before as Fields;
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(plain(stored[name]), plain(value)));
}

function changedFields(before: Fields | null, after: Fields | null, prefix: string): Change[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names].flatMap((name): Change[] => {
    if (prefix === '' && excludedFields.has(name)) return [];
    const [old, now] = [before?.[name], after?.[name]];
    if (isDeepStrictEqual(plain(old), plain(now))) return [];
    if (isFields(old) && isFields(now)) return changedFields(old, now, `${prefix}${name}.`);
    if (Array.isArray(old) && Array.isArray(now)) return [{ field: prefix + name, ...changedEntries(old, now) }];
    return [
      {
        field: prefix + name,
        ...(old === undefined ? {} : { before: old }),
        ...(now === undefined ? {} : { after: now }),
      },
    ];
  });
}

/** The entries of one list that the other does not have as often. Where only their order differs, both lists. */
function changedEntries(old: readonly unknown[], now: readonly unknown[]): Omit<Change, 'field'> {
  const [before, after] = [entriesWithout(old, now), entriesWithout(now, old)];
  const isOrder = before.length === 0 && after.length === 0;
  return isOrder ? { before: old, after: now } : { before, after, entries: true };
}

function entriesWithout(list: readonly unknown[], others: readonly unknown[]): unknown[] {
  const remaining = new Map<string, number>();
  for (const other of others) remaining.set(keyOf(other), (remaining.get(keyOf(other)) ?? 0) + 1);
  return list.filter((entry) => {
    const count = remaining.get(keyOf(entry)) ?? 0;
    remaining.set(keyOf(entry), count - 1);
    return count <= 0;
  });
}

/** Ids and times are written as texts, by which equal ones are equal. */
function keyOf(entry: unknown): string {
  return entry === undefined ? 'undefined' : JSON.stringify(entry);
}

function plain(value: unknown): unknown {
  return isObjectId(value) ? value.toHexString() : value;
}
