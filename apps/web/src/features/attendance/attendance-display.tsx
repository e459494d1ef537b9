import AccessTime from '@mui/icons-material/AccessTimeOutlined';
import BeachAccess from '@mui/icons-material/BeachAccessOutlined';
import Block from '@mui/icons-material/BlockOutlined';
import Cancel from '@mui/icons-material/CancelOutlined';
import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Coffee from '@mui/icons-material/CoffeeOutlined';
import Contrast from '@mui/icons-material/ContrastOutlined';
import EventBusy from '@mui/icons-material/EventBusyOutlined';
import HourglassEmpty from '@mui/icons-material/HourglassEmptyOutlined';
import Login from '@mui/icons-material/LoginOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Weekend from '@mui/icons-material/WeekendOutlined';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import {
  type AttendanceApproval,
  attendanceApprovalLabels,
  type AttendanceFlag,
  attendanceFlagLabels,
  attendanceStatusLabels,
  type DayKind,
  type DayLeave,
  type DayShift,
  type Leave,
  leaveStatusLabels,
  presenceLabels,
} from '@shifa/contract';
import { Dash } from '../../ui/dash';
import { chipOf } from '../../ui/status-chip';
import { dayOf, formatDay, formatDayCount, formatHours, formatInstant } from '../../lib/format';
import { formatTimeIn, zoneLabel } from '../../lib/time-zone';
import { leaveDayTexts } from './attendance.messages';

export const AttendanceStatusChip = chipOf(attendanceStatusLabels, {
  present: { tone: 'success', icon: <CheckCircle /> },
  late: { tone: 'warning', icon: <Schedule /> },
  half_day: { tone: 'warning', icon: <Contrast /> },
  absent: { tone: 'error', icon: <Cancel /> },
  on_leave: { tone: 'info', icon: <BeachAccess /> },
  holiday: { tone: 'neutral', icon: <Weekend /> },
  weekly_off: { tone: 'neutral', icon: <Weekend /> },
  missed_clock_out: { tone: 'error', icon: <EventBusy /> },
});

const decisionLooks = {
  pending: { tone: 'warning', icon: <HourglassEmpty /> },
  approved: { tone: 'success', icon: <CheckCircle /> },
  rejected: { tone: 'error', icon: <Cancel /> },
} as const;

const DecisionChip = chipOf(attendanceApprovalLabels, decisionLooks);

/** Nothing for the ordinary record, which needs no decision. */
export function ApprovalChip({ approval }: { approval: AttendanceApproval }) {
  return approval === 'not_required' ? null : <DecisionChip status={approval} />;
}

export const LeaveStatusChip = chipOf(leaveStatusLabels, {
  ...decisionLooks,
  cancelled: { tone: 'neutral', icon: <Block /> },
});

export const PresenceChip = chipOf(presenceLabels, {
  in: { tone: 'success', icon: <Login /> },
  on_break: { tone: 'info', icon: <Coffee /> },
  left: { tone: 'neutral', icon: <Logout /> },
  not_yet: { tone: 'warning', icon: <AccessTime /> },
  absent: { tone: 'error', icon: <Cancel /> },
  on_leave: { tone: 'info', icon: <BeachAccess /> },
  off: { tone: 'neutral', icon: <Weekend /> },
});

/** Why a record is out of the ordinary, in words. */
export function formatFlags(flags: readonly AttendanceFlag[]): string {
  return flags.map((flag) => attendanceFlagLabels[flag]).join(', ');
}

/** A time on the laboratory's clock: `9:02 AM`, with its date if that is not the day of the record. */
export function formatClock(instant: string, timezone: string, workDate?: string): string {
  const at = new Date(instant);
  const time = formatTimeIn(timezone, at);
  const day = dayOf(at, timezone);
  return workDate === undefined || day === workDate ? time : `${time}, ${formatDay(day)}`;
}

type ClockTimeProps = {
  /** Null before it happened. */
  instant: string | null | undefined;
  timezone: string;
  /** The day of the record; a time on another day shows its date. */
  workDate?: string;
};

/** A time on the laboratory's clock; the date and the zone on hover. */
export function ClockTime({ instant, timezone, workDate }: ClockTimeProps) {
  if (!instant) return <Dash label="Not recorded" />;
  return (
    <Tooltip title={formatInstant(instant, timezone)}>
      <time dateTime={instant} className="tabular">
        {formatClock(instant, timezone, workDate)}
      </time>
    </Tooltip>
  );
}

/** Says which clock the times of a page are on. */
export function ZoneNote({ timezone }: { timezone: string }) {
  return (
    <Typography variant="body2" color="textSecondary">
      Times in {zoneLabel(timezone)}
    </Typography>
  );
}

export const dayLeaveLabels: Record<DayLeave, string> = {
  full: 'Whole day',
  first_half: 'First half',
  second_half: 'Second half',
};

/** `Nov 26, 2026 – Nov 27, 2026`, or a single day with its half. */
export function formatLeavePeriod({ from, to, part }: Pick<Leave, 'from' | 'to' | 'part'>): string {
  if (from !== to) return `${formatDay(from)} – ${formatDay(to)}`;
  return leaveDayTexts[part](formatDay(from));
}

/** `half a day`, `2.5 days` */
export function formatLeaveDays(days: number): string {
  return days === 0.5 ? 'half a day' : formatDayCount(days);
}

export const dayKindLabels: Record<DayKind, string> = {
  working: 'Working day',
  weekly_off: 'Day off',
  holiday: 'Holiday',
};

/** `Late, 14:00 – 22:00` for a shift type of the roster, and the times alone for the weekly shift. */
export function shiftInWords({ rostered, ...times }: DayShift): string {
  return `${rostered ? `${rostered.name}, ` : ''}${formatHours(times)}`;
}

/** The shift of a working day, or what other days are. */
export function dayInWords({ dayKind, shift }: { dayKind: DayKind; shift: DayShift | null }): string {
  return dayKind === 'working' && shift ? shiftInWords(shift) : dayKindLabels[dayKind];
}
