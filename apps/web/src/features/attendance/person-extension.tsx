import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type AttendanceRecord, type AttendanceStatus, leaveTypeLabels, MAX_PAGE_LIMIT } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router-dom';
import { QueriedFigures } from '../../screens/detail/counted-figures';
import { NotLoaded } from '../../ui/feedback/not-loaded';
import type { PersonExtension, PersonSectionProps } from '../../screens/detail/person-extensions';
import { paths } from '../../config/paths';
import { product } from '../../config/product';
import { api } from '../../data/api';
import { monthsAsOf } from '../../lib/calendar';
import { formatCount, formatMinutes } from '../../lib/format';
import { queryOf } from '../../data/queries';
import { withQuery } from '../../lib/with-query';
import { formatLeaveDays, formatLeavePeriod } from './attendance-display';
import { attendanceResource, leaveResource } from './attendance.resource';
import { balanceFigures } from './leaves/leave-balances';
import { useToday } from '../../lib/use-now';

export const monthOfPerson: PersonExtension = {
  title: 'This month',
  permission: 'attendance.view',
  ofLaboratory: true,
  Section: PersonMonth,
};

export const leaveOfPerson: PersonExtension = {
  title: 'Leave',
  permission: 'leave.view',
  ofLaboratory: true,
  Section: PersonLeave,
};

type DayFilter = {
  status?: AttendanceStatus[];
  late?: 'true';
  approvalStatus?: AttendanceRecord['approvalStatus'];
};

const isOf =
  ({ status, late, approvalStatus }: DayFilter) =>
  (record: AttendanceRecord) =>
    (status?.includes(record.status) ?? true) &&
    (!late || record.lateMinutes > 0) &&
    (approvalStatus ?? record.approvalStatus) === record.approvalStatus;

/** Each is counted by the filter of the list that it leads to. */
const counts: readonly { label: string; filter: DayFilter }[] = [
  { label: 'Present', filter: { status: ['present', 'late', 'missed_clock_out'] } },
  { label: 'Late', filter: { late: 'true' } },
  { label: 'Half days', filter: { status: ['half_day'] } },
  { label: 'Absent', filter: { status: ['absent'] } },
  { label: 'Pending', filter: { approvalStatus: 'pending' } },
];

/** Days and time of the current month, on the calendar of the laboratory. */
function PersonMonth({ person: { _id: userId, laboratoryId } }: PersonSectionProps) {
  const today = useToday(laboratoryId?.timezone ?? product.timezone);
  const asked = { userId, ...monthsAsOf.thisMonth(today), counted: 'true' };
  const query = useQuery(attendanceResource.page({ ...asked, limit: MAX_PAGE_LIMIT }));
  return (
    <QueriedFigures
      failed="Couldn't load the month"
      query={query}
      figures={({ data: records }) => {
        const sum = (field: 'workedMinutes' | 'overtimeMinutes', among = records) =>
          among.reduce((total, record) => total + record[field], 0);
        const undecided = sum('overtimeMinutes', records.filter(isOf({ approvalStatus: 'pending' })));
        return [
          ...counts.map(({ label, filter }) => ({
            label,
            figure: formatCount(records.filter(isOf(filter)).length),
            to: withQuery(paths.attendanceRecords, { ...asked, ...filter }),
          })),
          {
            label: 'Worked',
            wide: true,
            figure: formatMinutes(sum('workedMinutes')),
            to: withQuery(paths.attendanceRecords, asked),
          },
          {
            label: 'Overtime',
            figure: formatMinutes(sum('overtimeMinutes')),
            ...(undecided > 0 && { note: `${formatMinutes(undecided)} pending` }),
            to: withQuery(paths.attendanceRecords, { ...asked, overtime: 'true' }),
          },
        ];
      }}
    />
  );
}

/** What is left of each type of leave, and the leave that it is made of. */
function PersonLeave({ person: { _id: userId } }: PersonSectionProps) {
  const balance = useQuery(queryOf(api.leaves.balance, { query: { userId } }));
  const year = balance.data?.year;
  return (
    <Stack sx={{ gap: 4 }}>
      <QueriedFigures failed="Couldn't load the leave balance" query={balance} figures={balanceFigures} />
      <Leaves title="Pending" query={{ userId, status: ['pending'], sort: 'from' }} empty="No requests are pending." />
      {year !== undefined && (
        <Leaves
          title={`Approved in ${year}`}
          query={{ userId, status: ['approved'], from: `${year}-01-01`, to: `${year}-12-31`, sort: 'from' }}
          empty={`No leave is approved in ${year}.`}
        />
      )}
    </Stack>
  );
}

type LeavesProps = { title: string; query: Parameters<typeof leaveResource.page>[0]; empty: string };

function Leaves({ title, query, empty }: LeavesProps) {
  const { data, error, refetch } = useQuery(leaveResource.page({ ...query, limit: MAX_PAGE_LIMIT }));
  if (!data) return <NotLoaded query={{ error, refetch }} what="the leave" skeleton={24} />;
  if (data.data.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <section aria-label={title}>
      <Typography variant="subtitle2" component="h3">
        {title}
      </Typography>
      <Box component="ul" sx={{ m: 0, mt: 1, pl: 5 }}>
        {data.data.map((leave) => (
          <li key={leave._id}>
            <Link component={RouterLink} to={withQuery(paths.leaveReview, { item: leave._id })} className="tabular">
              {leaveTypeLabels[leave.type]}, {formatLeavePeriod(leave)} ({formatLeaveDays(leave.days)})
            </Link>
          </li>
        ))}
      </Box>
    </section>
  );
}
