import Box from '@mui/material/Box';
import { reportGroupLabels, type TransactionReport } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '../../../components/empty-state';
import { EmptyDish } from '../../../components/drawings';
import { ErrorState } from '../../../components/error-state';
import { Skeleton } from '../../../components/loading/skeleton';
import { useUrlState } from '../../../lib/use-url-state';
import { FlowCard } from '../charts/flow-card';
import type { FlowFigure } from '../charts/flow';
import { chosenPeriod, type Period, periodWords } from '../period/finance-period';
import { PeriodChooser } from '../period/period-chooser';
import { useFinanceToday } from '../period/use-finance-today';
import { transactionQueries } from '../transaction.queries';
import { ReportChoices } from './report-choices';
import { isByTime, rowWords } from './report-rows';
import { ReportState } from './report-state';
import { ReportTable } from './report-table';

/** Totals of a period by day, month, category and more, on the screen, on paper and in a spreadsheet. */
export function ReportPage() {
  const [state, change] = useUrlState(ReportState);
  const chosen = chosenPeriod(state, useFinanceToday(state.laboratoryId));
  return (
    <>
      <PeriodChooser state={state} chosen={chosen} onChange={change}>
        <ReportChoices state={state} onChange={change} />
      </PeriodChooser>
      {!('fault' in chosen) && <Report period={chosen} state={state} />}
    </>
  );
}

function Report({ period, state }: { period: Period; state: ReportState }) {
  const { period: _name, ...filter } = state;
  const query = useQuery(transactionQueries.report({ ...filter, ...period }));
  const { data: report } = query;
  if (report) {
    return (
      <Box
        aria-busy={query.isPlaceholderData}
        sx={{ display: 'grid', gap: 4, opacity: query.isPlaceholderData ? 0.6 : 1, '& > *': { minWidth: 0 } }}
      >
        <ReportChart report={report} type={state.type} />
        {report.rows.length === 0 ? (
          <EmptyState drawing={<EmptyDish />}>Nothing was entered in {periodWords(report.period)}.</EmptyState>
        ) : (
          <ReportTable report={report} state={state} />
        )}
      </Box>
    );
  }
  if (query.error) {
    return (
      <ErrorState title="The report could not be loaded" error={query.error} onRetry={() => void query.refetch()} />
    );
  }
  return <Skeleton variant="rectangular" height={480} />;
}

function ReportChart({ report, type }: { report: TransactionReport; type: ReportState['type'] }) {
  const { groupBy, rows } = report;
  if (rows.length === 0) return null;
  const layout = isByTime(groupBy) ? 'columns' : 'bars';
  return (
    <div className="not-printed">
      <FlowCard
        title="Chart"
        head={reportGroupLabels[groupBy]}
        rows={rows.map((row) => ({ ...row, label: rowWords(groupBy, row) }))}
        figures={chartFigures(type, layout)}
        layout={layout}
        empty={`Nothing was entered in ${periodWords(report.period)}.`}
      />
    </div>
  );
}

/** A line goes from one day to the next, not from one category to another. */
function chartFigures(type: ReportState['type'], layout: 'columns' | 'bars'): FlowFigure[] {
  if (type === 'income') return ['income', 'pendingIncome'];
  if (type === 'expense') return ['expense', 'pendingExpense'];
  const net: FlowFigure[] = layout === 'columns' ? ['net'] : [];
  return ['income', 'expense', ...net, 'pendingIncome', 'pendingExpense'];
}
