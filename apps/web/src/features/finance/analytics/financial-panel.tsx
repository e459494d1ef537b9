import {
  type FinancialAnalytics,
  FinancialAnalyticsQuery,
  type Sums,
  type SumsAndPending,
  type TotalPaise,
} from '@shifa/contract';
import type { AnalyticsFilter, AnalyticsPanelProps } from '../../../screens/report/analytics-kind';
import { type AnalyticsDefinition, AnalyticsPanel } from '../../../screens/report/analytics-panel';
import type { Measure } from '../../../screens/report/analytics-table';
import { api } from '../../../data/api';
import { decimalRupees, formatCount, formatMoney, formatMoneyShort } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { type FlowMeasure, flowSeries } from '../charts/flow';
import { countedEntriesPath, waitingEntriesPath } from '../finance-navigation';
import { formatChange } from '../transaction.format';

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
    { label: 'Entries', format: ({ count }) => formatCount(count), sheet: { value: ({ count }) => count } },
    money('Income', ({ incomePaise }) => incomePaise),
    money('Expenses', ({ expensePaise }) => expensePaise),
    {
      ...money('Net', ({ netPaise }) => netPaise),
      compared: {
        amount: ({ netPaise }) => BigInt(netPaise),
        format: (paise) => formatMoney(BigInt(paise)),
      },
    },
    money('Pending income', ({ pending }) => pending.incomePaise),
    money('Pending expenses', ({ pending }) => pending.expensePaise),
  ],
  rowPath: ({ groupBy }, { key, period }, { laboratoryId }) =>
    countedEntriesPath({ laboratoryId, ...period, ...ownFilter(groupBy, key) }),
  why: {
    rule: "Approved and reversed entries count by their date; a contra entry counts with a minus sign. Pending entries are shown beside the totals and aren't part of them. Rejected and cancelled entries don't count.",
    lines: ({ count, incomePaise, expensePaise, netPaise, pending }) => [
      { label: 'Entries', value: formatCount(count) },
      { label: 'Income', value: formatMoney(incomePaise) },
      { label: 'Expenses', value: `− ${formatMoney(expensePaise)}` },
      { label: 'Net', value: formatMoney(netPaise), strong: true },
      { label: 'Pending entries, not counted', value: formatCount(pending.count) },
    ],
    records: 'Show the entries',
  },
};

/** Income, expenses and pending amounts; each total links to its entries. */
export function FinancialPanel(props: AnalyticsPanelProps) {
  return <AnalyticsPanel<SumsAndPending> {...props} of={analysis} />;
}

function money(label: string, paise: (sums: SumsAndPending) => TotalPaise): Measure<SumsAndPending> {
  return {
    label,
    format: (sums) => formatMoney(paise(sums)),
    sheet: { value: (sums) => decimalRupees(paise(sums)) },
  };
}

const filterOf = { category: 'category', method: 'paymentMethod', laboratory: 'laboratoryId' } as const;

function ownFilter(groupBy: FinancialAnalytics['groupBy'], key: string): Partial<AnalyticsFilter> {
  return groupBy in filterOf ? { [filterOf[groupBy as keyof typeof filterOf]]: key } : {};
}
