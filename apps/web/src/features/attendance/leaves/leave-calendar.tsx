import Box from '@mui/material/Box';
import type { Theme } from '@mui/material/styles';
import Stack from '@mui/material/Stack';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { daysBetween, type Holiday, type Leave, leaveStatusLabels, leaveTypeLabels } from '@shifa/contract';
import { Spread } from '../../../ui/spread';
import { tint } from '../../../ui/tint';
import { dayAfter, type Period } from '../../../lib/calendar';
import { formatDay, formatWeekday } from '../../../lib/format';
import { formatLeaveDays, formatLeavePeriod, LeaveStatusChip } from '../attendance-display';

type CalendarProps = {
  leaves: readonly Leave[];
  period: Period;
  today: string;
  holidays: readonly Holiday[];
  /** Days of the week on which the laboratory is closed. */
  weeklyOff: readonly number[];
};

type Day = { day: string; weekday: number; holiday: string | undefined; off: string | undefined };

function daysOf({ period, holidays, weeklyOff }: CalendarProps): Day[] {
  return Array.from({ length: daysBetween(period.from, period.to) }, (_, index) => {
    const day = dayAfter(period.from, index);
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
    const holiday = holidays.find(({ date }) => date === day)?.name;
    return { day, weekday, holiday, off: holiday ?? (weeklyOff.includes(weekday) ? 'Weekly off' : undefined) };
  });
}

/** The month as a grid: a row per person, a bar per leave. */
export function LeaveGrid(props: CalendarProps) {
  const { leaves, period, today } = props;
  const days = daysOf(props);
  const people = [...new Map(leaves.map(({ userId }) => [userId._id, userId])).values()].toSorted((a, b) =>
    a.name.localeCompare(b.name),
  );
  const columnOf = (day: string) => daysBetween(period.from, day) + 1;
  return (
    <>
      <Box role="group" aria-label="Leave calendar" tabIndex={0} sx={(theme) => gridStyle(theme, days.length)}>
        <Box className="row head" aria-hidden>
          <span>Person</span>
          {days.map(({ day, off }) => (
            <span
              key={day}
              data-off={off}
              data-today={day === today || undefined}
              title={[formatDay(day), formatWeekday(day), off].filter(Boolean).join(', ')}
            >
              <small>{formatWeekday(day).slice(0, 2)}</small>
              {Number(day.slice(8))}
            </span>
          ))}
        </Box>
        <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
          {people.map((person) => (
            <Box key={person._id} component="li" className="row">
              <span className="name" title={person.name}>
                {person.name}
              </span>
              {days.map(({ day, off }, index) => (
                <i
                  key={day}
                  aria-hidden
                  data-off={off}
                  data-today={day === today || undefined}
                  style={{ gridColumn: index + 2 }}
                />
              ))}
              {leaves
                .filter(({ userId }) => userId._id === person._id)
                .map((leave) => (
                  <Tooltip key={leave._id} title={`${describe(leave)}. ${leave.reason}`}>
                    <span
                      className="bar"
                      tabIndex={0}
                      role="img"
                      aria-label={describe(leave)}
                      data-status={leave.status}
                      style={{
                        gridColumn: `${columnOf(leave.from < period.from ? period.from : leave.from)} / ${
                          columnOf(leave.to > period.to ? period.to : leave.to) + 1
                        }`,
                      }}
                    >
                      {leaveTypeLabels[leave.type]}
                    </span>
                  </Tooltip>
                ))}
            </Box>
          ))}
        </Box>
      </Box>
      <Holidays of={days} />
    </>
  );
}

/** The holidays among some days, each with its date: the grid itself names them only to a mouse. */
function Holidays({ of }: { of: readonly Day[] }) {
  const holidays = of.flatMap(({ day, holiday }) => (holiday === undefined ? [] : `${holiday}, ${formatDay(day)}`));
  if (holidays.length === 0) return null;
  return (
    <Typography variant="caption" color="textSecondary">
      Closed: {holidays.join('; ')}
    </Typography>
  );
}

function describe(leave: Leave): string {
  const { userId, type, days, status } = leave;
  const facts = [userId.name, leaveTypeLabels[type], formatLeavePeriod(leave), formatLeaveDays(days)];
  return [...facts, leaveStatusLabels[status]].join(' · ');
}

/** The month on a phone: the weeks in which someone is away, and each leave once in a week. */
export function LeaveWeeks(props: CalendarProps) {
  const { leaves, today } = props;
  const weeks = weeksOf(daysOf(props))
    .map((days) => ({ days, away: leaves.filter((leave) => days.some((each) => covers(leave, each))) }))
    .filter(({ away }) => away.length > 0);
  return (
    <Stack component="ul" aria-label="Leave calendar" sx={{ m: 0, p: 0, gap: 5, listStyle: 'none' }}>
      {weeks.map(({ days, away }) => {
        const [first, last] = [days[0]?.day ?? '', days.at(-1)?.day ?? ''];
        const isNow = first <= today && today <= last;
        return (
          <li key={first}>
            <Typography variant="subtitle2" component="h2" sx={isNow ? { color: 'primary.main' } : undefined}>
              {first === last ? formatDay(first) : `${formatDay(first)} – ${formatDay(last)}`}
              {isNow && ' · this week'}
            </Typography>
            <Holidays of={days} />
            <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
              {away.map((leave) => (
                <Spread key={leave._id} as="li" sx={leaveRowStyle}>
                  <div>
                    <Typography sx={{ overflowWrap: 'anywhere' }}>{leave.userId.name}</Typography>
                    <Typography variant="caption" color="textSecondary">
                      {leaveTypeLabels[leave.type]} · {formatLeavePeriod(leave)}
                    </Typography>
                  </div>
                  <LeaveStatusChip status={leave.status} />
                </Spread>
              ))}
            </Box>
          </li>
        );
      })}
    </Stack>
  );
}

function covers({ from, to }: Leave, { day }: Day): boolean {
  return from <= day && day <= to;
}

/** From Monday to Sunday, as far as they are in the month. */
function weeksOf(days: readonly Day[]): Day[][] {
  const weeks: Day[][] = [];
  for (const day of days) {
    if (day.weekday === 1 || weeks.length === 0) weeks.push([]);
    weeks.at(-1)?.push(day);
  }
  return weeks;
}

const leaveRowStyle = { py: 2, alignItems: 'center', borderBottom: 1, borderColor: 'divider' };

const gridStyle = (theme: Theme, days: number) => {
  const { palette } = theme.vars;
  return {
    overflowX: 'auto',
    border: `1px solid ${palette.divider}`,
    borderRadius: '12px',
    backgroundColor: palette.background.paper,
    fontSize: '0.8125rem',
    '& .row': {
      display: 'grid',
      gridTemplateColumns: `180px repeat(${days}, minmax(26px, 1fr))`,
      gridAutoFlow: 'dense',
      minWidth: 180 + days * 26,
      alignItems: 'stretch',
      minHeight: 36,
    },
    '& li.row': { borderTop: `1px solid ${palette.divider}` },
    '& .head': { color: palette.text.secondary, fontWeight: 500, textAlign: 'center', alignItems: 'center' },
    '& .head small': { display: 'block', fontWeight: 400, fontSize: '0.6875rem' },
    '& .head > span:first-of-type, & .name': {
      position: 'sticky',
      left: 0,
      zIndex: 1,
      padding: '8px 12px',
      textAlign: 'left',
      fontWeight: 500,
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      backgroundColor: palette.background.paper,
      borderRight: `1px solid ${palette.divider}`,
    },
    '& .row > i': { gridRow: 1 },
    '& [data-off]': { backgroundColor: palette.action.hover },
    '& [data-today]': { backgroundColor: tint(theme, 'primary') },
    '& .bar': {
      gridRow: 1,
      alignSelf: 'center',
      margin: '0 1px',
      padding: '3px 6px',
      borderRadius: '6px',
      overflow: 'hidden',
      textOverflow: 'ellipsis',
      whiteSpace: 'nowrap',
      fontSize: '0.75rem',
      fontWeight: 500,
      color: palette.info.main,
      border: `1px solid ${palette.info.main}`,
      backgroundColor: tint(theme, 'info'),
      cursor: 'default',
    },
    '& .bar[data-status="pending"]': {
      color: palette.warning.main,
      borderColor: palette.warning.main,
      borderStyle: 'dashed',
      backgroundColor: palette.background.paper,
      backgroundImage: `repeating-linear-gradient(135deg, ${tint(theme, 'warning')} 0 6px, transparent 6px 12px)`,
    },
  } as const;
};
