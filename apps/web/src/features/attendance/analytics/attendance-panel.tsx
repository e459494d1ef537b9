import { type AttendanceAnalytics, AttendanceAnalyticsQuery, type AttendanceValues, plural } from '@shifa/contract';
import type { AnalyticsPanelProps } from '../../../screens/report/analytics-kind';
import { type AnalyticsDefinition, AnalyticsPanel } from '../../../screens/report/analytics-panel';
import { percentOf } from '../../../screens/report/analytics-sheet';
import type { Measure } from '../../../screens/report/analytics-table';
import { paths } from '../../../config/paths';
import { api } from '../../../data/api';
import { describeChange } from '../../../lib/change';
import { formatCount, formatMinutes } from '../../../lib/format';
import { queryOf } from '../../../data/queries';
import { withQuery } from '../../../lib/with-query';

const analysis: AnalyticsDefinition<AttendanceValues, AttendanceAnalytics> = {
  query: (filter) => queryOf(api.attendance.analytics, { query: AttendanceAnalyticsQuery.parse(filter) }),
  file: 'attendance-analysis',
  empty: (period) => `No attendance was recorded in ${period}`,
  cards: ({ totals: { values, previous }, period }, { filter: { laboratoryId }, before }) => {
    const list = (filter: Record<string, string>) =>
      withQuery(paths.attendanceRecords, { ...period, laboratoryId, counted: 'true', ...filter });
    const note = (of: (all: AttendanceValues) => number, format: (amount: number) => string) =>
      previous && before !== undefined ? describeChange(of(values), of(previous), before, format) : undefined;
    return [
      {
        label: 'Attendance rate',
        figure: formatRate(values.attendanceRate),
        note: rateNote(values.attendanceRate, previous?.attendanceRate ?? null, before),
        to: list({}),
      },
      {
        label: 'Days absent',
        figure: formatCount(values.absentDays),
        note: note(({ absentDays }) => absentDays, formatCount),
        to: withQuery(paths.attendanceRecords, { ...period, laboratoryId, status: 'absent' }),
      },
      {
        label: 'Worked',
        figure: formatMinutes(values.workedMinutes),
        note: note(({ workedMinutes }) => workedMinutes, formatMinutes),
        to: list({}),
      },
      {
        label: 'Overtime',
        figure: formatMinutes(values.overtimeMinutes),
        note:
          values.pendingOvertimeMinutes > 0
            ? `${formatMinutes(values.pendingOvertimeMinutes)} of it pending`
            : note(({ overtimeMinutes }) => overtimeMinutes, formatMinutes),
        to: list({ overtime: 'true' }),
      },
    ];
  },
  series: () => [
    {
      id: 'present',
      label: 'Present',
      value: ({ values }) => values.presentDays,
      format: ({ values }) => formatCount(values.presentDays),
      color: ({ vars }) => vars.palette.primary.main,
      stack: 'days',
    },
    {
      id: 'half',
      label: 'Half days',
      value: ({ values }) => values.halfDays,
      format: ({ values }) => formatCount(values.halfDays),
      color: ({ vars }) => vars.palette.primary.main,
      hatched: true,
      hint: 'hatched',
      stack: 'days',
    },
    {
      id: 'absent',
      label: 'Absent',
      value: ({ values }) => values.absentDays,
      format: ({ values }) => formatCount(values.absentDays),
      color: ({ vars }) => vars.palette.error.main,
      stack: 'days',
    },
    {
      id: 'leave',
      label: 'Leave',
      value: ({ values }) => values.leaveDays,
      format: ({ values }) => formatCount(values.leaveDays),
      color: ({ vars }) => vars.palette.accent.main,
      hatched: true,
      hint: 'hatched',
      stack: 'days',
    },
  ],
  formatTick: formatCount,
  measures: [
    {
      label: 'Attendance',
      format: ({ attendanceRate }) => formatRate(attendanceRate),
      sheet: { heading: 'Attendance (%)', value: ({ attendanceRate }) => percentOf(attendanceRate) },
      compared: {
        previous: 'Previous attendance',
        change: 'Change of attendance',
        amount: ({ attendanceRate }) => attendanceRate,
        format: formatPoints,
        isShare: true,
      },
    },
    days('Present', ({ presentDays }) => presentDays),
    days('Late', ({ lateDays }) => lateDays),
    days('Half days', ({ halfDays }) => halfDays),
    days('Absent', ({ absentDays }) => absentDays),
    days('Leave', ({ leaveDays }) => leaveDays),
    time('Worked', ({ workedMinutes }) => workedMinutes),
    time('Overtime', ({ overtimeMinutes }) => overtimeMinutes),
  ],
  rowPath: ({ groupBy }, { key, period }, { laboratoryId }) =>
    withQuery(paths.attendanceRecords, {
      ...period,
      userId: groupBy === 'person' ? key : undefined,
      laboratoryId: groupBy === 'laboratory' ? key : laboratoryId,
      counted: 'true',
    }),
  why: {
    rule: "Attendance is the number of days attended divided by the days attended or missed. Half days count as half, and leave doesn't count. Pending and approved records count; rejected ones don't. A late day also counts as present.",
    lines: ({ presentDays, lateDays, halfDays, absentDays, leaveDays, attendanceRate }) => [
      { label: 'Present', value: formatCount(presentDays) },
      { label: 'Of those, late', value: formatCount(lateDays) },
      { label: 'Half days', value: formatCount(halfDays) },
      { label: 'Absent', value: formatCount(absentDays) },
      { label: 'Leave, not counted', value: formatCount(leaveDays) },
      {
        label: '(Present + half of the half days) ÷ (present + half days + absent)',
        value: formatRate(attendanceRate),
        strong: true,
      },
    ],
    records: 'Show the records',
  },
};

/** Attendance rate, absences, worked time and overtime. */
export function AttendancePanel(props: AnalyticsPanelProps) {
  return <AnalyticsPanel<AttendanceValues> {...props} of={analysis} />;
}

function days(label: string, value: (values: AttendanceValues) => number): Measure<AttendanceValues> {
  return { label, format: (values) => formatCount(value(values)), sheet: { value } };
}

function time(label: string, value: (values: AttendanceValues) => number): Measure<AttendanceValues> {
  const sheet = { heading: `${label} (minutes)`, value };
  return { label, format: (values) => formatMinutes(value(values)), sheet };
}

/** `93.4%` */
function formatRate(rate: number | null): string {
  return rate === null ? '–' : `${formatCount(Math.round(rate * 1000) / 10)}%`;
}

function formatPoints(share: number | bigint): string {
  const points = Math.round(Number(share) * 1000) / 10;
  return plural(points, '1 point', `${formatCount(points)} points`);
}

function rateNote(rate: number | null, previous: number | null, before: string | undefined): string | undefined {
  if (before === undefined) return undefined;
  if (rate === null || previous === null) return `No data for ${before}`;
  const points = Math.round((rate - previous) * 1000) / 10;
  if (points === 0) return `No change from ${before}`;
  const size = Math.abs(points);
  const change = plural(size, '1 percentage point', `${formatCount(size)} percentage points`);
  return points > 0 ? `${change} more than in ${before}` : `${change} less than in ${before}`;
}
