import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { paymentMethodLabels, transactionCategoryLabels, type TransactionStats } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link as RouterLink } from 'react-router-dom';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Skeleton, StatCardSkeleton } from '../../../ui/loading/skeleton';
import { StatCard } from '../../../ui/stat-card';
import { touchTarget } from '../../../ui/touch-target';
import { api } from '../../../data/api';
import { formatCount, formatMoney, formatMonth } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { usePermission } from '../../../data/use-session';
import { useUrlState } from '../../../data/use-url-state';
import type { FlowRow } from '../charts/flow';
import { FlowCard } from '../charts/flow-card';
import { countedEntriesPath, entriesPath, waitingEntriesPath } from '../finance-navigation';
import {
  chosenPeriod,
  describeComparison,
  formatPeriod,
  type Period,
  periodLabels,
  PeriodState,
} from '../../../screens/report/report-period';
import { useFinanceToday } from '../period/finance-period';
import { PeriodChooser } from '../../../screens/report/period-chooser';
import { PeriodCloseNote } from '../period-close/period-close-note';
import { formatChange, formatEntryCount } from '../transaction.format';

/** Income, expenses and pending amounts of a period, for one laboratory or all; each total links to its entries. */
export function OverviewPage() {
  const [state, change] = useUrlState(PeriodState);
  const chosen = chosenPeriod(state, useFinanceToday(state.laboratoryId));
  return (
    <>
      <PeriodChooser
        labels={periodLabels}
        permission="transactions.view"
        state={state}
        chosen={chosen}
        onChange={change}
      />
      {!('fault' in chosen) && <Totals {...chosen} laboratoryId={state.laboratoryId} />}
      <PeriodCloseNote laboratoryId={state.laboratoryId} />
    </>
  );
}

function Totals(asked: Period & { laboratoryId: string | undefined }) {
  const query = useQuery({
    ...queryOf(api.transactions.stats, { query: asked }),
    placeholderData: keepPreviousData,
  });
  if (query.data) {
    return (
      // The previous totals stay until the next ones have been loaded. Their links would be those of the next filter.
      <Box
        aria-busy={query.isPlaceholderData}
        inert={query.isPlaceholderData}
        sx={{ opacity: query.isPlaceholderData ? 0.6 : 1 }}
      >
        <OverviewCards stats={query.data} laboratoryId={asked.laboratoryId} />
        <OverviewCharts stats={query.data} />
      </Box>
    );
  }
  return <NotLoaded query={query} what="the totals" skeleton={<OverviewCardsSkeleton />} />;
}

type OverviewCardsProps = { stats: TransactionStats; laboratoryId: string | undefined };

/** Each total links to exactly the entries that it includes. */
function OverviewCards({ stats, laboratoryId }: OverviewCardsProps) {
  const canApprove = usePermission('transactions.approve').allowed;
  const { rejectedCount, period, previousPeriod } = stats;
  return (
    <Box sx={{ mb: 6 }}>
      <Box sx={cardsStyle}>
        {cardsOf(stats, laboratoryId, canApprove).map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </Box>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
        {describeComparison(period, previousPeriod)}
      </Typography>
      {rejectedCount > 0 && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          <Link
            component={RouterLink}
            underline="always"
            to={entriesPath({ laboratoryId, status: 'rejected', ...period })}
            sx={{ position: 'relative', display: 'inline-block', ...touchTarget }}
          >
            {formatEntryCount(rejectedCount)} rejected
          </Link>{' '}
          in this period need to be corrected or cancelled.
        </Typography>
      )}
    </Box>
  );
}

function cardsOf(stats: TransactionStats, laboratoryId: string | undefined, canApprove: boolean) {
  const { incomePaise, expensePaise, netPaise, pending, previous, period, previousPeriod, waitingForMe } = stats;
  const before = formatPeriod(previousPeriod);
  const within = { laboratoryId, ...period };
  const cards: ComponentProps<typeof StatCard>[] = [
    {
      label: 'Income',
      figure: formatMoney(incomePaise),
      note: formatChange(incomePaise, previous.incomePaise, before),
      to: countedEntriesPath({ ...within, type: 'income' }),
    },
    {
      label: 'Expenses',
      figure: formatMoney(expensePaise),
      note: formatChange(expensePaise, previous.expensePaise, before),
      to: countedEntriesPath({ ...within, type: 'expense' }),
    },
    {
      label: 'Net',
      figure: formatMoney(netPaise),
      note: formatChange(netPaise, previous.netPaise, before),
      to: countedEntriesPath(within),
    },
    {
      label: 'Pending',
      figure: formatCount(pending.count),
      note: describePending(stats),
      to: waitingEntriesPath(within),
    },
  ];
  if (canApprove) {
    cards.push({
      label: 'Needs my decision',
      figure: formatCount(waitingForMe),
      note: waitingForMe === 0 ? 'Nothing to decide' : 'To approve or reject, regardless of date',
      to: entriesPath({ laboratoryId, waitingForMe: 'true' }),
    });
  }
  return cards;
}

/** Pending amounts are not part of the totals. Those of the previous period are mentioned but not counted. */
function describePending({ pending, previous, previousPeriod }: TransactionStats): string {
  const { count, incomePaise, expensePaise } = pending;
  const now =
    count === 0
      ? 'Nothing is pending.'
      : `${formatMoney(incomePaise)} income and ${formatMoney(expensePaise)} expenses, not in the totals.`;
  const older = previous.pending.count;
  return older === 0 ? now : `${now} ${formatEntryCount(older)} of ${formatPeriod(previousPeriod)} also pending.`;
}

function OverviewCardsSkeleton() {
  return (
    <>
      <Box sx={{ ...cardsStyle, mb: 6 }}>
        <StatCardSkeleton count={5} />
      </Box>
      <Skeleton silent variant="rectangular" height={420} />
    </>
  );
}

/** Three cards in the first row: five would be too narrow for large amounts. */
const cardsStyle = {
  display: 'grid',
  gap: 4,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(6, minmax(0, 1fr))' },
  '& > *': { gridColumn: { md: 'span 3' } },
  '& > :nth-of-type(-n + 3)': { gridColumn: { md: 'span 2' } },
};

/** The period by category and payment method, and the twelve months up to its end. */
function OverviewCharts({ stats }: { stats: TransactionStats }) {
  const empty = `Nothing has been approved in ${formatPeriod(stats.period)} yet.`;
  return (
    <Box sx={chartsStyle}>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <FlowCard
          title="Twelve months"
          head="Month"
          rows={trendRows(stats)}
          measures={['income', 'expense', 'net', 'pendingIncome', 'pendingExpense']}
          layout="columns"
          empty="Nothing was entered in these twelve months."
        />
      </Box>
      <FlowCard
        title="By category"
        head="Category"
        rows={categoryRows(stats)}
        measures={['income', 'expense']}
        layout="bars"
        empty={empty}
      />
      <FlowCard
        title="By payment method"
        head="Payment method"
        rows={methodRows(stats)}
        measures={['income', 'expense']}
        layout="bars"
        empty={empty}
      />
    </Box>
  );
}

function trendRows({ trend }: TransactionStats): FlowRow[] {
  return trend.map(({ month, ...sums }) => ({ key: month, label: formatMonth(month), ...sums }));
}

function categoryRows({ byCategory }: TransactionStats): FlowRow[] {
  return byCategory.map(({ category, type, amountPaise }) => ({
    key: category,
    label: transactionCategoryLabels[category],
    incomePaise: type === 'income' ? amountPaise : 0,
    expensePaise: type === 'expense' ? amountPaise : 0,
  }));
}

function methodRows({ byMethod }: TransactionStats): FlowRow[] {
  return byMethod.map(({ paymentMethod, incomePaise, expensePaise }) => ({
    key: paymentMethod,
    label: paymentMethodLabels[paymentMethod],
    incomePaise,
    expensePaise,
  }));
}

const chartsStyle = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};
