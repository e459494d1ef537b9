import BarChart from '@mui/icons-material/BarChartOutlined';
import TableRows from '@mui/icons-material/TableRowsOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import type { Analysis, AnalysisRow } from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { Callback } from '../../lib/callback';
import { formatCount } from '../../lib/format';
import type { Query } from '../../data/queries';
import { isByTime, labelled, ReportCard, titleOf } from './report-card';
import { describeComparison, formatPeriod } from './report-period';
import type { Series } from '../../ui/charts/series';
import { SeriesFigure } from '../../ui/charts/series-figure';
import { EmptyDish } from '../../ui/drawings';
import { EmptyState } from '../../ui/feedback/empty-state';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import { Skeleton, StatCardSkeleton } from '../../ui/loading/skeleton';
import { StatCard } from '../../ui/stat-card';
import type { AnalyticsFilter, AnalyticsPanelProps } from './analytics-kind';
import type { Measure, Why } from './analytics-table';

/** More rows are too many to tell apart; the table has all of them. */
const MAX_BARS = 20;

type Card = ComponentProps<typeof StatCard>;
type Row<Values> = AnalysisRow<Values>;

export type AnalyticsDefinition<Values, Result extends Analysis<string, Values> = Analysis<string, Values>> = {
  query: (filter: AnalyticsFilter) => Query<Result>;
  /** How the name of a file with its rows begins. */
  file: string;
  /** Shown when there are no rows: `Nothing was entered in October 2026`. */
  empty: (period: string) => string;
  /** `before` names the compared period, if there is one. */
  cards: Callback<[result: Result, context: { filter: AnalyticsFilter; before: string | undefined }], Card[]>;
  series: (layout: 'columns' | 'bars') => Series<Row<Values>>[];
  formatTick: (value: number) => string;
  measures: readonly Measure<Values>[];
  /** The list that a row counts. */
  rowPath: Callback<[result: Result, row: Row<Values>, filter: AnalyticsFilter], string | undefined>;
  why: Why<Values>;
};

type PanelProps<Values> = AnalyticsPanelProps & { of: AnalyticsDefinition<Values> };

/** Cards, a chart and a table of an analysis. */
export function AnalyticsPanel<Values>({ of: definition, filter, groups, view, onView }: PanelProps<Values>) {
  const query = useQuery({ ...definition.query(filter), placeholderData: keepPreviousData });
  const { data: result, isPlaceholderData } = query;
  if (!result) return <NotLoaded query={query} what="the analysis" skeleton={<PanelSkeleton />} />;
  return (
    // The previous values stay until the next ones have been loaded. Their links would be those of the next filter.
    <Box
      aria-busy={isPlaceholderData}
      inert={isPlaceholderData}
      sx={{ display: 'grid', gap: 6, opacity: isPlaceholderData ? 0.6 : 1, '& > *': { minWidth: 0 } }}
    >
      <Cards definition={definition} result={result} filter={filter} />
      <Details groups={groups} definition={definition} result={result} filter={filter} view={view} onView={onView} />
    </Box>
  );
}

function PanelSkeleton() {
  return (
    <>
      <Box sx={{ ...cardsStyle, mb: 6 }}>
        <StatCardSkeleton count={4} />
      </Box>
      <Skeleton silent variant="rectangular" height={420} />
    </>
  );
}

type PartProps<Values> = {
  definition: AnalyticsDefinition<Values>;
  result: Analysis<string, Values>;
  filter: AnalyticsFilter;
};

function Cards<Values>({ definition, result, filter }: PartProps<Values>) {
  const { period, previousPeriod } = result;
  const before = previousPeriod ? formatPeriod(previousPeriod) : undefined;
  return (
    <div>
      <Box sx={cardsStyle}>
        {definition.cards(result, { filter, before }).map((card) => (
          <StatCard key={card.label} {...card} />
        ))}
      </Box>
      {previousPeriod && (
        <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
          {describeComparison(period, previousPeriod)}
        </Typography>
      )}
    </div>
  );
}

function Details<Values>({
  definition,
  result,
  filter,
  groups,
  view,
  onView,
}: PartProps<Values> & Pick<AnalyticsPanelProps, 'groups' | 'view' | 'onView'>) {
  const { empty, series, formatTick, measures, why } = definition;
  const { groupBy, omittedRows, period } = result;
  const title = titleOf(groupBy);
  const rows = labelled(groupBy, result.rows);
  if (rows.length === 0) {
    return <EmptyState drawing={<EmptyDish />}>{empty(formatPeriod(period))}.</EmptyState>;
  }
  const layout = isByTime(groupBy) ? 'columns' : 'bars';
  const bars = layout === 'bars' ? rows.slice(0, MAX_BARS) : rows;
  // Days without their year leave room for more of them.
  const drawn = groupBy === 'day' ? bars.map((row) => ({ ...row, label: row.label.replace(/, \d{4}$/, '') })) : bars;
  const isChart = view === 'chart';
  return (
    <ReportCard
      title={title}
      head={groups[groupBy] ?? ''}
      result={{ ...result, rows }}
      measures={measures}
      why={why}
      pathOf={(row) => definition.rowPath(result, row, filter)}
      file={`${definition.file}-by-${groupBy}-${period.from}-${period.to}`}
      mayExport="reports.export"
      actions={
        <Button
          size="small"
          color="inherit"
          startIcon={isChart ? <TableRows /> : <BarChart />}
          onClick={() => onView(isChart ? 'table' : 'chart')}
        >
          {isChart ? 'Show as table' : 'Show as chart'}
        </Button>
      }
      // On paper, the table is there in either case.
      printOnly={isChart}
    >
      {isChart && (
        <div className="not-printed">
          <SeriesFigure title={title} rows={drawn} series={series(layout)} layout={layout} formatTick={formatTick} />
          {drawn.length < rows.length + omittedRows && (
            <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
              The first {formatCount(drawn.length)} of {formatCount(rows.length + omittedRows)} rows; the table has
              more.
            </Typography>
          )}
        </div>
      )}
    </ReportCard>
  );
}

const cardsStyle = {
  display: 'grid',
  gap: { xs: 3, sm: 4 },
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))', xl: 'repeat(4, minmax(0, 1fr))' },
  '@media print': { gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' },
};
