import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  attendanceApprovalLabels,
  attendanceFlagLabels,
  AttendanceListQuery,
  type AttendanceRecord,
  attendanceStatusLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { z } from 'zod';
import { Dash } from '../../../ui/dash';
import { TwoLines } from '../../../ui/grid/two-lines';
import type { TypedFilter } from '../../../ui/filters/filters';
import { laboratoryColumn } from '../../../screens/list/columns';
import { defineList, type ListColumn } from '../../../screens/list/define-list';
import { choice, dayRange, flags, laboratoryChoice, type ListFilter } from '../../../screens/list/list-filters';
import { ListPage } from '../../../screens/list/list-page';
import { PageHeader } from '../../../ui/page-header';
import { paths } from '../../../config/paths';
import { dayOf, formatDay, formatMinutes, formatWeekday } from '../../../lib/format';
import { AttendanceTabs } from '../attendance-tabs';
import { ApprovalChip, AttendanceStatusChip, ClockTime, formatClock, formatFlags } from '../attendance-display';
import { attendanceActions, RecordForm } from '../attendance.actions';
import { attendanceResource } from '../attendance.resource';
import { PersonInput, personQuery } from '../../../screens/form/person-input';
import { Spread } from '../../../ui/spread';

/** What the address bar holds of the list. */
const RecordListState = z.object({
  ...AttendanceListQuery.shape,
  open: z.literal('true').optional(),
  late: z.literal('true').optional(),
  overtime: z.literal('true').optional(),
  counted: z.literal('true').optional(),
  waitingForMe: z.literal('true').optional(),
});
type RecordListState = z.output<typeof RecordListState>;

/** One person, by name; links from totals choose one. */
const personFilter: ListFilter<RecordListState> = {
  isSet: ({ userId }) => userId !== undefined,
  cleared: { userId: undefined },
  control: usePersonControl,
};

function usePersonControl(context: Parameters<ListFilter<RecordListState>['control']>[0]): TypedFilter {
  const { state, change } = context;
  const { userId } = state;
  const { data } = useQuery({ ...personQuery(userId ?? ''), enabled: userId !== undefined });
  return {
    label: 'Person',
    rare: true,
    summary: userId && (data?.name ?? 'chosen'),
    onClear: () => change({ userId: undefined }),
    fields: <PersonInput value={userId ?? ''} onChange={(id) => change({ userId: id === '' ? undefined : id })} />,
  };
}

const minutesColumn = (field: 'lateMinutes' | 'workedMinutes' | 'overtimeMinutes', headerName: string) =>
  ({
    field,
    headerName,
    type: 'number',
    width: 104,
    renderCell: ({ row }) => <Minutes minutes={row[field]} />,
  }) satisfies ListColumn<AttendanceRecord>;

const recordList = defineList(attendanceResource, RecordListState, {
  permission: 'attendance.view',
  search: 'Search name or employee code',
  empty: 'No attendance has been recorded yet.',
  filters: [
    dayRange('Day', 'from', 'to'),
    choice('status', 'Status', attendanceStatusLabels),
    choice('approvalStatus', 'Approval', attendanceApprovalLabels),
    choice('flag', 'Flag', attendanceFlagLabels, { rare: true }),
    personFilter,
    flags(
      'Right now',
      {
        counted: 'Counted in totals',
        open: 'In now',
        late: 'Late',
        overtime: 'With overtime',
        waitingForMe: 'Needs my decision',
      },
      { rare: true },
    ),
    laboratoryChoice<{ laboratoryId?: string[] | undefined }>(),
  ],
  sorts: {
    '-workDate': 'Latest day first',
    workDate: 'Earliest day first',
    clockIn: 'Earliest clock-in first',
    '-clockIn': 'Latest clock-in first',
    '-lateMinutes': 'Most late first',
    lateMinutes: 'Least late first',
    '-workedMinutes': 'Most worked first',
    workedMinutes: 'Least worked first',
    '-overtimeMinutes': 'Most overtime first',
    overtimeMinutes: 'Least overtime first',
  },
  href: ({ _id }: { _id: string }) => paths.attendanceRecord(_id),
  actions: attendanceActions,
  create: { label: 'Enter manually', permission: 'attendance.create', form: RecordForm },
  columns: [
    {
      field: 'workDate',
      headerName: 'Day',
      width: 106,
      hideable: false,
      renderCell: ({ row: { workDate }, tabIndex }) => (
        <Tooltip title={formatWeekday(workDate)}>
          <time dateTime={workDate} tabIndex={tabIndex}>
            {formatDay(workDate)}
          </time>
        </Tooltip>
      ),
    },
    {
      field: 'person',
      headerName: 'Person',
      linked: true,
      display: 'flex',
      flex: 2,
      minWidth: 184,
      hideable: false,
      renderCell: ({ row: { userId } }) => (
        <TwoLines
          strong
          first={userId.name}
          second={[userId.employeeCode, userId.department].filter(Boolean).join(' · ')}
        />
      ),
    },
    { ...laboratoryColumn(), width: 56 },
    {
      field: 'status',
      headerName: 'Status',
      width: 154,
      renderCell: ({ row }) => <AttendanceStatusChip status={row.status} />,
    },
    {
      field: 'clockIn',
      headerName: 'In',
      width: 82,
      display: 'flex',
      renderCell: ({ row }) => <TimeCell record={row} punch="clockIn" />,
    },
    {
      field: 'clockOut',
      headerName: 'Out',
      width: 94,
      display: 'flex',
      renderCell: ({ row }) => <TimeCell record={row} punch="clockOut" />,
    },
    { ...minutesColumn('lateMinutes', 'Late'), width: 66 },
    { ...minutesColumn('workedMinutes', 'Worked'), width: 82, from: 'lg' },
    { ...minutesColumn('overtimeMinutes', 'Overtime'), from: 'xl' },
    {
      field: 'approvalStatus',
      headerName: 'Approval',
      width: 108,
      renderCell: ({ row }) => <ApprovalChip approval={row.approvalStatus} />,
    },
    {
      field: 'flags',
      headerName: 'Flags',
      flex: 1,
      minWidth: 128,
      from: 'xl',
      renderCell: ({ row }) => <span title={formatFlags(row.flags)}>{formatFlags(row.flags)}</span>,
    },
  ],
  card: (record: AttendanceRecord) => <RecordCard record={record} />,
});

/** Every attendance record within the viewer's reach. */
export function RecordsPage() {
  return (
    <>
      <PageHeader title="Attendance Tracking" documentTitle="Attendance records" />
      <AttendanceTabs />
      <ListPage list={recordList} />
    </>
  );
}

function Minutes({ minutes }: { minutes: number }) {
  return minutes === 0 ? <Dash label="None" /> : formatMinutes(minutes);
}

type Punch = { record: AttendanceRecord; punch: 'clockIn' | 'clockOut' };

/** A time of another day, as at the end of a night, has its date below it, as a cell has no room beside it. */
function TimeCell({ record, punch }: Punch) {
  const { timezone } = record.laboratoryId;
  const at = record[punch]?.at;
  const day = at && dayOf(new Date(at), timezone);
  if (!at || !day || day === record.workDate) return <RecordTime record={record} punch={punch} />;
  return <TwoLines first={formatClock(at, timezone)} second={formatDay(day)} />;
}

function RecordTime({ record, punch }: Punch) {
  const { laboratoryId, workDate } = record;
  return <ClockTime instant={record[punch]?.at} timezone={laboratoryId.timezone} workDate={workDate} />;
}

/** A record on a phone: who, which day, when, and what stands out. */
export function RecordCard({ record }: { record: AttendanceRecord }) {
  const { userId, workDate, status, approvalStatus, lateMinutes, overtimeMinutes } = record;
  const minutes = [
    lateMinutes > 0 && `late ${formatMinutes(lateMinutes)}`,
    overtimeMinutes > 0 && `overtime ${formatMinutes(overtimeMinutes)}`,
  ].filter(Boolean);
  return (
    <Stack sx={{ gap: 2, pr: 6 }}>
      <Spread sx={{ mr: -6 }}>
        <Typography variant="h4" component="h2" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {userId.name}
        </Typography>
        <AttendanceStatusChip status={status} />
      </Spread>
      <Typography variant="body2" className="tabular">
        {formatDay(workDate)}
        {record.clockIn && (
          <>
            {' · '}
            {record.open && 'since '}
            <RecordTime record={record} punch="clockIn" />
            {!record.open && (
              <>
                {' – '}
                <RecordTime record={record} punch="clockOut" />
              </>
            )}
          </>
        )}
      </Typography>
      {(minutes.length > 0 || approvalStatus !== 'not_required') && (
        <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', alignItems: 'center' }}>
          <ApprovalChip approval={approvalStatus} />
          <Typography variant="body2" color="textSecondary" className="tabular">
            {minutes.join(' · ')}
          </Typography>
        </Stack>
      )}
    </Stack>
  );
}
