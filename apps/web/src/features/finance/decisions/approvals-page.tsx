import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  type Transaction,
  transactionCategoryLabels,
  transactionFlagLabels,
  type TransactionListItem,
  waitingStatuses,
} from '@shifa/contract';
import { RelativeTime } from '../../../ui/relative-time';
import type { Queue } from '../../../screens/inbox/queue';
import { QueuePage } from '../../../screens/inbox/queue-page';
import { usePermission } from '../../../data/use-session';
import { DecisionFailure, describeEvent } from '../conflict';
import { EntryAmount, EntryMarks, TransactionCard } from '../entry-display';
import { entryPath } from '../finance-navigation';
import { OpenedEntry } from '../opened-entry';
import { Rejection } from '../rejection';
import { transactionActions } from '../transaction.actions';
import { entryDecisions } from './entry-decisions';
import { EntryEvidence } from './entry-evidence';

const waitingForMe = { waitingForMe: 'true', sort: 'createdAt' };
const allWaiting = { status: [...waitingStatuses], sort: 'createdAt' };

/** Oldest first: entries are decided in the order in which they were entered. */
export const entryQueue: Queue<TransactionListItem, Transaction> = {
  actions: transactionActions,
  bulk: entryDecisions,
  views: [
    {
      value: 'mine',
      label: 'Needs my decision',
      query: waitingForMe,
      empty: "You're all caught up. Someone else approves the entries you entered or last edited.",
      instead: 'all',
    },
    {
      value: 'all',
      label: 'All pending',
      query: allWaiting,
      empty: 'No entries are pending.',
    },
    {
      value: 'rejected',
      label: 'Rejected',
      query: { status: ['rejected'], sort: '-createdAt' },
      empty: 'No entries are rejected.',
      actions: ['resubmit', 'edit'],
    },
  ],
  lists: { mine: waitingForMe, all: allWaiting },
  since: ({ createdAt }) => createdAt,
  open: { parameter: 'entry' },
  Opened: OpenedEntry,
  href: entryPath,
  Row: EntryRow,
  Card: EntryCard,
  Evidence: EntryEvidence,
  Failure: DecisionFailure,
  describeChange: ({ transactionNo }, change) => `${describeEvent(change)} ${transactionNo}`,
};

/** The entries that await a decision. */
export function ApprovalsPage() {
  return <QueuePage queue={entryQueue} />;
}

function EntryRow({ item }: { item: TransactionListItem }) {
  const { party, description, category, createdAt, laboratoryId, rejection } = item;
  const seesNetwork = useSeesNetwork();
  const entered = (
    <Box component="span" sx={{ ml: 'auto !important' }}>
      <RelativeTime instant={createdAt} timeZone={laboratoryId.timezone} />
    </Box>
  );
  return (
    <>
      <Stack direction="row" sx={{ gap: 2, justifyContent: 'space-between' }}>
        <Typography noWrap sx={{ fontWeight: 500 }}>
          {party ?? description}
        </Typography>
        <EntryAmount entry={item} />
      </Stack>
      <Stack direction="row" className="tabular" sx={secondLineStyle}>
        <span>{transactionCategoryLabels[category]}</span>
        <EntryMarks entry={item} />
        {!seesNetwork && entered}
      </Stack>
      {seesNetwork && (
        <Stack direction="row" className="tabular" sx={secondLineStyle}>
          <span>{laboratoryId.name}</span>
          {entered}
        </Stack>
      )}
      {rejection && <Rejection rejection={rejection} />}
    </>
  );
}

function EntryCard({ item }: { item: TransactionListItem }) {
  const { createdBy, createdAt, flags, approvalsGiven, approvalsNeeded, laboratoryId, rejection } = item;
  const seesNetwork = useSeesNetwork();
  return (
    <>
      <TransactionCard entry={item} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        Entered by {createdBy.name}, <RelativeTime instant={createdAt} />
        {seesNetwork && ` · ${laboratoryId.name}`}
        {flags.map((flag) => ` · ${transactionFlagLabels[flag]}`)}
        {approvalsGiven > 0 && ` · ${approvalsGiven} of ${approvalsNeeded} approvals given`}
      </Typography>
      {rejection && <Rejection rejection={rejection} />}
    </>
  );
}

/** Whether the queue holds entries of several laboratories. */
function useSeesNetwork(): boolean {
  return usePermission('transactions.view').scope === 'all';
}

const secondLineStyle = {
  gap: 2,
  alignItems: 'center',
  fontSize: '0.75rem',
  color: 'text.secondary',
  whiteSpace: 'nowrap',
  '& > span:first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis' },
};
