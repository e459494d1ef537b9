import { isWaiting, needsSuperAdmin, type TransactionFlag, transactionFlags } from '@shifa/contract';
import { digestOf } from '../../../platform/ledger/canonical';
import { firstVersion } from '../../../platform/mongo/first-version';
import { newId } from '../../../platform/domain/object-id';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import type { TransactionRow } from './entry.document';
import { approversOf } from './entry.rules';

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

/**
 * The digest of what an approver of an entry sees and decides on. Flags are not part of it: they follow from the entry
 * and from when it is approved, and only add to what an approval needs. Neither are receipts that were added after
 * approval: they are no part of what was decided.
 */
export function digestEntry(entry: Content): string {
  const { transactionNo, laboratoryId, type, date, amountPaise, category, paymentMethod, reference, party } = entry;
  const { description, reversalOf, createdBy, editedBy, receipts } = entry;
  return digestOf({
    transactionNo,
    laboratoryId,
    type,
    date,
    amountPaise,
    category,
    paymentMethod,
    reference,
    party,
    description,
    reversalOf: reversalOf?._id,
    createdBy: createdBy._id,
    editedBy: editedBy?._id,
    receipts: receipts.flatMap(({ sha256, afterApproval }) => (afterApproval ? [] : sha256)),
  });
}

type Content = Pick<
  TransactionRow,
  | 'transactionNo'
  | 'laboratoryId'
  | 'type'
  | 'date'
  | 'amountPaise'
  | 'category'
  | 'paymentMethod'
  | 'reference'
  | 'party'
  | 'description'
  | 'reversalOf'
  | 'createdBy'
  | 'editedBy'
  | 'receipts'
>;

/** The decisions as the audit log compares them. */
export function auditedEntry({ approvals, rejection }: TransactionRow): object {
  return {
    approvals: approvals.map(({ content: _, ...approval }) => approval),
    rejection: rejection && { reason: rejection.reason, by: rejection.by, at: rejection.at },
  };
}

/**
 * The entry as the ledger protects it, with people as their ids. The note of an approval names people; that there is one
 * decides how the approval counts.
 */
export function protectedEntry(row: TransactionRow): object {
  const { updatedBy: _, createdBy, editedBy, approvals, rejection, receipts, ...entry } = withoutDerived(row);
  return {
    ...entry,
    createdBy: createdBy._id,
    editedBy: editedBy?._id,
    approvals: approvals.map(({ by, note, ...approval }) => ({
      ...approval,
      by: by._id,
      role: by.role,
      countsAsFirstOfTwo: note != null,
    })),
    rejection: rejection && { ...rejection, by: rejection.by._id },
    receipts: receipts.map(({ uploadedBy, ...receipt }) => ({ ...receipt, uploadedBy: uploadedBy._id })),
  };
}

/** The entry without the fields that `derivedFields` computes; also as links of earlier versions protect it. */
export function withoutDerived(row: TransactionRow): Omit<TransactionRow, (typeof derived)[number] | 'flaggedAt'> {
  const names: readonly string[] = [...derived, 'flaggedAt'];
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as TransactionRow;
}

function findNextApprover({ status, flags, approvals }: Source): TransactionRow['nextApprover'] {
  if (!isWaiting(status)) return null;
  return needsSuperAdmin(flags, approversOf(approvals)) ? 'super_admin' : 'anyone';
}

/** Compares parties regardless of case. */
export function toPartyKey(party: string): string {
  return party.trim().normalize('NFC').toLowerCase();
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

/** The amount as totals count it: negative for a contra entry. */
export function signedPaise({ amountPaise, reversalOf }: Pick<TransactionRow, 'amountPaise' | 'reversalOf'>): number {
  return reversalOf === null ? amountPaise : -amountPaise;
}
