import {
  type Approver,
  isWaiting,
  needsSuperAdmin,
  type Role,
  type TransactionFlag,
  transactionFlags,
} from '@shifa/contract';
import { refusal, type Refusal } from '../../../platform/domain/policy';
import { newId } from '../../../platform/domain/object-id';
import { firstVersion } from '../../../platform/mongo/first-version';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import { addDays, businessDay } from '../../../platform/time/business-day';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { TransactionRow } from './entry.document';

/** The conditions in a laboratory under which entries are dated and flagged. */
export type PostingContext = {
  /** In the time zone of the laboratory. */
  today: string;
  policy: LaboratoryRow['policies']['finance'];
  closedThrough: string | null;
};

export function postingContext(
  { timezone, policies }: Pick<LaboratoryRow, 'timezone' | 'policies'>,
  closedThrough: string | null,
  now: Date,
): PostingContext {
  return { today: businessDay(now, timezone), policy: policies.finance, closedThrough };
}

/** Why a person of the role cannot post on the date. */
export function dateFault(date: string, role: Role, { today, closedThrough }: PostingContext): Refusal | undefined {
  if (date > today) return refusal('VALIDATION_FAILED', `Must not be after today, ${formatDay(today)}`);
  return closedPeriod(date, role, closedThrough);
}

/** Only a super_admin can post to a closed period. */
export function closedPeriod(
  date: string,
  role: Role,
  closedThrough: string | null,
  what = 'post to a closed period',
): Refusal | undefined {
  if (closedThrough === null || !isClosed(date, closedThrough) || role === 'super_admin') return undefined;
  const message = `The books are closed through ${formatDay(closedThrough)}. Only a super admin can ${what}.`;
  return { ...refusal('PERIOD_LOCKED', message), external: true };
}

export function isClosed(date: string, closedThrough: string | null): boolean {
  return closedThrough !== null && date <= closedThrough;
}

/** The exceptions of an entry. */
export function determineFlags(
  { date, amountPaise }: { date: string; amountPaise: number },
  { today, policy, closedThrough }: PostingContext,
): TransactionFlag[] {
  return [
    ...(amountPaise > policy.approvalLimitPaise ? (['above_limit'] as const) : []),
    ...(date < addDays(today, -policy.backdatedAfterDays) ? (['back_dated'] as const) : []),
    ...(isClosed(date, closedThrough) ? (['locked_period'] as const) : []),
  ];
}

/** The fields of an entry that people enter. */
export type EntryFields = Pick<
  TransactionRow,
  'type' | 'date' | 'amountPaise' | 'category' | 'paymentMethod' | 'reference' | 'party' | 'description'
>;

type Origin = Pick<TransactionRow, 'transactionNo' | 'laboratoryId' | 'createdBy'> & {
  flags: TransactionFlag[];
  reversalOf?: TransactionRow['reversalOf'];
  bill?: TransactionRow['bill'];
  credit?: TransactionRow['credit'];
  now: Date;
};

/** A pending entry at its first version. */
export function newEntry(
  entry: EntryFields,
  { now, reversalOf = null, bill, credit, ...origin }: Origin,
): TransactionRow {
  const row = {
    ...origin,
    ...entry,
    status: 'pending' as const,
    flaggedAt: now,
    approvals: [],
    rejection: null,
    reversalOf,
    reversedBy: null,
    editedBy: null,
    receipts: [],
    ...(bill && { bill }),
    ...(credit && { credit }),
  };
  return {
    _id: newId(),
    ...row,
    ...derivedFields(row),
    ...firstVersion(origin.createdBy, now),
  };
}

const derived = ['partyKey', 'referenceKey', 'flagSet', 'searchWords', 'nextApprover', 'excludedApprovers'] as const;

type Source = Pick<
  TransactionRow,
  'transactionNo' | 'party' | 'reference' | 'description' | 'status' | 'flags' | 'approvals' | 'createdBy' | 'editedBy'
>;

/** Fields computed from others at every write, so that lists can filter and search by an index. */
export function derivedFields(entry: Source): Pick<TransactionRow, (typeof derived)[number]> {
  const { transactionNo, party, reference, description, status, approvals, createdBy, editedBy } = entry;
  const tookPart = [createdBy, ...(editedBy ? [editedBy] : []), ...approvals.map(({ by }) => by)];
  return {
    partyKey: party === null ? null : toPartyKey(party),
    referenceKey: reference === null ? null : toReferenceKey(reference),
    flagSet: toFlagSet(entry.flags),
    searchWords: searchWords(...codeTexts(transactionNo), party, reference, description),
    nextApprover: findNextApprover(entry),
    excludedApprovers: isWaiting(status)
      ? [...new Map(tookPart.map(({ _id }) => [_id.toHexString(), _id])).values()]
      : [],
  };
}

function findNextApprover({ status, flags, approvals }: Source): TransactionRow['nextApprover'] {
  if (!isWaiting(status)) return null;
  return needsSuperAdmin(flags, approversOf(approvals)) ? 'super_admin' : 'anyone';
}

/** The approvals as far as they decide who has to give the next one. */
export function approversOf(approvals: TransactionRow['approvals']): Approver[] {
  return approvals.map(({ by: { role }, note }) => ({ role, dependent: Boolean(note) }));
}

/** Compares parties regardless of case and of the number of spaces. */
export function toPartyKey(party: string): string {
  return party.trim().normalize('NFC').toLowerCase().replaceAll(/\s+/g, ' ');
}

/** Compares references regardless of case and spaces. */
export function toReferenceKey(reference: string): string {
  return reference.normalize('NFC').toLowerCase().replaceAll(/\s+/g, '');
}

type Alike = Pick<TransactionRow, 'type' | 'amountPaise'> & {
  date?: string | undefined;
  party?: string | null | undefined;
  reference?: string | null | undefined;
};

/** What entries of a laboratory have in common if one of them looks like the other entered twice. */
export function duplicateKeys({ type, date, amountPaise, party, reference }: Alike) {
  return {
    type,
    date,
    amountPaise,
    partyKey: party ? toPartyKey(party) : null,
    referenceKey: reference ? toReferenceKey(reference) : null,
  };
}

/** The flags as a single value, so that an index on it can continue with the date; null without flags. */
function toFlagSet(flags: readonly TransactionFlag[]): string | null {
  return transactionFlags.filter((flag) => flags.includes(flag)).join('+') || null;
}

/** All sets that contain at least one of the flags. */
export function flagSetsWith(wanted: readonly TransactionFlag[]): string[] {
  const sets = transactionFlags.reduce<TransactionFlag[][]>(
    (all, flag) => [...all, ...all.map((set) => [...set, flag])],
    [[]],
  );
  return sets.filter((set) => set.some((flag) => wanted.includes(flag))).flatMap((set) => toFlagSet(set) ?? []);
}

/** The entry without the fields that `derivedFields` computes; also as links of earlier versions protect it. */
export function withoutDerived(row: TransactionRow): Omit<TransactionRow, (typeof derived)[number] | 'flaggedAt'> {
  const names: readonly string[] = [...derived, 'flaggedAt'];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as TransactionRow;
}
