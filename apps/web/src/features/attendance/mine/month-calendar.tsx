import Box from '@mui/material/Box';
import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { attendanceStatusLabels, dayMarkLabels } from '@shifa/contract';
import { visuallyHidden } from '../../../ui/visually-hidden';
import { formatDay, formatMinutes, formatWeekday, weekdayNames } from '../../../lib/format';
import { AttendanceStatusChip } from '../attendance-display';
import { markOf, type OwnDay } from './own-days';

export type MonthViewProps = { days: readonly OwnDay[]; today: string; onOpen: (day: string) => void };

/** A week begins on Monday. */
const weekdays = [...weekdayNames.slice(1), weekdayNames[0]];

/** The month as weeks; a day says how it went in words, and opens. */
export function MonthCalendar({ days, today, onOpen }: MonthViewProps) {
  const marks = [...new Set(days.flatMap(({ status }) => (status === undefined ? [] : markOf(status))))];
  return (
    <div>
      <Table>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" aria-label={name}>
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={week.find(Boolean)?.day}>
              {week.map((day, weekday) => (
                <td key={weekday}>{day && <DayCell day={day} today={today} onOpen={onOpen} />}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
      <Typography variant="caption" color="textSecondary" sx={{ display: { md: 'none' } }} component="p">
        {marks.map((mark) => `${mark} ${dayMarkLabels[mark]}`).join(' · ')}
      </Typography>
    </div>
  );
}

function DayCell({
  day: { day, status, holiday, record },
  today,
  onOpen,
}: { day: OwnDay } & Omit<MonthViewProps, 'days'>) {
  const values = record
    ? [
        record.lateMinutes > 0 ? `${formatMinutes(record.lateMinutes)} late` : '',
        record.workedMinutes > 0 ? `${formatMinutes(record.workedMinutes)} worked` : '',
        record.overtimeMinutes > 0 ? `${formatMinutes(record.overtimeMinutes)} overtime` : '',
        record.approvalStatus === 'pending' ? 'pending' : '',
      ].filter((text) => text !== '')
    : [];
  const words = [status === undefined ? 'nothing recorded' : attendanceStatusLabels[status], holiday ?? '', ...values];
  return (
    <Cell
      type="button"
      data-today={day === today || undefined}
      disabled={day > today && status === undefined}
      aria-current={day === today ? 'date' : undefined}
      onClick={() => onOpen(day)}
    >
      <span className="words">
        {formatWeekday(day)}, {formatDay(day, 'long')}: {words.filter((word) => word !== '').join(', ')}
      </span>
      <span className="number" aria-hidden>
        {Number(day.slice(8))}
      </span>
      {status !== undefined && (
        <>
          <Box component="span" aria-hidden sx={{ display: { xs: 'none', md: 'inline-flex' } }}>
            <AttendanceStatusChip status={status} />
          </Box>
          <Box component="span" aria-hidden className="mark" sx={{ display: { md: 'none' } }}>
            {markOf(status)}
          </Box>
        </>
      )}
      <Box component="span" aria-hidden className="values" sx={{ display: { xs: 'none', md: 'block' } }}>
        {holiday ?? values.join(', ')}
      </Box>
    </Cell>
  );
}

/** The days in rows of seven, with gaps before the first and after the last. */
function weeksOf(days: readonly OwnDay[]): (OwnDay | undefined)[][] {
  const [first] = days;
  const before = first ? (new Date(`${first.day}T00:00:00Z`).getUTCDay() + 6) % 7 : 0;
  const cells: (OwnDay | undefined)[] = [...Array<undefined>(before), ...days];
  while (cells.length % 7 !== 0) cells.push(undefined);
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7));
}

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  tableLayout: 'fixed',
  borderCollapse: 'separate',
  borderSpacing: 4,
  [theme.breakpoints.down('md')]: { borderSpacing: 2 },
  '& th': { padding: 4, fontSize: '0.75rem', fontWeight: 500, color: theme.vars.palette.text.secondary },
  // Cells of one row are equally high.
  '& td': { height: 1, padding: 0, verticalAlign: 'top' },
}));

const Cell = styled('button')(({ theme }) => ({
  boxSizing: 'border-box',
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'flex-start',
  gap: 4,
  width: '100%',
  height: '100%',
  minHeight: 88,
  padding: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.shape.borderRadius,
  font: 'inherit',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  textAlign: 'left',
  color: theme.vars.palette.text.primary,
  backgroundColor: theme.vars.palette.background.paper,
  cursor: 'pointer',
  position: 'relative',
  '& .words': visuallyHidden,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&:disabled': { cursor: 'default', color: theme.vars.palette.text.secondary, backgroundColor: 'transparent' },
  '&[data-today]': { borderColor: theme.vars.palette.primary.main },
  '&[data-today] .number': { fontWeight: 700, color: theme.vars.palette.primary.main },
  '& .mark': { fontSize: '0.75rem', fontWeight: 600 },
  '& .values': { fontSize: '0.75rem', lineHeight: 1.4, color: theme.vars.palette.text.secondary },
  [theme.breakpoints.down('md')]: { minHeight: 52, padding: 4, alignItems: 'center', gap: 2 },
}));
