import Block from '@mui/icons-material/BlockOutlined';
import Check from '@mui/icons-material/CheckOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Edit from '@mui/icons-material/EditOutlined';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Send from '@mui/icons-material/SendOutlined';
import Undo from '@mui/icons-material/UndoOutlined';
import Stack from '@mui/material/Stack';
import { approversOf, type DecisionBody, needsSuperAdmin, type Transaction } from '@shifa/contract';
import { defineActions, type Given } from '../../screens/actions/define-actions';
import { lazyForm } from '../../ui/drawers/lazy-form';
import { lazyPart } from '../../ui/lazy-part';
import { paths } from '../../config/paths';
import { api } from '../../data/api';
import { formatDay } from '../../lib/format';
import { send } from '../../data/queries';
import { conflictIn, describeActionFailure, describeDecisionFailure, describeResubmitFailure } from './conflict';
import { firstApprovalText } from './finance.messages';
import { Rejection } from './rejection';
import { approversLabel, describeEntry } from './transaction.format';
import { transactionResource } from './transaction.resource';

export const reasonHelp = 'The creator sees this reason and can correct the entry or send it again.';

const EditTransaction = lazyForm(
  () => 'Edit entry',
  async () => (await import('./form/edit-transaction')).EditTransaction,
);

const ApproversDialog = lazyPart(async () => (await import('./decisions/approvers')).ApproversDialog);

export const transactionActions = defineActions(transactionResource, {
  approve: {
    label: 'Approve',
    icon: <Check />,
    outcome: decisionOutcome,
    undoOnPhone: 'Undo approval',
    send: ({ _id }, version, given) => decide(_id, { approved: true, version }, given),
    describeFailure: describeDecisionFailure,
  },
  reject: {
    label: 'Reject',
    icon: <Close />,
    title: ({ transactionNo }) => `Reject entry ${transactionNo}`,
    destructive: true,
    question: (entry) => <strong>{describeEntry(entry)}</strong>,
    reason: { help: reasonHelp },
    outcome: decisionOutcome,
    send: ({ _id }, version, given) => decide(_id, { approved: false, reason: given.reason, version }, given),
    describeFailure: describeDecisionFailure,
    closesOn: (error) => conflictIn(error) !== undefined,
  },
  approvers: { label: approversLabel, icon: <PersonSearch />, dialog: ApproversDialog },
  resubmit: {
    label: 'Send again',
    icon: <Send />,
    title: ({ transactionNo }) => `Send ${transactionNo} again`,
    question: (entry) => (
      <Stack sx={{ gap: 2 }}>
        <strong>{describeEntry(entry)}</strong>
        {entry.rejection && <Rejection rejection={entry.rejection} />}
        <span>
          This sends the entry and its receipts, unchanged, to another approver. To correct it first, choose Edit.
        </span>
      </Stack>
    ),
    outcome: 'was sent for approval again',
    send: ({ _id }, version, { key }) =>
      send(api.transactions.resubmit, { params: { id: _id }, body: { version } }, { key }),
    describeFailure: describeResubmitFailure,
  },
  edit: { label: 'Edit', icon: <Edit />, form: EditTransaction },
  cancel: {
    label: 'Cancel entry',
    icon: <Block />,
    title: ({ transactionNo }) => `Cancel entry ${transactionNo}`,
    cancelLabel: 'Keep entry',
    destructive: true,
    question: (entry) => (
      <Stack sx={{ gap: 2 }}>
        <strong>{describeEntry(entry)}</strong>
        <span>
          It can no longer be approved or changed, and totals don't include it. The entry and its number are kept.
        </span>
      </Stack>
    ),
    outcome: 'was cancelled',
    send: ({ _id }, version, { signal }) =>
      send(api.transactions.cancel, { params: { id: _id }, query: { version } }, { signal }),
    describeFailure: describeActionFailure,
  },
  reverse: {
    label: 'Reverse',
    icon: <Undo />,
    title: ({ transactionNo }) => `Reverse entry ${transactionNo}`,
    verb: 'Reverse entry',
    question: (entry) => (
      <Stack sx={{ gap: 2 }}>
        <strong>
          {describeEntry(entry)} · {formatDay(entry.date)}
        </strong>
        <span>
          A contra entry of the same amount is created, dated today, and awaits approval. Once it is approved, the two
          cancel each other out; the original stays unchanged in its period.
        </span>
      </Stack>
    ),
    reason: { help: 'This becomes the description of the contra entry. The approver sees it.' },
    outcome: ({ transactionNo, reversalOf }) =>
      `${transactionNo} was entered and reverses ${reversalOf?.transactionNo ?? 'the entry'} once it is approved`,
    send: ({ _id }, _version, { reason, key, signal }) =>
      send(api.transactions.create, { body: { reversalOf: _id, description: reason } }, { key, signal }),
    describeFailure: describeActionFailure,
  },
  print: { label: 'Print voucher', icon: <Print />, to: ({ _id }) => paths.voucher(_id) },
});

/** With `keepalive`, as an approval may be sent while the page is closing. */
function decide(id: string, body: DecisionBody, { key, signal }: Given): Promise<Transaction> {
  return send(api.transactions.approve, { params: { id }, body }, { key, signal, keepalive: true });
}

/** The result of a decision, and who has to approve next. */
function decisionOutcome(entry: Transaction): string {
  const { transactionNo, status, flags } = entry;
  if (status === 'partially_approved') {
    return firstApprovalText(transactionNo, needsSuperAdmin(flags, approversOf(entry)));
  }
  return status === 'rejected' ? `${transactionNo} was rejected` : `${transactionNo} was approved`;
}
