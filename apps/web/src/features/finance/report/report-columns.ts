import type { Sums, SumsAndPending, TransactionReport, TransactionType } from '@shifa/contract';
import { formatCount, formatMoney } from '../../../lib/format';
import { changePercent, signedMoney } from '../change-words';

/** A row of the report, or its totals. */
export type ReportSums = SumsAndPending & { previous: Sums | null };

export type ReportColumn = {
  label: string;
  print: (sums: ReportSums) => string;
  /** As a spreadsheet reads it: rupees without sign of currency or grouping. */
  plain: (sums: ReportSums) => string;
};

const money = (label: string, paise: (sums: ReportSums) => number): ReportColumn => ({
  label,
  print: (sums) => formatMoney(paise(sums)),
  plain: (sums) => rupees(paise(sums)),
});

/** The columns that a report has: both types with their net or the one that is asked for, and the change where it is. */
export function reportColumns(
  { previousPeriod }: TransactionReport,
  type: TransactionType | undefined,
): ReportColumn[] {
  const columns: ReportColumn[] = [
    { label: 'Entries', print: ({ count }) => formatCount(count), plain: ({ count }) => String(count) },
  ];
  if (type !== 'expense') columns.push(money('Income', (sums) => sums.incomePaise));
  if (type !== 'income') columns.push(money('Expenses', (sums) => sums.expensePaise));
  if (!type) columns.push(money('Net', (sums) => sums.netPaise));
  if (previousPeriod) columns.push(...changeColumns(type));
  if (type !== 'expense') columns.push(money('Pending income', ({ pending }) => pending.incomePaise));
  if (type !== 'income') columns.push(money('Pending expenses', ({ pending }) => pending.expensePaise));
  return columns;
}

const compared = {
  income: { label: 'income', paise: (sums: Sums) => sums.incomePaise },
  expense: { label: 'expenses', paise: (sums: Sums) => sums.expensePaise },
  net: { label: 'net', paise: (sums: Sums) => sums.netPaise },
};

function changeColumns(type: TransactionType | undefined): ReportColumn[] {
  const { label, paise } = compared[type ?? 'net'];
  const change = (sums: ReportSums) => (sums.previous ? paise(sums) - paise(sums.previous) : 0);
  return [
    {
      ...money(`Previous ${label}`, ({ previous }) => (previous ? paise(previous) : 0)),
      print: ({ previous }) => (previous ? formatMoney(paise(previous)) : '–'),
    },
    {
      label: `Change of ${label}`,
      print: (sums) => {
        if (!sums.previous) return '–';
        const share = changePercent(paise(sums), paise(sums.previous));
        return share === undefined ? signedMoney(change(sums)) : `${signedMoney(change(sums))} (${share})`;
      },
      plain: (sums) => rupees(change(sums)),
    },
  ];
}

/** Whole paise as `1250.50`, exactly. */
function rupees(paise: number): string {
  const digits = Math.abs(paise).toString().padStart(3, '0');
  return `${paise < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
