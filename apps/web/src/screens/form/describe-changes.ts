import { type AuditEntry, isBusinessDay } from '@shifa/contract';
import { formatCount, formatDay } from '../../lib/format';
import { type DescribedField, type DescribedMember, valueAt } from './described-field';

/** One field of a change, ready to print. */
export type DescribedChange =
  | { kind: 'value'; label: string; before: string | undefined; after: string | undefined }
  | { kind: 'members'; label: string; added: string[]; removed: string[]; changed: ChangedMember[] }
  | { kind: 'statements'; label: string; statements: string[] };

/** What only one of both versions says of a member. */
type ChangedMember = { name: string | undefined; before: string; after: string };

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

function formatChange(field: DescribedField, before: unknown, after: unknown): DescribedChange {
  const { label, format, members, isEvents } = field;
  if (!members) {
    // A list without entries prints as nothing, as a field that was not entered.
    return { kind: 'value', label, before: format(before) || undefined, after: format(after) || undefined };
  }
  const gone = withoutSame(members(before), members(after));
  const come = withoutSame(members(after), members(before));
  // Nothing was added to the list of a new document: it has it from the start.
  if (isEvents || before === undefined) return { kind: 'statements', label, statements: come.map(textOf) };
  const added: string[] = [];
  const changed: ChangedMember[] = [];
  for (const member of come) {
    const index = gone.findIndex(({ key }) => key === member.key);
    const [old] = index === -1 ? [] : gone.splice(index, 1);
    if (old) changed.push(changedMember(old, member));
    else added.push(textOf(member));
  }
  return { kind: 'members', label, added, removed: gone.map(textOf), changed };
}

function withoutSame(members: readonly DescribedMember[], others: readonly DescribedMember[]): DescribedMember[] {
  const texts = others.map(textOf);
  return members.filter((member) => !texts.includes(textOf(member)));
}

/** `Glucose reagent: 10 ordered, ₹125.00 each` */
function textOf({ name, facts }: DescribedMember): string {
  const all = facts.join(', ');
  if (name === undefined) return all;
  return all === '' ? name : `${name}: ${all}`;
}

function changedMember({ facts: old }: DescribedMember, { name, facts }: DescribedMember): ChangedMember {
  const only = (some: readonly string[], others: readonly string[]) =>
    some.filter((fact) => !others.includes(fact)).join(', ');
  return { name, before: only(old, facts), after: only(facts, old) };
}

/** Of a list, each removed and added entry as the list would show it alone. */
function withEntries(field: DescribedField): DescribedField {
  const { format, members } = field;
  if (members) return field;
  const shown = (list: unknown) =>
    (Array.isArray(list) ? list : []).flatMap((entry) => {
      const text = format([entry]);
      return text ? [{ key: text, facts: [text] }] : [];
    });
  return { ...field, members: shown };
}

function isVisible(change: DescribedChange): boolean {
  if (change.kind === 'statements') return change.statements.length > 0;
  if (change.kind === 'members') return [change.added, change.removed, change.changed].some(({ length }) => length > 0);
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
