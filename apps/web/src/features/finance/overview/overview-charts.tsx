import Box from '@mui/material/Box';
import { paymentMethodLabels, transactionCategoryLabels, type TransactionStats } from '@shifa/contract';
import { FlowCard } from '../charts/flow-card';
import type { FlowRow } from '../charts/flow';
import { monthWords, periodWords } from '../period/finance-period';

/** Where the money of the period came from and went, and how that went over twelve months. */
export function OverviewCharts({ stats }: { stats: TransactionStats }) {
  const empty = `Nothing is approved in ${periodWords(stats.period)} yet.`;
  return (
    <Box sx={grid}>
      <Box sx={{ gridColumn: '1 / -1', minWidth: 0 }}>
        <FlowCard
          title="Twelve months"
          head="Month"
          rows={trendRows(stats)}
          figures={['income', 'expense', 'net', 'pendingIncome', 'pendingExpense']}
          layout="columns"
          empty="Nothing was entered in these twelve months."
        />
      </Box>
      <FlowCard
        title="By category"
        head="Category"
        rows={categoryRows(stats)}
        figures={['income', 'expense']}
        layout="bars"
        empty={empty}
      />
      <FlowCard
        title="By payment method"
        head="Payment method"
        rows={methodRows(stats)}
        figures={['income', 'expense']}
        layout="bars"
        empty={empty}
      />
    </Box>
  );
}

function trendRows({ trend }: TransactionStats): FlowRow[] {
  return trend.map(({ month, ...sums }) => ({ key: month, label: monthWords(month), ...sums }));
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

const grid = {
  display: 'grid',
  gap: 4,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
};
