import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  isWaiting,
  paymentMethodLabels,
  type Transaction,
  transactionCategoryLabels,
  type TransactionListItem,
  transactionTypeLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Banner } from '../../../components/banner';
import { ErrorState } from '../../../components/error-state';
import { type Fact, Facts } from '../../../components/facts';
import { Skeleton } from '../../../components/loading/skeleton';
import { RelativeTime } from '../../../components/relative-time';
import { formatDay, formatWeekday } from '../../../lib/format';
import { DecideButtons } from '../decide/decide-buttons';
import { RefusalBanner } from '../decide/refusal-banner';
import type { Decide } from '../decide/use-decide';
import { ApprovalLadder } from '../detail/approval-ladder';
import { EntryLink } from '../detail/entry-link';
import { flowWords } from '../entry-amount';
import { useFinancePolicy } from '../form/use-finance-policy';
import { ReceiptList } from '../receipts/receipt-list';
import { TransactionStatusChip } from '../transaction-status';
import { transactionQueries } from '../transaction.queries';
import { approvalRules } from './approval-rule';
import { DuplicateNotice } from './duplicate-notice';
import { entryPaneId } from './queue-focus';

type EntryPaneProps = {
  id: string;
  /** As the list knows it, until the whole entry is here. */
  row: TransactionListItem | undefined;
  decide: Decide;
  onApprove: (entry: TransactionListItem) => void;
  onReject: (entry: TransactionListItem) => void;
};

/** All that a decision on an entry needs to know, with the decision below. */
export function EntryPane({ id, row, decide, onApprove, onReject }: EntryPaneProps) {
  const { data, error, refetch } = useQuery(transactionQueries.detail(id));
  const entry = data ?? row;
  if (!entry) {
    if (!error) return <Skeleton variant="rectangular" height={320} />;
    return <ErrorState title="The entry could not be loaded" error={error} onRetry={() => void refetch()} />;
  }
  return (
    <Card
      component="section"
      id={entryPaneId(id)}
      tabIndex={-1}
      aria-label={`Entry ${entry.transactionNo}`}
      sx={paneStyle}
    >
      <Stack sx={{ gap: 4, p: 5 }}>
        {decide.refusal && decide.entryId === id && <RefusalBanner refusal={decide.refusal} />}
        <Summary entry={entry} />
        <Warnings entry={entry} whole={data} />
        <Facts facts={factsOf(entry)} />
        {data ? (
          <>
            <ReceiptList transaction={data} />
            <ApprovalLadder entry={data} />
          </>
        ) : error ? (
          <Banner tone="error">Receipts and approvals could not be loaded.</Banner>
        ) : (
          <Skeleton variant="rectangular" height={96} />
        )}
      </Stack>
      <Stack direction="row" sx={footStyle}>
        <DecideButtons
          entry={entry}
          pending={decide.pending}
          onApprove={() => onApprove(entry)}
          onReject={() => onReject(entry)}
        />
      </Stack>
    </Card>
  );
}

function Summary({ entry }: { entry: TransactionListItem }) {
  const { type, date, status, party, description, laboratoryId, reversalOf } = entry;
  const label = transactionTypeLabels[type];
  return (
    <Stack sx={{ gap: 1 }}>
      <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography variant="body2" color="textSecondary">
          {reversalOf === null ? label : `Reversal of ${label.toLowerCase()}`}
        </Typography>
        <TransactionStatusChip status={status} />
        <Box sx={{ ml: 'auto' }}>
          <EntryLink entry={entry} />
        </Box>
      </Stack>
      <Typography variant="figure" component="h2" sx={{ overflowWrap: 'anywhere' }}>
        {flowWords(entry)}
      </Typography>
      <Typography variant="h3" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {party ?? 'No party entered'}
      </Typography>
      <Typography sx={{ overflowWrap: 'anywhere', whiteSpace: 'pre-line' }}>{description}</Typography>
      <Typography variant="body2" color="textSecondary">
        <time dateTime={date}>
          {formatWeekday(date)}, {formatDay(date, 'long')}
        </time>{' '}
        · {laboratoryId.name}
      </Typography>
    </Stack>
  );
}

function Warnings({ entry, whole }: { entry: TransactionListItem; whole: Transaction | undefined }) {
  const policy = useFinancePolicy(entry.laboratoryId._id);
  const rules = approvalRules({ ...entry, approvals: whole?.approvals }, policy);
  return (
    <>
      {rules.map((rule) => (
        <Banner key={rule} tone="warning">
          {rule}
        </Banner>
      ))}
      {/* A reversal bears the reference of its original. */}
      {isWaiting(entry.status) && entry.reference !== null && entry.reversalOf === null && (
        <DuplicateNotice reference={entry.reference} laboratoryId={entry.laboratoryId._id} except={entry._id} />
      )}
    </>
  );
}

function factsOf({
  category,
  paymentMethod,
  reference,
  createdBy,
  createdAt,
  laboratoryId,
}: TransactionListItem): Fact[] {
  return [
    { label: 'Category', value: transactionCategoryLabels[category] },
    { label: 'Payment method', value: paymentMethodLabels[paymentMethod] },
    ...(reference === null ? [] : [{ label: 'Reference', value: reference }]),
    {
      label: 'Entered by',
      value: (
        <>
          {createdBy.name}, <RelativeTime instant={createdAt} timeZone={laboratoryId.timezone} />
        </>
      ),
    },
  ];
}

const paneStyle = { position: 'sticky', top: 64, maxHeight: 'calc(100dvh - 88px)', overflowY: 'auto' };

const footStyle = {
  position: 'sticky',
  bottom: 0,
  gap: 2,
  px: 5,
  py: 3,
  borderTop: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
};
