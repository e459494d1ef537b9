import Block from '@mui/icons-material/BlockOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import FolderOff from '@mui/icons-material/FolderOffOutlined';
import HourglassTop from '@mui/icons-material/HourglassTopOutlined';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  type Report,
  ReportHistoryQuery,
  type ReportKind,
  reportKindLabels,
  type ReportStatus,
  reportStatusLabels,
} from '@shifa/contract';
import { z } from 'zod';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { RowListDefinition } from '../../../screens/list/define-list';
import { oneLaboratory, oneOf } from '../../../screens/list/list-filters';
import { RelativeTime } from '../../../ui/relative-time';
import { Spread } from '../../../ui/spread';
import { StatusChip } from '../../../ui/status-chip';
import { capitalized, formatBytes, formatCount } from '../../../lib/format';
import { formatPeriod } from '../../../screens/report/report-period';
import { historyPage } from '../reports.resource';

/** The server has one order. */
const ReportListState = ReportHistoryQuery.extend({
  scheduled: z.enum(['true', 'false']).optional(),
  sort: z.literal('-createdAt').default('-createdAt'),
});
type ReportListState = z.output<typeof ReportListState>;

/** The reports that were generated, and those that could not be. */
export const reportList: RowListDefinition<Report, ReportListState> = {
  resource: {
    name: 'reports',
    noun: 'report',
    plural: 'reports',
    nameOf: nameOfReport,
    page: historyPage,
  },
  schema: ReportListState,
  permission: 'reports.view',
  empty: 'No Excel file has been generated yet. Generate the first one above.',
  filters: [
    oneOf<ReportListState, 'kind', ReportKind>('kind', 'Report', reportKindLabels),
    oneOf<ReportListState, 'status', ReportStatus>('status', 'Status', reportStatusLabels),
    oneOf<ReportListState, 'scheduled', 'true' | 'false'>('scheduled', 'Generated', {
      true: 'By a schedule',
      false: 'By a person',
    }),
    oneLaboratory<ReportListState>(),
  ],
  sorts: { '-createdAt': 'Newest first' },
  columns: [
    {
      field: 'kind',
      headerName: 'Report',
      display: 'flex',
      flex: 1,
      minWidth: 192,
      hideable: false,
      renderCell: ({ row }) => <TwoLines strong first={reportKindLabels[row.kind]} second={periodOf(row)} />,
    },
    {
      field: 'laboratory',
      headerName: 'Laboratory',
      flex: 1,
      minWidth: 212,
      networkOnly: true,
      valueGetter: (_, row) => laboratoryOf(row),
    },
    {
      field: 'status',
      headerName: 'Status',
      width: 128,
      renderCell: ({ row, tabIndex }) => <ReportStatusChip report={row} tabIndex={tabIndex} />,
    },
    {
      field: 'rows',
      headerName: 'Rows',
      type: 'number',
      width: 68,
      valueFormatter: (_, { rows }) => formatCount(rows),
    },
    {
      field: 'sizeBytes',
      headerName: 'Size',
      type: 'number',
      width: 76,
      renderCell: ({ row: { sizeBytes } }) => (sizeBytes > 0 ? formatBytes(sizeBytes) : <Dash label="No file" />),
    },
    {
      field: 'by',
      headerName: 'By',
      display: 'flex',
      flex: 1,
      minWidth: 132,
      renderCell: ({ row: { by, scheduleName } }) =>
        scheduleName === null ? by.name : <TwoLines first={by.name} second={`Schedule: ${scheduleName}`} />,
    },
    {
      field: 'createdAt',
      headerName: 'Generated',
      width: 112,
      renderCell: ({ row }) => <RelativeTime instant={row.createdAt} />,
    },
    {
      field: 'reason',
      headerName: 'Note',
      flex: 2,
      minWidth: 140,
      from: 'xl',
      renderCell: ({ row }) => <span title={noteOf(row)}>{noteOf(row)}</span>,
    },
  ],
  card: (row) => <ReportCard report={row} />,
};

/** `Financial, October 2026, Salt Lake` */
export function nameOfReport(report: Report): string {
  return `${reportKindLabels[report.kind]}, ${periodOf(report)}, ${laboratoryOf(report)}`;
}

function periodOf(report: Report): string {
  return capitalized(formatPeriod(report));
}

function laboratoryOf({ laboratory }: Report): string {
  return laboratory?.name ?? 'All laboratories';
}

/** A file that was there once. */
function isFileRemoved({ status, actions }: Report): boolean {
  return status === 'done' && actions.download === undefined;
}

function noteOf(report: Report): string {
  return isFileRemoved(report) ? 'The file is no longer kept' : (report.reason ?? '');
}

const looks = {
  running: { tone: 'info', icon: <HourglassTop /> },
  done: { tone: 'success', icon: <CheckCircle /> },
  failed: { tone: 'error', icon: <ErrorOutline /> },
  cancelled: { tone: 'neutral', icon: <Block /> },
} as const;

/** In a cell with its `tabIndex`, the note is shown on hover and focus. */
function ReportStatusChip({ report, tabIndex }: { report: Report; tabIndex?: 0 | -1 }) {
  const note = tabIndex === undefined ? '' : noteOf(report);
  return (
    <Tooltip describeChild title={note}>
      <span tabIndex={note === '' ? undefined : tabIndex}>
        {isFileRemoved(report) ? (
          <StatusChip tone="neutral" icon={<FolderOff />} label="File removed" />
        ) : (
          <StatusChip {...looks[report.status]} label={reportStatusLabels[report.status]} />
        )}
      </span>
    </Tooltip>
  );
}

function ReportCard({ report }: { report: Report }) {
  const { kind, rows, sizeBytes, by, scheduleName, createdAt } = report;
  const note = noteOf(report);
  return (
    <Stack className="tabular" sx={{ gap: 1 }}>
      <Spread>
        <Typography variant="h4" component="h2" sx={{ overflowWrap: 'anywhere' }}>
          {reportKindLabels[kind]}
        </Typography>
        <ReportStatusChip report={report} />
      </Spread>
      <Typography variant="body2">
        {periodOf(report)} · {laboratoryOf(report)}
      </Typography>
      <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
        {[by.name, ...(scheduleName === null ? [] : [`Schedule: ${scheduleName}`])].join(' · ')} ·{' '}
        <RelativeTime instant={createdAt} />
      </Typography>
      {(rows > 0 || note !== '') && (
        <Typography variant="body2" color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
          {[
            ...(rows > 0 ? [`${formatCount(rows)} rows`] : []),
            ...(sizeBytes > 0 ? [formatBytes(sizeBytes)] : []),
            ...(note === '' ? [] : [note]),
          ].join(' · ')}
        </Typography>
      )}
    </Stack>
  );
}
