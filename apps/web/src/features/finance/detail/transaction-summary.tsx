import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Transaction, transactionTypeLabels } from '@shifa/contract';
import { formatDay, formatWeekday } from '../../../lib/format';
import { TransactionFlagChip, TransactionStatusChip } from '../transaction-status';
import { amountWords } from '../transaction.fields';

/** What is looked for first: how much, which way, where it stands, when and where. */
export function TransactionSummary({ entry }: { entry: Transaction }) {
  const { type, status, flags, date, laboratoryId, reversalOf } = entry;
  const label = transactionTypeLabels[type];
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" useFlexGap sx={{ alignItems: 'center', gap: 2, flexWrap: 'wrap' }}>
        <Typography variant="body2" color="textSecondary">
          {reversalOf === null ? label : `Reversal of ${label.toLowerCase()}`}
        </Typography>
        <TransactionStatusChip status={status} />
        {flags.map((flag) => (
          <TransactionFlagChip key={flag} flag={flag} />
        ))}
      </Stack>
      <Typography variant="figure" component="p" sx={{ overflowWrap: 'anywhere' }}>
        {amountWords(entry)}
      </Typography>
      <Typography color="textSecondary">
        <time dateTime={date}>
          {formatWeekday(date)}, {formatDay(date, 'long')}
        </time>{' '}
        · {laboratoryId.name}
      </Typography>
    </Stack>
  );
}
