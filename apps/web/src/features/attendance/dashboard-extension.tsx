import Box from '@mui/material/Box';
import type { AttendanceStats, OwnDay } from '@shifa/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DashboardExtension } from '../../screens/detail/dashboard-extensions';
import { type Figure, Figures } from '../../ui/figures';
import { paths } from '../../config/paths';
import { formatCount, formatDayCount, formatMinutes } from '../../lib/format';
import { beginWithLast } from '../../data/last-state';
import { withQuery } from '../../lib/with-query';
import { clockQuery } from './attendance.resource';
import { ClockCard } from './clock/clock-card';

/** The person's own clock and month. */
export const ownDayExtension: DashboardExtension<'me'> = {
  block: 'me',
  title: 'Your day',
  permission: 'attendance.clock',
  own: true,
  Block: OwnDayBlock,
  Offline: () => <ClockCard bare />,
};

/** Who is at work today. */
export const attendanceExtension: DashboardExtension<'attendance'> = {
  block: 'attendance',
  title: 'Attendance today',
  permission: 'attendance.view',
  Block: ({ data, laboratoryId }) => <Figures figures={figuresOf(data, laboratoryId)} />,
  columns: [
    {
      heading: 'In now',
      value: ({ attendance }) => attendance?.inNow,
      format: formatCount,
      to: ({ laboratory }) => withQuery(paths.attendanceTeam, { laboratoryId: laboratory._id, show: 'in' }),
    },
    {
      heading: 'Late',
      value: ({ attendance }) => attendance?.late,
      format: formatCount,
      to: ({ laboratory }) => withQuery(paths.attendanceTeam, { laboratoryId: laboratory._id, show: 'late' }),
    },
    {
      heading: 'Absent',
      value: ({ attendance }) => attendance?.absent,
      format: formatCount,
      to: ({ laboratory }) => withQuery(paths.attendanceTeam, { laboratoryId: laboratory._id, show: 'absent' }),
    },
  ],
  documents: {
    leave: {
      noun: 'Leave',
      path: (item) => withQuery(paths.leaveReview, { item }),
      permission: 'leave.approve',
    },
    'roster-swap': { noun: 'Swap', path: (item) => withQuery(paths.inbox, { kind: 'swaps', item }) },
    'shift-type': { noun: 'Shift type', path: () => paths.shiftTypes },
  },
};

type OwnDayBlockProps = { data: OwnDay; asOf?: number | undefined };

function OwnDayBlock({ data: { clock, month }, asOf }: OwnDayBlockProps) {
  const queryClient = useQueryClient();
  // What was kept of the clock is as old as the block.
  useState(() => asOf !== undefined && beginWithLast(queryClient, clockQuery.queryKey, clock, asOf));
  // The clock is shown at once, and is its own query from then on.
  useQuery({ ...clockQuery, initialData: clock });
  const { workedMinutes, lateMinutes, lateDays, overtimeMinutes, absentDays } = month.totals;
  return (
    <>
      <ClockCard bare />
      <Box sx={{ mt: 5 }}>
        <Figures
          figures={[
            { label: 'Worked this month', figure: formatMinutes(workedMinutes), to: paths.attendance },
            {
              label: 'Late',
              figure: formatMinutes(lateMinutes),
              note: `on ${formatDayCount(lateDays)}`,
              to: paths.attendance,
            },
            { label: 'Overtime', figure: formatMinutes(overtimeMinutes), to: paths.attendance },
            { label: 'Absent', figure: formatDayCount(absentDays), to: paths.attendance },
          ]}
        />
      </Box>
    </>
  );
}

function figuresOf(stats: AttendanceStats, laboratoryId: string | undefined): Figure[] {
  const board = (show: string) => withQuery(paths.attendanceTeam, { laboratoryId, show });
  const { inNow, expected, late, left, absent, onLeave, notYet } = stats;
  return [
    { label: 'In now', figure: formatCount(inNow), note: `of ${formatCount(expected)} expected`, to: board('in') },
    { label: 'Late', figure: formatCount(late), to: board('late'), tone: late > 0 ? 'warning' : undefined },
    { label: 'Left', figure: formatCount(left), to: board('left') },
    { label: 'Absent', figure: formatCount(absent), to: board('absent'), tone: absent > 0 ? 'error' : undefined },
    { label: 'On leave', figure: formatCount(onLeave), to: board('on_leave') },
    { label: 'Not yet in', figure: formatCount(notYet), to: board('not_yet') },
  ];
}
