import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { TransactionStats } from '@shifa/contract';
import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { Skeleton, StatCardSkeleton } from '../../../components/loading/skeleton';
import { StatCard } from '../../../components/stat-card';
import { formatCount, formatMoney } from '../../../lib/format';
import { usePermission } from '../../../lib/use-session';
import { changeWords } from '../change-words';
import { countedEntriesPath, entriesPath, waitingEntriesPath } from '../entries-path';
import { periodWords } from '../period/finance-period';
import { entriesWords } from '../transaction.fields';

type OverviewCardsProps = { stats: TransactionStats; laboratoryId: string | undefined };

/** Each figure leads to the entries it counts, and to no others. */
export function OverviewCards({ stats, laboratoryId }: OverviewCardsProps) {
  const mayApprove = usePermission('transactions.approve').allowed;
  const { rejectedCount, period } = stats;
  return (
    <Box sx={{ mb: 6 }}>
      <Box sx={grid}>
        {cardsOf(stats, laboratoryId, mayApprove).map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </Box>
      {rejectedCount > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          <Link
            component={RouterLink}
            underline="always"
            to={entriesPath({ laboratoryId, status: 'rejected', ...period })}
          >
            {entriesWords(rejectedCount)} rejected
          </Link>{' '}
          in the period, to be changed or cancelled.
        </Typography>
      )}
    </Box>
  );
}

function cardsOf(stats: TransactionStats, laboratoryId: string | undefined, mayApprove: boolean) {
  const { incomePaise, expensePaise, netPaise, pending, previous, period, previousPeriod, waitingForMe } = stats;
  const before = periodWords(previousPeriod);
  const within = { laboratoryId, ...period };
  const cards: ComponentProps<typeof StatCard>[] = [
    {
      label: 'Income',
      figure: formatMoney(incomePaise),
      note: changeWords(incomePaise, previous.incomePaise, before),
      to: countedEntriesPath({ ...within, type: 'income' }),
    },
    {
      label: 'Expenses',
      figure: formatMoney(expensePaise),
      note: changeWords(expensePaise, previous.expensePaise, before),
      to: countedEntriesPath({ ...within, type: 'expense' }),
    },
    {
      label: 'Net',
      figure: formatMoney(netPaise),
      note: changeWords(netPaise, previous.netPaise, before),
      to: countedEntriesPath(within),
    },
    {
      label: 'Pending',
      figure: formatCount(pending.count),
      note: pendingWords(stats),
      to: waitingEntriesPath(within),
    },
  ];
  if (mayApprove) {
    cards.push({
      label: 'Waiting for you',
      figure: formatCount(waitingForMe),
      note: waitingForMe === 0 ? 'Nothing to decide' : 'To approve or reject, whatever their date',
      to: entriesPath({ laboratoryId, waitingForMe: 'true' }),
    });
  }
  return cards;
}

/** What waits is told apart from the totals; what of the period before waits too is not counted here. */
function pendingWords({ pending, previous, previousPeriod }: TransactionStats): string {
  const { count, incomePaise, expensePaise } = pending;
  const now =
    count === 0
      ? 'Nothing waits.'
      : `${formatMoney(incomePaise)} income and ${formatMoney(expensePaise)} expenses, not in the totals.`;
  const older = previous.pending.count;
  return older === 0 ? now : `${now} ${entriesWords(older)} of ${periodWords(previousPeriod)} waiting too.`;
}

export function OverviewCardsSkeleton() {
  return (
    <>
      <Box sx={{ ...grid, mb: 6 }}>
        <StatCardSkeleton count={5} />
      </Box>
      <Skeleton silent variant="rectangular" height={420} />
    </>
  );
}

/** Three in the first line and what is left in the second, where five would be too narrow for large sums. */
const grid = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
  '& > *': { gridColumn: { md: 'span 3' } },
  '& > :nth-of-type(-n + 3)': { gridColumn: { md: 'span 2' } },
};
