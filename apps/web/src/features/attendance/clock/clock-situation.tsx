import Coffee from '@mui/icons-material/CoffeeOutlined';
import Login from '@mui/icons-material/LoginOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { ClockState } from '@shifa/contract';
import type { ReactNode } from 'react';
import { tint, type Tone } from '../../../components/tint';
import { formatDay, formatHours, formatMinutes } from '../../../lib/format';
import { zoneLabel } from '../../../lib/time-zone';
import { useNow } from '../../../lib/use-now';
import { AttendanceStatusChip, dayLeaveLabels, formatClock } from '../attendance-display';
import { sinceOf, timeAtWork } from './time-at-work';
import type { ClockAction } from './use-clock';

const looks = {
  out: { tone: undefined, icon: <Logout />, title: 'You are clocked out' },
  in: { tone: 'success', icon: <Login />, title: 'You are clocked in' },
  on_break: { tone: 'info', icon: <Coffee />, title: 'You are on a break' },
} as const;

const pendingTitles: Record<ClockAction, string> = {
  clockIn: 'Clocking in…',
  clockOut: 'Clocking out…',
  startBreak: 'Starting your break…',
  endBreak: 'Ending your break…',
};

const pendingLooks = {
  clockIn: looks.in,
  clockOut: looks.out,
  startBreak: looks.on_break,
  endBreak: looks.in,
} as const;

/** What the person has just asked for, before the server has answered. */
export function PendingSituation({ action }: { action: ClockAction }) {
  return <Headline {...pendingLooks[action]} title={pendingTitles[action]} />;
}

type ClockSituationProps = {
  clock: ClockState;
  /** When the clock was read, on this device's clock. */
  readAt: number;
};

/** Where the person stands, since when, and how long they have worked. */
export function ClockSituation({ clock, readAt }: ClockSituationProps) {
  const { state, record, timezone, today } = clock;
  const since = sinceOf(clock);
  return (
    <Stack sx={{ gap: 4 }}>
      <Headline
        {...looks[state]}
        note={since === undefined ? undefined : `Since ${formatClock(since, timezone, today)}`}
      />
      {record && record.segments.length > 0 && (
        <TodaysWork record={record} skew={Date.parse(clock.now) - readAt} today={today} />
      )}
      <Typography color="textSecondary">
        {dayOf(clock)}
        <br />
        Your clock shows the time in {zoneLabel(timezone)}.
      </Typography>
    </Stack>
  );
}

type HeadlineProps = { tone: Tone | undefined; icon: ReactNode; title: string; note?: string | undefined };

function Headline({ tone, icon, title, note }: HeadlineProps) {
  return (
    <Stack direction="row" role="status" sx={{ gap: 4, alignItems: 'center' }}>
      <Mark tone={tone}>{icon}</Mark>
      <div>
        <Typography variant="h2" component="p">
          {title}
        </Typography>
        {note !== undefined && <Typography color="textSecondary">{note}</Typography>}
      </div>
    </Stack>
  );
}

const Mark = styled('span', { shouldForwardProp: (name) => name !== 'tone' })<{ tone: Tone | undefined }>(
  ({ theme, tone }) => ({
    display: 'grid',
    placeItems: 'center',
    flexShrink: 0,
    width: 48,
    height: 48,
    borderRadius: '50%',
    color: tone ? theme.vars.palette[tone].main : theme.vars.palette.text.secondary,
    backgroundColor: tone ? tint(theme, tone) : theme.vars.palette.action.hover,
  }),
);

function TodaysWork({
  record,
  skew,
  today,
}: {
  record: NonNullable<ClockState['record']>;
  skew: number;
  today: string;
}) {
  const now = useNow(1_000);
  const { workMinutes, breakMinutes } = timeAtWork(record, new Date(now.getTime() + skew));
  const day = record.workDate === today ? 'today' : `on ${formatDay(record.workDate)}`;
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <Typography component="p" variant="figure">
        {formatMinutes(workMinutes)}
      </Typography>
      <Typography color="textSecondary">
        at work {day}
        {breakMinutes > 0 && `, and ${formatMinutes(breakMinutes)} on breaks`}
      </Typography>
      <AttendanceStatusChip status={record.status} />
    </Stack>
  );
}

/** What the day is for the person: the shift, leave, a holiday or a day off. */
function dayOf({ dayKind, holiday, leave, shift, startsAt, endsAt, timezone, today }: ClockState): string {
  if (dayKind === 'holiday') return `Today is a holiday${holiday === null ? '' : `: ${holiday}`}.`;
  if (dayKind === 'weekly_off') return 'Today is your weekly day off.';
  if (leave === 'full') return 'You are on leave today.';
  if (!shift) return 'You have no shift.';
  if (leave === null || startsAt === null || endsAt === null) return `Your shift is ${formatHours(shift)}.`;
  const times = `${formatClock(startsAt, timezone, today)} – ${formatClock(endsAt, timezone, today)}`;
  return `${dayLeaveLabels[leave]} on leave: you work ${times}.`;
}
