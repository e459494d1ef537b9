import { awaitsSuperAdmin, isWaiting, type Role } from '@shifa/contract';
import { searchWords } from '../../platform/mongo/search-words';
import { flagSetOf, partyKeyOf, referenceKeyOf } from './transaction-keys';
import type { TransactionRow } from './transaction.document';

const derived = ['partyKey', 'referenceKey', 'flagSet', 'searchWords', 'awaits', 'barred'] as const;
type DerivedFields = Pick<TransactionRow, (typeof derived)[number]>;

type Source = Pick<
  TransactionRow,
  'transactionNo' | 'party' | 'reference' | 'description' | 'status' | 'flags' | 'approvals' | 'createdBy' | 'editedBy'
>;

/** What follows from the other fields, so that lists can filter and search by an index; written with every write. */
export function derivedFields(entry: Source): DerivedFields {
  const { transactionNo, party, reference, description, status, flags, approvals, createdBy, editedBy } = entry;
  const approvers = approvals.map(({ by }) => by);
  const barred = [createdBy, ...(editedBy ? [editedBy] : []), ...approvers].map(({ _id }) => _id);
  return {
    partyKey: party === null ? null : partyKeyOf(party),
    referenceKey: reference === null ? null : referenceKeyOf(reference),
    flagSet: flagSetOf(flags),
    searchWords: searchWords(transactionNo, party, reference, description),
    awaits: awaited(status, awaitsSuperAdmin(flags, rolesOf(approvals))),
    barred: [...new Map(barred.map((id) => [id.toHexString(), id])).values()],
  };
}

/** The roles in which an entry was approved, as the ladder asks for them. */
export function rolesOf(approvals: TransactionRow['approvals']): { role: Role }[] {
  return approvals.map(({ by: { role } }) => ({ role }));
}

/** The entry as its history tells it: what is derived would only be told twice. */
export function withoutDerived(row: TransactionRow): Partial<TransactionRow> {
  const names: readonly string[] = derived;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
}

function awaited(status: TransactionRow['status'], superAdminOnly: boolean): TransactionRow['awaits'] {
  if (!isWaiting(status)) return null;
  return superAdminOnly ? 'super_admin' : 'anyone';
}
