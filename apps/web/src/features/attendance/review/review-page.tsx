import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, plural } from '@shifa/contract';
import { Link as RouterLink } from 'react-router-dom';
import { PageHeader } from '../../../ui/page-header';
import { ReviewHead, ReviewRow } from '../../../screens/inbox/review-parts';
import type { BulkDecisions } from '../../../screens/inbox/use-decisions';
import type { Queue } from '../../../screens/inbox/queue';
import { QueuePage } from '../../../screens/inbox/queue-page';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { formatCount, formatDay, formatMinutes } from '../../../lib/format';
import { usePermission } from '../../../data/use-session';
import { AttendanceTabs } from '../attendance-tabs';
import { AttendanceStatusChip, dayInWords, formatClock, formatFlags } from '../attendance-display';
import { bulkDecisions } from '../../../screens/inbox/bulk-route';
import { decisionChange } from '../../../screens/inbox/decision-failure';
import { attendanceActions } from '../attendance.actions';
import { attendanceResource } from '../attendance.resource';
import { ClockingEvidence, RecordDay, RecordFlags } from '../records/record-evidence';
import { RecordCard } from '../records/records-page';

const recordDecisions: BulkDecisions<AttendanceRecord> = {
  resource: attendanceResource,
  ...bulkDecisions(api.attendance.bulkApprove, { one: 'record', many: 'records' }),
  summarize: (records) => {
    const overtime = records.reduce((sum, { overtimeMinutes }) => sum + overtimeMinutes, 0);
    const people = new Set(records.map(({ userId }) => userId._id)).size;
    return `${plural(people, '1 person', `${formatCount(people)} people`)}, ${formatMinutes(overtime)} overtime`;
  },
  approvalNote: () => 'Approved records count in all totals. Later corrections need a new approval.',
};

/** Oldest day first, so that no one waits for long. */
export const recordQueue: Queue<AttendanceRecord, AttendanceRecord> = {
  actions: attendanceActions,
  bulk: recordDecisions,
  views: [
    {
      value: 'mine',
      label: 'Needs my decision',
      query: { waitingForMe: 'true', sort: 'workDate' },
      empty: 'No records need your decision.',
      instead: 'all',
    },
    {
      value: 'overtime',
      label: 'Overtime',
      query: { waitingForMe: 'true', flag: ['overtime', 'holiday_work'], sort: 'workDate' },
      empty: 'No overtime needs your decision.',
      instead: 'all',
    },
    {
      value: 'corrections',
      label: 'Corrections',
      query: { waitingForMe: 'true', flag: ['correction'], sort: 'workDate' },
      empty: 'No corrections need your decision.',
      instead: 'all',
    },
    {
      value: 'all',
      label: 'All pending',
      query: { approvalStatus: ['pending'], sort: 'workDate' },
      empty: 'No records are pending.',
    },
  ],
  lists: { mine: { waitingForMe: 'true', sort: 'workDate' }, all: { approvalStatus: ['pending'], sort: 'workDate' } },
  since: ({ workDate }) => workDate,
  open: { path: ({ _id }) => paths.attendanceRecord(_id) },
  href: ({ _id }) => paths.attendanceRecord(_id),
  Row: RecordRow,
  Card: RecordReviewCard,
  Evidence: RecordEvidence,
  describeChange: (record, change) => `${decisionChange(change)} ${attendanceResource.nameOf(record)}`,
};

/** The records that wait for a decision. */
export function ReviewPage() {
  return (
    <>
      <PageHeader title="Attendance Tracking" documentTitle="Attendance approvals" />
      <AttendanceTabs />
      <QueuePage queue={recordQueue} />
    </>
  );
}

function timesOf({ clockIn, clockOut, laboratoryId, workDate }: AttendanceRecord): string {
  const time = (instant: string | undefined) => (instant ? formatClock(instant, laboratoryId.timezone, workDate) : '…');
  return clockIn || clockOut ? `${time(clockIn?.at)} – ${time(clockOut?.at)}` : 'No times';
}

function requestedOf({ correction, laboratoryId, workDate }: AttendanceRecord): string {
  if (correction?.shift) return dayInWords(correction.shift);
  const time = (instant: string) => formatClock(instant, laboratoryId.timezone, workDate);
  return (correction?.segments ?? []).map((each) => `${time(each.in)} – ${time(each.out)}`).join(', ');
}

function RecordRow({ item }: { item: AttendanceRecord }) {
  const seesNetwork = usePermission('attendance.view').scope === 'all';
  return (
    <ReviewRow name={item.userId.name} figure={formatDay(item.workDate)}>
      {timesOf(item)}
      {seesNetwork && ` · ${item.laboratoryId.name}`}
      <div>{formatFlags(item.flags)}</div>
    </ReviewRow>
  );
}

function RecordReviewCard({ item }: { item: AttendanceRecord }) {
  const seesNetwork = usePermission('attendance.view').scope === 'all';
  return (
    <>
      <RecordCard record={item} />
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        {formatFlags(item.flags)}
        {seesNetwork && ` · ${item.laboratoryId.name}`}
        {item.correction && ` · “${item.correction.reason}”`}
      </Typography>
      {item.correction && (
        <Typography variant="body2" className="tabular" sx={{ mt: 1 }}>
          Requested {requestedOf(item)} · recorded {timesOf(item)}
        </Typography>
      )}
    </>
  );
}

/** Everything that a decision on a record is based on. */
function RecordEvidence({ item }: { item: AttendanceRecord }) {
  const { userId, workDate, status, _id, laboratoryId } = item;
  return (
    <>
      <ReviewHead
        name={userId.name}
        note={[formatDay(workDate), userId.employeeCode, userId.department, laboratoryId.name]
          .filter(Boolean)
          .join(' · ')}
        status={
          <Stack sx={{ alignItems: 'flex-end', gap: 1, flexShrink: 0 }}>
            <AttendanceStatusChip status={status} />
            <Link component={RouterLink} to={paths.attendanceRecord(_id)} variant="body2">
              Open record
            </Link>
          </Stack>
        }
      />
      <RecordFlags record={item} />
      <RecordDay record={item} />
      <section aria-label="Clock-ins and clock-outs">
        <ClockingEvidence record={item} />
      </section>
    </>
  );
}
