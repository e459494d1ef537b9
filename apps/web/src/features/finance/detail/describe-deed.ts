import { type AuditEntry, type Receipt, transactionFlagLabels, type TransactionFlag } from '@shifa/contract';
import { type DescribedField, describedField } from '../../../components/versions/described-field';
import { transactionFields } from '../transaction.fields';

type Deed = Pick<AuditEntry, 'action' | 'changes'>;

/** Told by the deed itself, or by the members that came and went. */
const toldOtherwise: readonly string[] = ['status', 'flags'];

const flagWords = (flag: TransactionFlag) => transactionFlagLabels[flag];
const fileName = ({ fileName }: Pick<Receipt, 'fileName'>) => fileName;

/** Every field that the story of an entry tells of, in the words of the form. */
export const storyFields: readonly DescribedField[] = [
  ...transactionFields.filter(({ path }) => !toldOtherwise.includes(path)),
  listField('flags', 'Exceptions', flagWords),
  listField('receipts', 'Receipts', fileName),
  describedField('rejection.reason', 'Reason'),
  describedField('reversalOf.transactionNo', 'Reverses'),
  describedField('reversedBy.transactionNo', 'Contra entry'),
];

/** What is stored at a path has the contract's shape there; an empty list says nothing. */
function listField(path: string, label: string, words: (member: never) => string): DescribedField {
  const members = (value: unknown) => (Array.isArray(value) ? (value as never[]).map(words) : []);
  return { path, label, format: (value) => members(value).join(', ') || undefined, members };
}

/** The changes of a deed without what it only swept away: that a reason is gone says nothing. */
export function toldChanges({ changes }: Deed): AuditEntry['changes'] {
  return changes.filter(
    ({ field, after }) => !field.startsWith('rejection') || (after !== undefined && after !== null),
  );
}

/** What was done to an entry, to stand after the name of who did it. */
export function describeDeed({ action, changes }: Deed): string {
  const changeOf = (field: string) =>
    changes.find((change) => change.field === field || change.field.startsWith(`${field}.`));
  if (action.endsWith('.created')) return changeOf('reversalOf')?.after ? 'entered this reversal' : 'entered this';
  const status = changeOf('status');
  switch (status?.after) {
    case 'partially_approved':
      return 'gave the first approval';
    case 'approved':
      return status.before === 'partially_approved' ? 'gave the second approval' : 'approved the entry';
    case 'rejected':
      return 'rejected the entry';
    case 'cancelled':
      return 'cancelled the entry';
    case 'reversed':
      return 'reversed the entry by approving its contra entry';
    case 'pending':
      return 'changed the entry: its approval starts over';
  }
  if (changeOf('reversedBy')) return changeOf('reversedBy')?.after ? 'entered its reversal' : 'gave its reversal up';
  const receipts = changeOf('receipts');
  if (receipts) return sizeOf(receipts.after) > sizeOf(receipts.before) ? 'attached a receipt' : 'removed a receipt';
  return 'changed the entry';
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
