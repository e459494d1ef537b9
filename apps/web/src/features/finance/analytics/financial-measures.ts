import type { FinancialAnalytics, Sums, TotalPaise } from '@shifa/contract';
import type { Measure, Why } from '../../../screens/report/analytics-table';
import { decimalRupees, formatCount, formatMoney } from '../../../lib/format';

/** Without pending amounts where these were not counted, as in a previous period. */
export type Flow = Sums & { pending?: Sums | undefined };

export const entries: Measure<Flow> = {
  label: 'Entries',
  format: ({ count }) => formatCount(count),
  sheet: { value: ({ count }) => count },
};
export const income = money('Income', ({ incomePaise }) => incomePaise);
export const expenses = money('Expenses', ({ expensePaise }) => expensePaise);
export const net = money('Net', ({ netPaise }) => netPaise);
export const pendingIncome = money('Pending income', ({ pending }) => pending?.incomePaise);
export const pendingExpenses = money('Pending expenses', ({ pending }) => pending?.expensePaise);

export const compared = {
  income: comparison('Previous income', 'Change of income', ({ incomePaise }) => incomePaise),
  expenses: comparison('Previous expenses', 'Change of expenses', ({ expensePaise }) => expensePaise),
  net: comparison('Previous net', 'Change of net', ({ netPaise }) => netPaise),
};

export const financialWhy: Why<Flow> = {
  rule: "Approved and reversed entries count by their date; a contra entry counts with a minus sign. Pending entries are shown beside the totals and aren't part of them. Rejected and cancelled entries don't count.",
  lines: ({ count, incomePaise, expensePaise, netPaise, pending }) => [
    { label: 'Entries', value: formatCount(count) },
    { label: 'Income', value: formatMoney(incomePaise) },
    { label: 'Expenses', value: `− ${formatMoney(expensePaise)}` },
    { label: 'Net', value: formatMoney(netPaise), strong: true },
    { label: 'Pending entries, not counted', value: formatCount(pending?.count ?? 0) },
  ],
  records: 'Show the entries',
};

const filterOf = { category: 'category', method: 'paymentMethod', laboratory: 'laboratoryId' } as const;

/** What narrows the list of entries to those of a row. */
export function filterOfRow(groupBy: FinancialAnalytics['groupBy'], key: string): Record<string, string> {
  return groupBy in filterOf ? { [filterOf[groupBy as keyof typeof filterOf]]: key } : {};
}

function money(label: string, paise: (flow: Flow) => TotalPaise | undefined): Measure<Flow> {
  return {
    label,
    format: (flow) => formatMoney(paise(flow) ?? 0),
    sheet: { value: (flow) => decimalRupees(paise(flow) ?? 0) },
  };
}

function comparison(previous: string, change: string, paise: (flow: Flow) => TotalPaise): Measure<Flow>['compared'] {
  return {
    previous,
    change,
    amount: (flow) => BigInt(paise(flow)),
    format: (amount) => formatMoney(BigInt(amount)),
  };
}
