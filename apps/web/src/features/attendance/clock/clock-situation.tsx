import Coffee from '@mui/icons-material/CoffeeOutlined';
import Login from '@mui/icons-material/LoginOutlined';
import Logout from '@mui/icons-material/LogoutOutlined';
import Schedule from '@mui/icons-material/ScheduleOutlined';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import type { AttendanceFlag, ClockState } from '@shifa/contract';
import type { ReactNode } from 'react';
import { tint, type Tone } from '../../../ui/tint';
import { formatDay, formatHours, formatMinutes } from '../../../lib/format';
import { offsetOf, zoneLabel } from '../../../lib/time-zone';
import { AttendanceStatusChip, dayLeaveLabels, formatClock } from '../attendance-display';
import { atWorkText, holidayText } from '../clock.messages';
import { type OfflinePunch, timeOf } from '../scan/offline-punches';
import { sinceOf, timeAtWork } from './time-at-work';
import type { ClockAction } from './use-clock';
import { useNow, useToday } from '../../../lib/use-now';

const looks = {
  out: { tone: undefined, icon: <Logout />, title: "You're clocked out" },
  in: { tone: 'success', icon: <Login />, title: "You're clocked in" },
  on_break: { tone: 'info', icon: <Coffee />, title: "You're on a break" },
  unknown: { tone: undefined, icon: <Schedule />, title: 'Your clock status is unknown' },
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

type HeadlineOfClockProps = {
  clock: ClockState | undefined;
  /** What the person has just asked for, before the server has answered. */
  pending: ClockAction | undefined;
  /** The last clocking that waits on this device: it counts as done. */
  waiting: OfflinePunch | undefined;
  /** Where they stood when the server was last reached, in case it cannot be now. */
  last: ClockState | undefined;
  timezone: string;
};

/** Where the person stands, and since when. Its height never changes, so that the buttons below stay where they are. */
export function ClockHeadline({ clock, pending, waiting, last, timezone }: HeadlineOfClockProps) {
  const localDay = useToday(timezone);
  const today = clock?.today ?? localDay;
  if (pending) return <Headline {...pendingLooks[pending]} title={pendingTitles[pending]} />;
  if (waiting) {
    const note = `Since ${formatClock(timeOf(waiting), timezone, today)} · not sent yet`;
    return <Headline {...looks[waiting.action === 'clock_in' ? 'in' : 'out']} note={note} />;
  }
  if (!clock) {
    if (!last) return <Headline {...looks.unknown} note="Can't reach the server" />;
    const began = sinceOf(last);
    const asOf = formatClock(last.now, timezone, today);
    const note = began === undefined ? `As of ${asOf}` : `Since ${formatClock(began, timezone, today)}, as of ${asOf}`;
    const { tone: _, ...look } = looks[last.state];
    return <Headline tone={undefined} {...look} note={note} />;
  }
  const since = sinceOf(clock);
  return (
    <Headline
      {...looks[clock.state]}
      note={since === undefined ? undefined : `Since ${formatClock(since, timezone, today)}`}
    />
  );
}

/** Why the place of the day needs a decision, and what the person can do the next time. */
const placeWords: { [Flag in AttendanceFlag]?: string } = {
  outside_fence: 'You clocked in or out away from the laboratory, so this day needs approval.',
  no_location:
    "This device didn't share its location, so this day needs approval. Next time, allow this site to use your location.",
  inaccurate_location:
    "This device's location was too inaccurate, so this day needs approval. Next time, turn on precise location.",
};

type ClockSituationProps = {
  clock: ClockState;
  /** When the clock was read, on this device's clock. */
  readAt: number;
  /** A clocking waits on this device, so that the work of the day isn't known. */
  waits: boolean;
};

/** How long the person has worked, and what the day is for them. */
export function ClockSituation({ clock, readAt, waits }: ClockSituationProps) {
  const { record, last, timezone, today } = clock;
  const shown = record && record.segments.length > 0 ? record : null;
  return (
    <Stack sx={{ gap: 3 }}>
      {shown && !waits && <TodaysWork record={shown} skew={Date.parse(clock.now) - readAt} today={today} />}
      {!shown && last && !waits && (
        <Typography>
          You clocked out at {formatClock(last.clockOut, timezone, today)} after {formatMinutes(last.workedMinutes)} of
          work on {formatDay(last.workDate)}.
        </Typography>
      )}
      {record?.flags.map((flag) => {
        const { [flag]: words } = placeWords;
        return words && <Typography key={flag}>{words}</Typography>;
      })}
      <Typography color="textSecondary">
        {dayTextOf(clock)} {zoneTextOf(clock)}
      </Typography>
    </Stack>
  );
}

type HeadlineProps = { tone: Tone | undefined; icon: ReactNode; title: string; note?: string | undefined };

function Headline({ tone, icon, title, note }: HeadlineProps) {
  return (
    <Stack direction="row" role="status" sx={{ gap: 4, alignItems: 'center' }}>
      <Mark tone={tone}>{icon}</Mark>
      {/* As high without a note as with one. */}
      <Box sx={{ display: 'grid', alignContent: 'center', minHeight: '3rem' }}>
        <Typography variant="h2" component="p">
          {title}
        </Typography>
        {note !== undefined && <Typography color="textSecondary">{note}</Typography>}
      </Box>
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

type TodaysWorkProps = { record: NonNullable<ClockState['record']>; skew: number; today: string };

function TodaysWork({ record, ...time }: TodaysWorkProps) {
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 3, alignItems: 'center', flexWrap: 'wrap' }}>
      <TimeAtWork record={record} {...time} />
      {/* Until the day is over, its length says nothing, and half a day is no surprise. */}
      {!(record.open && record.status === 'half_day') && <AttendanceStatusChip status={record.status} />}
    </Stack>
  );
}

/** Nothing else is rendered each second. */
function TimeAtWork({ record, skew, today }: TodaysWorkProps) {
  const now = useNow(1_000);
  const { workMinutes, breakMinutes } = timeAtWork(record, new Date(now.getTime() + skew));
  return (
    <>
      <Typography component="p" variant="figure">
        {formatMinutes(workMinutes)}
      </Typography>
      <Typography color="textSecondary">
        {atWorkText(record.workDate === today ? undefined : formatDay(record.workDate))}
        {breakMinutes > 0 && ` · ${formatMinutes(breakMinutes)} on breaks`}
      </Typography>
    </>
  );
}

/** Where this device has another time than the person's clock. */
function zoneTextOf({ timezone, now }: ClockState): string | undefined {
  const isElsewhere = offsetOf(timezone, new Date(now)) !== offsetOf(ownZone(), new Date(now));
  return isElsewhere ? `Your clock shows the time in ${zoneLabel(timezone)}.` : undefined;
}

function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** What the day is for the person: the shift, leave, a holiday or a day off. */
function dayTextOf({ dayKind, holiday, leave, shift, startsAt, endsAt, timezone, today }: ClockState): string {
  if (dayKind === 'holiday') return holidayText(holiday);
  if (dayKind === 'weekly_off') return 'Today is your weekly day off. Work needs approval.';
  if (leave === 'full') return "You're on leave today.";
  if (!shift) return 'You have no shift.';
  if (leave === null || startsAt === null || endsAt === null) return `Your shift is ${formatHours(shift)}.`;
  const times = `${formatClock(startsAt, timezone, today)} – ${formatClock(endsAt, timezone, today)}`;
  return `${dayLeaveLabels[leave]} on leave: you work ${times}.`;
}
