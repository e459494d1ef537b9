import { type AuditEntry, isBusinessDay } from '@shifa/contract';
import { formatCount, formatDay } from '../../lib/format';
import { type DescribedField, valueAt } from './described-field';

/** One field of a change, ready to print. */
export type DescribedChange =
  | { kind: 'value'; label: string; before: string | undefined; after: string | undefined }
  | { kind: 'members'; label: string; added: string[]; removed: string[] };

type Change = AuditEntry['changes'][number];

/** The fields of a change in the words of the form; what the system keeps for itself is left out. */
export function describeChanges(fields: readonly DescribedField[], changes: readonly Change[]): DescribedChange[] {
  return changes.flatMap((change) => describe(fields, change));
}

function describe(fields: readonly DescribedField[], change: Change): DescribedChange[] {
  const { field, before, after, entries } = change;
  const known = fields.find(({ path }) => path === field);
  if (known) return [formatChange(entries ? withEntries(known) : known, before, after)].filter(isVisible);

  const inside = fields.filter(({ path }) => path.startsWith(`${field}.`));
  if (inside.length > 0) {
    return inside
      .map((part) => {
        const rest = part.path.slice(field.length + 1);
        return formatChange(part, valueAt(before, rest), valueAt(after, rest));
      })
      .filter(isVisible);
  }

  const around = fields.find(({ path }) => field.startsWith(`${path}.`));
  if (!around) return [];
  const rest = wordsOfPath(field.slice(around.path.length + 1));
  return [{ kind: 'value', label: `${around.label}, ${rest}`, before: plain(before), after: plain(after) }];
}

function formatChange({ label, format, members }: DescribedField, before: unknown, after: unknown): DescribedChange {
  if (!members) return { kind: 'value', label, before: format(before), after: format(after) };
  const [old, now] = [members(before), members(after)];
  return {
    kind: 'members',
    label,
    added: now.filter((member) => !old.includes(member)),
    removed: old.filter((member) => !now.includes(member)),
  };
}

/** Of a list, each removed and added entry as the list would show it alone. */
function withEntries(field: DescribedField): DescribedField {
  const { format, members } = field;
  if (members) return field;
  const shown = (list: unknown) => (Array.isArray(list) ? list.flatMap((entry) => format([entry]) ?? []) : []);
  return { ...field, members: shown };
}

function isVisible(change: DescribedChange): boolean {
  if (change.kind === 'members') return change.added.length > 0 || change.removed.length > 0;
  return change.before !== change.after;
}

/** `validUntil` → `valid until` */
function wordsOfPath(path: string): string {
  return path
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll('.', ', ')
    .toLowerCase();
}

function plain(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isInteger(value) ? formatCount(value) : String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  return isBusinessDay(value) ? formatDay(value) : value;
}
