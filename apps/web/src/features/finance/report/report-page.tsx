import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import {
  categoriesOf,
  paymentMethodLabels,
  paymentMethods,
  reportGroupLabels,
  reportGroups,
  transactionCategories,
  transactionCategoryLabels,
  type TransactionReport,
  transactionTypeLabels,
  transactionTypes,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { EmptyDish } from '../../../ui/drawings';
import { EmptyState } from '../../../ui/feedback/empty-state';
import { NotLoaded } from '../../../ui/feedback/not-loaded';
import { Choice } from '../../../ui/fields/choice';
import { api } from '../../../data/api';
import { queryOf } from '../../../data/queries';
import { useUrlState } from '../../../data/use-url-state';
import type { FlowMeasure } from '../charts/flow';
import { FlowCard } from '../charts/flow-card';
import { chosenPeriod, formatPeriod, type Period, periodLabels } from '../../../screens/report/report-period';
import { PeriodChooser } from '../../../screens/report/period-chooser';
import { useFinanceToday } from '../period/finance-period';
import { isByTime, labelled } from '../../../screens/report/report-card';
import { ReportState, ReportTable } from './report-table';

/** Totals of a period by day, month, category and so on, for the screen, for printing and for spreadsheets. */
export function ReportPage() {
  const [state, change] = useUrlState(ReportState);
  const chosen = chosenPeriod(state, useFinanceToday(state.laboratoryId));
  return (
    <>
      <PeriodChooser
        labels={periodLabels}
        permission="transactions.view"
        state={state}
        chosen={chosen}
        onChange={change}
      >
        <ReportChoices state={state} onChange={change} />
      </PeriodChooser>
      {!('fault' in chosen) && <Report period={chosen} state={state} />}
    </>
  );
}

function Report({ period, state }: { period: Period; state: ReportState }) {
  const { period: _name, ...filter } = state;
  const query = useQuery({
    ...queryOf(api.transactions.reports, { query: { ...filter, ...period } }),
    placeholderData: keepPreviousData,
  });
  const { data: report } = query;
  if (report) {
    return (
      <Box
        aria-busy={query.isPlaceholderData}
        inert={query.isPlaceholderData}
        sx={{ display: 'grid', gap: 4, opacity: query.isPlaceholderData ? 0.6 : 1, '& > *': { minWidth: 0 } }}
      >
        <ReportChart report={report} type={state.type} />
        {report.rows.length === 0 ? (
          <EmptyState drawing={<EmptyDish />}>Nothing was entered in {formatPeriod(report.period)}.</EmptyState>
        ) : (
          <ReportTable report={report} state={state} />
        )}
      </Box>
    );
  }
  return <NotLoaded query={query} what="the report" skeleton={480} />;
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
        rows={labelled(groupBy, rows)}
        measures={chartMeasures(type, layout)}
        layout={layout}
        empty={`Nothing was entered in ${formatPeriod(report.period)}.`}
      />
    </div>
  );
}

/** A line connects periods of time, never categories. */
function chartMeasures(type: ReportState['type'], layout: 'columns' | 'bars'): FlowMeasure[] {
  if (type === 'income') return ['income', 'pendingIncome'];
  if (type === 'expense') return ['expense', 'pendingExpense'];
  const net: FlowMeasure[] = layout === 'columns' ? ['net'] : [];
  return ['income', 'expense', ...net, 'pendingIncome', 'pendingExpense'];
}

type ReportChoicesProps = { state: ReportState; onChange: (patch: Partial<ReportState>) => void };

/** The grouping and the filters of the report. */
function ReportChoices({ state, onChange }: ReportChoicesProps) {
  const { groupBy, type, category, paymentMethod, compare } = state;
  const categories = type ? categoriesOf[type] : transactionCategories;
  return (
    <>
      <Choice
        label="Group by"
        value={groupBy}
        options={optionsOf(reportGroups, reportGroupLabels)}
        onChange={(value) => onChange({ groupBy: ReportState.shape.groupBy.parse(value) })}
      />
      <Choice
        label="Type"
        value={type ?? ''}
        options={[{ value: '', label: 'Income and expenses' }, ...optionsOf(transactionTypes, transactionTypeLabels)]}
        onChange={(value) => onChange({ type: ReportState.shape.type.parse(orNone(value)), category: undefined })}
      />
      <Choice
        label="Category"
        value={category ?? ''}
        options={[{ value: '', label: 'All categories' }, ...optionsOf(categories, transactionCategoryLabels)]}
        onChange={(value) => onChange({ category: ReportState.shape.category.parse(orNone(value)) })}
      />
      <Choice
        label="Payment method"
        value={paymentMethod ?? ''}
        options={[{ value: '', label: 'All methods' }, ...optionsOf(paymentMethods, paymentMethodLabels)]}
        onChange={(value) => onChange({ paymentMethod: ReportState.shape.paymentMethod.parse(orNone(value)) })}
      />
      <FormControlLabel
        control={
          <Switch
            checked={compare === 'previous'}
            onChange={(_, on) => onChange({ compare: on ? 'previous' : undefined })}
          />
        }
        label="Compare with the previous period"
        sx={{ minHeight: 36 }}
      />
    </>
  );
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }));
}

function orNone(value: string): string | undefined {
  return value === '' ? undefined : value;
}
