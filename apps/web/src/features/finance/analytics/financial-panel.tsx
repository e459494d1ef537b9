import {
  type FinancialAnalytics,
  FinancialAnalyticsQuery,
  type Sums,
  type SumsAndPending,
  type TotalPaise,
} from '@shifa/contract';
import type { AnalyticsPanelProps } from '../../../screens/report/analytics-kind';
import { type AnalyticsDefinition, AnalyticsPanel } from '../../../screens/report/analytics-panel';
import { api } from '../../../data/api';
import { formatCount, formatMoney, formatMoneyShort } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { type FlowMeasure, flowSeries } from '../charts/flow';
import { countedEntriesPath, waitingEntriesPath } from '../finance-navigation';
import { formatChange } from '../transaction.format';
import * as measure from './financial-measures';

const analysis: AnalyticsDefinition<SumsAndPending, FinancialAnalytics> = {
  query: (filter) => queryOf(api.transactions.analytics, { query: FinancialAnalyticsQuery.parse(filter) }),
  file: 'financial-analysis',
  empty: (period) => `Nothing was entered in ${period}`,
  cards: ({ totals: { values, previous }, period }, { filter: { laboratoryId }, before }) => {
    const { pending } = values;
    const within = { laboratoryId, ...period };
    const note = (of: (sums: Sums) => TotalPaise) =>
      previous && before !== undefined ? formatChange(of(values), of(previous), before) : undefined;
    return [
      {
        label: 'Income',
        figure: formatMoney(values.incomePaise),
        note: note(({ incomePaise }) => incomePaise),
        to: countedEntriesPath({ ...within, type: 'income' }),
      },
      {
        label: 'Expenses',
        figure: formatMoney(values.expensePaise),
        note: note(({ expensePaise }) => expensePaise),
        to: countedEntriesPath({ ...within, type: 'expense' }),
      },
      {
        label: 'Net',
        figure: formatMoney(values.netPaise),
        note: note(({ netPaise }) => netPaise),
        to: countedEntriesPath(within),
      },
      {
        label: 'Pending',
        figure: formatCount(pending.count),
        note:
          pending.count === 0
            ? 'Nothing is pending'
            : `${formatMoney(pending.incomePaise)} income and ${formatMoney(pending.expensePaise)} expenses, not in the totals`,
        to: waitingEntriesPath(within),
      },
    ];
  },
  series: (layout) => {
    // A line connects periods of time, never categories.
    const net: FlowMeasure[] = layout === 'columns' ? ['net'] : [];
    const measures: FlowMeasure[] = ['income', 'expense', ...net, 'pendingIncome', 'pendingExpense'];
    return flowSeries(measures, layout).map(({ value, format, ...series }) => ({
      ...series,
      value: ({ values, ...row }) => value({ ...row, ...values }),
      format: ({ values, ...row }) => format({ ...row, ...values }),
    }));
  },
  formatTick: formatMoneyShort,
  measures: [
    measure.entries,
    measure.income,
    measure.expenses,
    { ...measure.net, compared: measure.compared.net },
    measure.pendingIncome,
    measure.pendingExpenses,
  ],
  rowPath: ({ groupBy }, { key, period }, { laboratoryId }) =>
    countedEntriesPath({ laboratoryId, ...period, ...measure.filterOfRow(groupBy, key) }),
  why: measure.financialWhy,
};

/** Income, expenses and pending amounts; each total links to its entries. */
export function FinancialPanel(props: AnalyticsPanelProps) {
  return <AnalyticsPanel<SumsAndPending> {...props} of={analysis} />;
}
