import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import {
  type AuditEntry,
  type Receipt,
  type Transaction,
  type TransactionFlag,
  transactionFlagLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '../../../ui/loading/skeleton';
import { type DescribedField, describedField } from '../../../screens/form/described-field';
import { HistoryList } from '../../../screens/form/history-list';
import { api } from '../../../data/api';
import { messageOf } from '../../../lib/api-error';
import { pageQuery } from '../../../data/queries';
import { transactionFields } from '../transaction.fields';
import { RetryBanner } from '../../../ui/feedback/retry-banner';

/** Every change to an entry, newest first. */
export function EntryHistory({ entry: { _id, laboratoryId } }: { entry: Transaction }) {
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(
    pageQuery(api.transactions.history, { params: { id: _id }, query: { page, limit: 20 } }),
  );
  if (data) {
    return (
      <Box sx={narrowStyle}>
        <HistoryList
          history={{ ...data, data: data.data.map((entry) => ({ ...entry, changes: relevantChanges(entry) })) }}
          fields={historyFields}
          describeAction={describeAction}
          timeZone={laboratoryId.timezone}
          page={page}
          onPage={setPage}
        />
      </Box>
    );
  }
  if (error) {
    return <RetryBanner onRetry={() => void refetch()}>{messageOf(error, "Couldn't load the history")}</RetryBanner>;
  }
  return (
    <Stack sx={{ gap: 3 }}>
      <Skeleton variant="rectangular" height={48} />
      <Skeleton silent variant="rectangular" height={48} />
    </Stack>
  );
}

type Change = Pick<AuditEntry, 'action' | 'changes'>;

/** The action already describes the status; the exceptions are listed one by one. */
const describedElsewhere: readonly string[] = ['status', 'flags'];

/** The fields that the history shows, as the form labels them. */
export const historyFields: readonly DescribedField[] = [
  ...transactionFields.filter(({ path }) => !describedElsewhere.includes(path)),
  listField('flags', 'Exceptions', (flag: TransactionFlag) => transactionFlagLabels[flag]),
  listField('receipts', 'Receipts', ({ fileName }: Pick<Receipt, 'fileName'>) => fileName),
  { path: 'approvals', label: 'Approval', format: notesOf, isEvents: true },
  describedField('rejection.reason', 'Reason'),
  describedField('reversalOf.transactionNo', 'Reverses'),
  describedField('reversedBy.transactionNo', 'Contra entry'),
];

/** A stored list has the contract's shape; an empty list is not shown. */
function listField(path: string, label: string, format: (member: never) => string): DescribedField {
  const names = (value: unknown) => (Array.isArray(value) ? (value as never[]).map(format) : []);
  return {
    path,
    label,
    format: (value) => names(value).join(', ') || undefined,
    members: (value) => names(value).map((name) => ({ key: name, facts: [name] })),
  };
}

/** Why some of the stored approvals count only as the first of two. */
function notesOf(approvals: unknown): string | undefined {
  const notes = Array.isArray(approvals) ? (approvals as { note?: string }[]).flatMap(({ note }) => note ?? []) : [];
  return notes.join(', ') || undefined;
}

/** The changes without those that are mere consequences, such as the removal of the reason for a rejection. */
export function relevantChanges({ changes }: Change): AuditEntry['changes'] {
  return changes.filter(
    ({ field, after }) => !field.startsWith('rejection') || (after !== undefined && after !== null),
  );
}

/** What was done to an entry, to be shown after the person's name. */
export function describeAction({ action, changes }: Change): string {
  const changeOf = (field: string) =>
    changes.find((change) => change.field === field || change.field.startsWith(`${field}.`));
  if (action.endsWith('.created')) {
    if (changeOf('credit')?.after) return 'entered this credit note';
    return changeOf('reversalOf')?.after ? 'entered this reversal' : 'entered this';
  }
  if (action.endsWith('.resubmitted')) return 'sent the entry for approval again';
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
      return 'changed the entry, which restarts its approval';
  }
  const reversal = changeOf('reversedBy');
  if (reversal) return reversal.after ? 'entered its reversal' : 'withdrew its reversal';
  const receipts = changeOf('receipts');
  if (receipts) return sizeOf(receipts.after) > sizeOf(receipts.before) ? 'attached a receipt' : 'removed a receipt';
  return 'changed the entry';
}

function sizeOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}

/** The drawer has less room for field names than a page. */
const narrowStyle = { '& dl > div': { gridTemplateColumns: { sm: '112px minmax(0, 1fr)' } } };
