import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { transactionCategoryLabels, type TransactionListItem } from '@shifa/contract';
import { formatDay } from '../../../lib/format';
import { EntryAmount } from '../entry-amount';
import { FlagMarks, ReceiptMark } from '../entry-marks';
import { TransactionStatusChip } from '../transaction-status';

/** An entry on a phone: how much and where it stands first, then with whom and what for. */
export function TransactionCard({ entry }: { entry: TransactionListItem }) {
  const { transactionNo, date, party, description, category, status, flags, receiptCount } = entry;
  return (
    <Stack sx={{ gap: 1, pr: 8, minWidth: 0 }}>
      <Stack
        direction="row"
        useFlexGap
        sx={{
          gap: 2,
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          mr: -8,
          fontSize: '1rem',
        }}
      >
        <EntryAmount entry={entry} />
        <TransactionStatusChip status={status} />
      </Stack>
      <Typography variant="h4" component="h2" noWrap>
        {party ?? description}
      </Typography>
      <Typography variant="body2" color="textSecondary" noWrap>
        {party === null
          ? transactionCategoryLabels[category]
          : `${transactionCategoryLabels[category]} · ${description}`}
      </Typography>
      <Stack
        direction="row"
        useFlexGap
        className="tabular"
        sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center', color: 'text.secondary', fontSize: '0.8125rem' }}
      >
        <span>
          {formatDay(date)} · {transactionNo}
        </span>
        <FlagMarks flags={flags} />
        <ReceiptMark receiptCount={receiptCount} />
      </Stack>
    </Stack>
  );
}
