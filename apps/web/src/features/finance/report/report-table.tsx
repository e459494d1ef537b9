import Download from '@mui/icons-material/DownloadOutlined';
import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import {
  PaymentMethodSchema,
  type ReportGroup,
  reportGroupLabels,
  ReportGroupSchema,
  type Sums,
  type SumsAndPending,
  type TotalPaise,
  TransactionCategorySchema,
  type TransactionReport,
  type TransactionType,
  TransactionTypeSchema,
} from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { z } from 'zod';
import { AmountTable } from '../../../ui/amount-table';
import { PermissionButton } from '../../../screens/actions/permission-button';
import { SectionCard } from '../../../ui/section-card';
import { csvOf } from '../../../lib/csv';
import { decimalRupees, formatCount, formatDay, formatMoney, formatMonth } from '../../../lib/format';
import { saveBlob } from '../../../lib/save-file';
import { countedEntriesPath } from '../finance-navigation';
import { describeComparison, formatPeriod, periodNames, PeriodState } from '../../../screens/report/report-period';
import { changeOf, formatChangePercent, formatSignedMoney } from '../transaction.format';

/** The report in the address bar. */
export const ReportState = PeriodState.extend({
  // A year is more useful here than the current month.
  period: z.enum(periodNames).default('this_financial_year'),
  groupBy: ReportGroupSchema.default('month'),
  /** The comparison with the previous period. */
  compare: z.enum(['previous']).optional(),
  type: TransactionTypeSchema.optional(),
  category: TransactionCategorySchema.optional(),
  paymentMethod: PaymentMethodSchema.optional(),
});
export type ReportState = z.output<typeof ReportState>;

type ReportTableProps = { report: TransactionReport; state: ReportState };

/** The report as a table whose rows link to their entries. */
export function ReportTable({ report, state }: ReportTableProps) {
  const { groupBy, period, previousPeriod, rows, totals } = report;
  const columns = reportColumns(report, state.type);
  const head = reportGroupLabels[groupBy];
  const title = `By ${head.toLowerCase()}, ${formatPeriod(period)}`;
  const save = () => {
    saveBlob(csvOf(reportSheet(report, columns)), `financial-report-${period.from}-${period.to}.csv`);
  };
  return (
    <SectionCard
      title={title}
      action={
        <Stack direction="row" className="not-printed" sx={{ gap: 1 }}>
          <PermissionButton
            permission="transactions.export"
            size="small"
            color="inherit"
            startIcon={<Download />}
            onClick={save}
          >
            CSV
          </PermissionButton>
          <Button size="small" color="inherit" startIcon={<Print />} onClick={() => window.print()}>
            Print
          </Button>
        </Stack>
      }
    >
      {previousPeriod && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {describeComparison(period, previousPeriod)}
        </Typography>
      )}
      <AmountTable title={title}>
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{head}</th>
              {columns.map(({ label }) => (
                <th key={label} scope="col">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">
                  <Link component={RouterLink} to={rowPath(groupBy, row, state)} color="inherit">
                    {formatRow(groupBy, row)}
                  </Link>
                </th>
                {columns.map(({ label, format }) => (
                  <td key={label}>{format(row)}</td>
                ))}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              {columns.map(({ label, format }) => (
                <td key={label}>{format(totals)}</td>
              ))}
            </tr>
          </tfoot>
        </table>
      </AmountTable>
    </SectionCard>
  );
}

/** The same table for a CSV file. */
function reportSheet({ groupBy, rows, totals }: TransactionReport, columns: readonly ReportColumn[]): string[][] {
  return [
    [reportGroupLabels[groupBy], ...columns.map(({ label }) => label)],
    ...rows.map((row) => [formatRow(groupBy, row), ...columns.map(({ plain }) => plain(row))]),
    ['Total', ...columns.map(({ plain }) => plain(totals))],
  ];
}

type ReportRow = TransactionReport['rows'][number];

/** Days, weeks and months are formatted here; other groups come with a label. */
export function formatRow(groupBy: ReportGroup, { key, label, period }: ReportRow): string {
  switch (groupBy) {
    case 'day':
      return formatDay(key);
    case 'week':
      return `${formatDay(period.from)} – ${formatDay(period.to)}`;
    case 'month':
      return formatMonth(key);
    default:
      return label;
  }
}

const filterOf = { category: 'category', method: 'paymentMethod', laboratory: 'laboratoryId' } as const;

/** The entries of a row: those of the report within the row's days, category, method or laboratory. */
function rowPath(groupBy: ReportGroup, { key, period }: ReportRow, state: ReportState): string {
  const { laboratoryId, type, category, paymentMethod } = state;
  const own = groupBy in filterOf ? { [filterOf[groupBy as keyof typeof filterOf]]: key } : {};
  return countedEntriesPath({ laboratoryId, type, category, paymentMethod, ...period, ...own });
}

/** Whether the rows are periods of time. */
export function isByTime(groupBy: ReportGroup): boolean {
  return groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
}

/** A row of the report, or its totals. */
type ReportSums = SumsAndPending & { previous: Sums | null };

type ReportColumn = {
  label: string;
  format: (sums: ReportSums) => string;
  /** For spreadsheets: rupees without currency symbol or digit grouping. */
  plain: (sums: ReportSums) => string;
};

const money = (label: string, paise: (sums: ReportSums) => TotalPaise): ReportColumn => ({
  label,
  format: (sums) => formatMoney(paise(sums)),
  plain: (sums) => decimalRupees(paise(sums)),
});

/** Both types with their net amount, or the chosen type; then the comparison, if requested. */
function reportColumns({ previousPeriod }: TransactionReport, type: TransactionType | undefined): ReportColumn[] {
  const columns: ReportColumn[] = [
    { label: 'Entries', format: ({ count }) => formatCount(count), plain: ({ count }) => String(count) },
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
  const change = (sums: ReportSums) => (sums.previous ? changeOf(paise(sums), paise(sums.previous)) : 0n);
  return [
    {
      ...money(`Previous ${label}`, ({ previous }) => (previous ? paise(previous) : 0)),
      format: ({ previous }) => (previous ? formatMoney(paise(previous)) : '–'),
    },
    {
      label: `Change of ${label}`,
      format: (sums) => {
        if (!sums.previous) return '–';
        const percent = formatChangePercent(paise(sums), paise(sums.previous));
        return percent === undefined
          ? formatSignedMoney(change(sums))
          : `${formatSignedMoney(change(sums))} (${percent})`;
      },
      plain: (sums) => decimalRupees(change(sums)),
    },
  ];
}
