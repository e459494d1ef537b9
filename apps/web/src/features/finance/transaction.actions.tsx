import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Stack from '@mui/material/Stack';
import { approversOf, needsSuperAdmin, type Transaction } from '@shifa/contract';
import { defineActions } from '../../components/actions/define-actions';
import { lazyForm } from '../../components/form/lazy-form';
import { paths } from '../../config/paths';
import { api } from '../../lib/api';
import { formatDay } from '../../lib/format';
import { send } from '../../lib/queries';
import { conflictIn, describeActionFailure, describeDecisionFailure } from './conflict';
import { formatAmount, labelOf } from './transaction.format';
import { transactionResource } from './transaction.resource';

export const reasonHelp =
  'The person who entered it will read this reason and can correct and resubmit the entry. Ctrl+Enter rejects.';

const EditTransaction = lazyForm(
  () => 'Edit entry',
  async () => (await import('./form/edit-transaction')).EditTransaction,
);

export const transactionActions = defineActions(transactionResource, {
  approve: {
    label: 'Approve',
    icon: <Check />,
    outcome: decisionOutcome,
    send: ({ _id }, version) =>
      send(api.transactions.approve, { params: { id: _id }, body: { approved: true, version } }),
    describeFailure: describeDecisionFailure,
  },
  reject: {
    label: 'Reject',
    icon: <Close />,
    title: ({ transactionNo }) => `Reject entry ${transactionNo}`,
    destructive: true,
    question: (entry) => (
      <>
        {labelOf(entry)} of <strong>{formatAmount(entry)}</strong>
        {entry.party !== null && `, ${entry.party}`}
      </>
    ),
    reason: { help: reasonHelp },
    outcome: decisionOutcome,
    send: ({ _id }, version, { reason }) =>
      send(api.transactions.approve, { params: { id: _id }, body: { approved: false, reason, version } }),
    describeFailure: describeDecisionFailure,
    closesOn: (error) => conflictIn(error) !== undefined,
  },
  edit: { label: 'Edit', icon: <Edit />, form: EditTransaction },
  cancel: {
    label: 'Cancel entry',
    icon: <Block />,
    title: ({ transactionNo }) => `Cancel entry ${transactionNo}`,
    cancelLabel: 'Keep entry',
    destructive: true,
    question: (entry) => (
      <>
        {labelOf(entry)} of <strong>{formatAmount(entry)}</strong>
        {entry.party !== null && `, ${entry.party}`}. It can no longer be approved or changed, and no total includes it.
        The entry and its number are kept.
      </>
    ),
    outcome: 'was cancelled',
    send: ({ _id }, version) => send(api.transactions.cancel, { params: { id: _id }, query: { version } }),
    describeFailure: describeActionFailure,
  },
  reverse: {
    label: 'Reverse',
    icon: <Undo />,
    title: ({ transactionNo }) => `Reverse entry ${transactionNo}`,
    verb: 'Reverse entry',
    question: (entry) => (
      <Stack sx={{ gap: 2 }}>
        <span>
          {labelOf(entry)} of <strong>{formatAmount(entry)}</strong>
          {entry.party !== null && `, ${entry.party}`}, dated {formatDay(entry.date)}.
        </span>
        <span>
          A contra entry of the same amount is created, dated today, and awaits approval. Once it is approved, the two
          cancel each other out; the original stays unchanged in its period.
        </span>
      </Stack>
    ),
    reason: { help: 'It becomes the description of the contra entry. The approver will read it.' },
    outcome: ({ transactionNo, reversalOf }) =>
      `${transactionNo} was entered and reverses ${reversalOf?.transactionNo ?? 'the entry'} once it is approved`,
    send: ({ _id }, _version, { reason, key }) =>
      send(api.transactions.create, {
        body: { reversalOf: _id, description: reason },
        headers: { 'idempotency-key': key },
      }),
    describeFailure: describeActionFailure,
  },
  print: { label: 'Print voucher', icon: <Print />, to: ({ _id }) => paths.voucher(_id) },
});

/** The result of a decision, and who has to approve next. */
function decisionOutcome(entry: Transaction): string {
  const { transactionNo, status, flags } = entry;
  if (status !== 'partially_approved') return `${transactionNo} was ${status}`;
  const next = needsSuperAdmin(flags, approversOf(entry)) ? 'a super admin' : 'another person';
  return `${transactionNo} has its first approval: ${next} also has to approve it`;
}
