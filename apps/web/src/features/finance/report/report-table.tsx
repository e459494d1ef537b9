import Print from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  type Analysis,
  PaymentMethodSchema,
  reportGroupLabels,
  ReportGroupSchema,
  TransactionCategorySchema,
  type TransactionReport,
  type TransactionType,
  TransactionTypeSchema,
} from '@shifa/contract';
import { z } from 'zod';
import type { Measure } from '../../../screens/report/analytics-table';
import { labelled, ReportCard, titleOf } from '../../../screens/report/report-card';
import { describeComparison, formatPeriod, periodNames, PeriodState } from '../../../screens/report/report-period';
import * as measure from '../analytics/financial-measures';
import type { Flow } from '../analytics/financial-measures';
import { countedEntriesPath } from '../finance-navigation';

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
  const { groupBy, period, previousPeriod } = report;
  const { laboratoryId, type, category, paymentMethod } = state;
  const filter = { laboratoryId, type, category, paymentMethod };
  return (
    <ReportCard
      title={`${titleOf(groupBy)}, ${formatPeriod(period)}`}
      head={reportGroupLabels[groupBy]}
      result={analysisOf(report)}
      measures={measuresOf(type)}
      why={measure.financialWhy}
      pathOf={(row) => countedEntriesPath({ ...filter, ...row.period, ...measure.filterOfRow(groupBy, row.key) })}
      file={`financial-report-${period.from}-${period.to}`}
      mayExport="transactions.export"
      actions={
        <Button size="small" color="inherit" startIcon={<Print />} onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      {previousPeriod && (
        <Typography variant="body2" color="textSecondary" sx={{ mb: 3 }}>
          {describeComparison(period, previousPeriod)}
        </Typography>
      )}
    </ReportCard>
  );
}

function analysisOf({ groupBy, rows, totals, ...periods }: TransactionReport): Analysis<string, Flow> {
  return {
    ...periods,
    groupBy,
    rows: labelled(groupBy, rows).map(({ key, label, period, previous, ...values }) => ({
      key,
      label,
      period,
      previous,
      values,
    })),
    omittedRows: 0,
    totals: { values: totals, previous: totals.previous },
  };
}

/** Both types with their net amount, or the chosen type; pending amounts of the previous period are unknown. */
function measuresOf(type: TransactionType | undefined): Measure<Flow>[] {
  const { entries, income, expenses, net, compared } = measure;
  const pendingIncome = { ...measure.pendingIncome, onlyNow: true };
  const pendingExpenses = { ...measure.pendingExpenses, onlyNow: true };
  switch (type) {
    case 'income':
      return [entries, { ...income, compared: compared.income }, pendingIncome];
    case 'expense':
      return [entries, { ...expenses, compared: compared.expenses }, pendingExpenses];
    case undefined:
      return [entries, income, expenses, { ...net, compared: compared.net }, pendingIncome, pendingExpenses];
  }
}
