import Download from '@mui/icons-material/DownloadOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Analysis, AnalysisRow, Permission } from '@shifa/contract';
import type { ReactNode } from 'react';
import { csvOf } from '../../lib/csv';
import { formatCount, formatDay, formatMonth } from '../../lib/format';
import { saveBlob } from '../../lib/save-file';
import { SectionCard } from '../../ui/section-card';
import { PermissionButton } from '../actions/permission-button';
import { analysisSheet } from './analytics-sheet';
import { AnalyticsTable, type Measure, type Why } from './analytics-table';

type ReportCardProps<Values> = {
  title: string;
  /** The heading of the first column: `Month`. */
  head: string;
  /** With the labels of its rows, see `labelled`. */
  result: Analysis<string, Values>;
  measures: readonly Measure<Values>[];
  why: Why<Values>;
  /** The list that a row counts. */
  pathOf: (row: AnalysisRow<Values>) => string | undefined;
  /** The list that the totals count. */
  totalPath?: string;
  /** The name of a file with the rows, without its end. */
  file: string;
  /** What saving that file requires. */
  mayExport: Permission;
  /** More buttons beside that of the file. */
  actions: ReactNode;
  /** The table is only printed: something else is shown in its place. */
  printOnly?: boolean;
  /** Above the table. */
  children?: ReactNode;
};

/** The rows of a report as a table that can be saved for spreadsheets. */
export function ReportCard<Values>(props: ReportCardProps<Values>) {
  const { title, head, result, measures, why, pathOf, totalPath, file, mayExport, actions } = props;
  const { printOnly = false, children } = props;
  const { rows, omittedRows } = result;
  return (
    <SectionCard
      title={title}
      action={
        <Stack direction="row" className="not-printed" sx={{ gap: 1 }}>
          <PermissionButton
            permission={mayExport}
            size="small"
            color="inherit"
            startIcon={<Download />}
            onClick={() => saveBlob(csvOf(analysisSheet(head, result, measures)), `${file}.csv`)}
          >
            CSV
          </PermissionButton>
          {actions}
        </Stack>
      }
    >
      {children}
      <Box sx={printOnly ? { display: 'none', '@media print': { display: 'block' } } : undefined}>
        <AnalyticsTable
          title={title}
          head={head}
          result={result}
          measures={measures}
          why={why}
          pathOf={pathOf}
          totalPath={totalPath}
        />
        {omittedRows > 0 && (
          <Typography variant="body2" color="textSecondary" sx={{ mt: 3 }}>
            The first {formatCount(rows.length)} rows are shown; {formatCount(omittedRows)} more count in the totals.
          </Typography>
        )}
      </Box>
    </SectionCard>
  );
}

const titles: Record<string, string> = {
  day: 'By day',
  week: 'By week',
  month: 'By month',
  category: 'By category',
  department: 'By department',
  item: 'By item',
  laboratory: 'By laboratory',
  method: 'By payment method',
  person: 'By person',
  role: 'By role',
};

/** `By month` */
export function titleOf(groupBy: string): string {
  return titles[groupBy] ?? 'By group';
}

/** Whether the rows are periods of time. */
export function isByTime(groupBy: string): boolean {
  return groupBy === 'day' || groupBy === 'week' || groupBy === 'month';
}

type Row = Pick<AnalysisRow<unknown>, 'key' | 'label' | 'period'>;

/** Days, weeks and months are formatted here; other groups come with a label. */
export function labelled<Labelled extends Row>(groupBy: string, rows: readonly Labelled[]): Labelled[] {
  return rows.map((row) => ({ ...row, label: labelOf(groupBy, row) }));
}

function labelOf(groupBy: string, { key, label, period: { from, to } }: Row): string {
  switch (groupBy) {
    case 'day':
      return formatDay(key);
    case 'week':
      return from === to ? formatDay(from) : `${formatDay(from)} – ${formatDay(to)}`;
    case 'month':
      return formatMonth(key);
    default:
      return label;
  }
}
