import Box from '@mui/material/Box';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { type LaboratoryComparison, transactionCategoryLabels, type TransactionStats } from '@shifa/contract';
import { Link } from 'react-router-dom';
import type { DashboardExtension } from '../../screens/detail/dashboard-extensions';
import { type Figure, Figures } from '../../ui/figures';
import { formatCount, formatMoney, formatMoneyShort, formatMonth } from '../../lib/format';
import { formatPeriod } from '../../screens/report/report-period';
import { FlowCard } from './charts/flow-card';
import { countedEntriesPath, entriesPath, entryPath, waitingEntriesPath } from './finance-navigation';

import { formatChange } from './transaction.format';

const MOST_CATEGORIES = 5;

/** The money of this month, and of twelve. */
export const financeExtension: DashboardExtension<'finance'> = {
  block: 'finance',
  title: 'Money this month',
  permission: 'transactions.view',
  wide: true,
  Block: FinanceBlock,
  columns: [
    {
      heading: 'Net this month',
      value: ({ finance }) => finance && Number(finance.netPaise),
      format: (paise) => formatMoneyShort(paise),
      to: (row) => countedEntriesPath(within(row)),
    },
    {
      heading: 'Pending',
      value: ({ finance }) => finance?.pendingCount,
      format: formatCount,
      to: (row) => waitingEntriesPath(within(row)),
    },
  ],
  documents: {
    transaction: { noun: 'Entry', path: (_id) => entryPath({ _id }) },
    bill: { noun: 'Bill', path: (_id) => entryPath({ _id }) },
  },
};

function within({ laboratory, finance }: LaboratoryComparison) {
  return { laboratoryId: laboratory._id, ...finance?.period };
}

type FinanceBlockProps = { data: TransactionStats; laboratoryId: string | undefined };

function FinanceBlock({ data: stats, laboratoryId }: FinanceBlockProps) {
  const largest = stats.byCategory.toSorted((a, b) => Number(b.amountPaise) - Number(a.amountPaise));
  return (
    <>
      <Figures figures={figuresOf(stats, laboratoryId)} />
      <Box sx={columnsStyle}>
        <FlowCard
          bare
          title="Twelve months"
          head="Month"
          empty="Nothing was entered in these twelve months."
          layout="columns"
          measures={['income', 'expense', 'net']}
          rows={stats.trend.map(({ month, ...sums }) => ({ key: month, label: formatMonth(month), ...sums }))}
        />
        <section aria-label="Largest categories">
          <Typography variant="subtitle2" component="h3" sx={{ mb: 2 }}>
            Largest categories
          </Typography>
          {largest.length === 0 && <Typography color="textSecondary">Nothing has been approved yet.</Typography>}
          <Box component="ul" sx={listStyle}>
            {largest.slice(0, MOST_CATEGORIES).map(({ category, type, amountPaise }) => (
              <li key={category}>
                <MuiLink
                  component={Link}
                  to={countedEntriesPath({ laboratoryId, category, ...stats.period })}
                  color="inherit"
                  underline="hover"
                >
                  {transactionCategoryLabels[category]}
                </MuiLink>
                <span className="tabular">
                  {type === 'expense' ? '−' : '+'}
                  {formatMoney(amountPaise)}
                </span>
              </li>
            ))}
          </Box>
        </section>
      </Box>
    </>
  );
}

function figuresOf(stats: TransactionStats, laboratoryId: string | undefined): Figure[] {
  const { incomePaise, expensePaise, netPaise, pending, previous, period, previousPeriod, rejectedCount } = stats;
  const before = formatPeriod(previousPeriod);
  const range = { laboratoryId, ...period };
  return [
    {
      label: 'Income',
      wide: true,
      figure: formatMoney(incomePaise),
      note: formatChange(incomePaise, previous.incomePaise, before),
      to: countedEntriesPath({ ...range, type: 'income' }),
    },
    {
      label: 'Expenses',
      wide: true,
      figure: formatMoney(expensePaise),
      note: formatChange(expensePaise, previous.expensePaise, before),
      to: countedEntriesPath({ ...range, type: 'expense' }),
    },
    {
      label: 'Net',
      wide: true,
      figure: formatMoney(netPaise),
      note: formatChange(netPaise, previous.netPaise, before),
      to: countedEntriesPath(range),
    },
    {
      label: 'Pending',
      figure: formatCount(pending.count),
      note: 'Not in the totals',
      to: waitingEntriesPath(range),
    },
    {
      label: 'Rejected',
      figure: formatCount(rejectedCount),
      note: 'To correct or cancel',
      to: entriesPath({ ...range, status: 'rejected' }),
    },
  ];
}

const columnsStyle = {
  display: 'grid',
  gap: 6,
  mt: 6,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 1fr)' },
};
const listStyle = {
  listStyle: 'none',
  p: 0,
  m: 0,
  '& li': { display: 'flex', justifyContent: 'space-between', gap: 4, py: 2, flexWrap: 'wrap' },
  '@media (pointer: coarse)': { '& li': { py: 3 } },
  '& li + li': { borderTop: 1, borderColor: 'divider' },
};
