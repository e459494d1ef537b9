import GlobalStyles from '@mui/material/GlobalStyles';
import { styled, type Theme } from '@mui/material/styles';
import { type AttendanceMonth, type AttendanceTotals, type DayMark, dayMarkLabels, dayMarks } from '@shifa/contract';
import { Link } from 'react-router-dom';
import { landscape } from '../../../ui/amount-table';
import { touchTarget } from '../../../ui/touch-target';
import { tint, type Tone } from '../../../ui/tint';
import { paths } from '../../../config/paths';
import { formatDay, formatMinutes, weekdayNames } from '../../../lib/format';

const tones: Record<DayMark, Tone | undefined> = {
  P: 'success',
  LT: 'warning',
  HD: 'warning',
  A: 'error',
  MC: 'error',
  L: 'info',
  H: undefined,
  WO: undefined,
};

type Total = { label: string; name: string; format: (totals: AttendanceTotals) => string };

/** Leave counts in halves. */
const totals: readonly Total[] = [
  { label: 'P', name: 'Days present', format: ({ presentDays }) => String(presentDays) },
  { label: 'L', name: 'Days of leave', format: ({ leaveDays }) => String(leaveDays) },
  { label: 'A', name: 'Days absent', format: ({ absentDays }) => String(absentDays) },
  { label: 'HD', name: 'Half days', format: ({ halfDays }) => String(halfDays) },
  { label: 'LT', name: 'Days late', format: ({ lateDays }) => String(lateDays) },
  { label: 'Worked', name: 'Time worked', format: ({ workedMinutes }) => formatMinutes(workedMinutes) },
  { label: 'OT', name: 'Overtime', format: ({ overtimeMinutes }) => formatMinutes(overtimeMinutes) },
];

/** Marks by person and day; names and heads stay in sight, and today's column is marked. */
export function MonthGrid({ month, today }: { month: AttendanceMonth; today: string }) {
  const { days, people } = month;
  return (
    <Scroller role="group" aria-label="Month grid" tabIndex={0}>
      <GlobalStyles styles={landscape} />
      <table>
        <thead>
          <tr>
            <th scope="col">Person</th>
            {days.map(({ day, weekday, holiday }) => (
              <th
                key={day}
                scope="col"
                data-today={day === today || undefined}
                ref={day === today ? showDay : undefined}
                title={[formatDay(day), weekdayNames[weekday], holiday].filter(Boolean).join(', ')}
                aria-label={[`${weekdayNames[weekday] ?? ''} ${Number(day.slice(8))}`, holiday]
                  .filter(Boolean)
                  .join(', ')}
              >
                <span>{(weekdayNames[weekday] ?? '').slice(0, 2)}</span>
                {Number(day.slice(8))}
              </th>
            ))}
            {totals.map(({ label, name }) => (
              <th key={label} scope="col" className="total" title={name} aria-label={name}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map(({ person, marks, totals: sums }) => (
            <tr key={person._id}>
              <th scope="row" title={[person.name, person.employeeCode, person.department].filter(Boolean).join(' · ')}>
                {person.name}
              </th>
              {days.map(({ day }, index) => (
                <td key={day} data-today={day === today || undefined}>
                  <Mark {...(marks[index] ?? { mark: null, recordId: null })} day={day} />
                </td>
              ))}
              {totals.map(({ label, format }) => (
                <td key={label} className="total">
                  {format(sums)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

/** Scrolls a narrow screen so far that the day is in sight, behind the names. */
function showDay(head: HTMLTableCellElement | null): void {
  const scroller = head?.closest('[role="group"]');
  if (!head || !scroller) return;
  scroller.scrollLeft = Math.max(0, head.offsetLeft + head.offsetWidth - scroller.clientWidth);
}

function Mark({ mark, recordId, day }: { mark: DayMark | null; recordId: string | null; day: string }) {
  if (mark === null) return null;
  const label = `${dayMarkLabels[mark]}, ${formatDay(day)}`;
  if (recordId === null) {
    return (
      <abbr data-mark={mark} title={label} aria-label={label}>
        {mark}
      </abbr>
    );
  }
  return (
    <Link data-mark={mark} to={paths.attendanceRecord(recordId)} title={label} aria-label={`${mark}, ${label}`}>
      {mark}
    </Link>
  );
}

/** What the marks mean. */
export function MarkLegend() {
  return (
    <Legend aria-label="Legend">
      {dayMarks.map((mark) => (
        <li key={mark}>
          <abbr data-mark={mark}>{mark}</abbr> {dayMarkLabels[mark]}
        </li>
      ))}
    </Legend>
  );
}

const markStyle = (theme: Theme) => ({
  '& [data-mark]': {
    display: 'inline-grid',
    placeItems: 'center',
    minWidth: 26,
    height: 26,
    boxSizing: 'border-box',
    borderRadius: 6,
    fontSize: '0.75rem',
    fontWeight: 600,
    textDecoration: 'none',
    color: theme.vars.palette.text.secondary,
  },
  '& a[data-mark]:hover': { outline: `1px solid ${theme.vars.palette.primary.main}` },
  ...Object.fromEntries(
    Object.entries(tones).flatMap(([mark, tone]) =>
      tone === undefined
        ? []
        : [
            [
              `& [data-mark="${mark}"]`,
              { color: theme.vars.palette[tone].main, backgroundColor: tint(theme, tone) },
            ] as const,
          ],
    ),
  ),
});

const Legend = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '6px 16px',
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  ...markStyle(theme),
  '& li': { display: 'inline-flex', alignItems: 'center', gap: 6 },
}));

const Scroller = styled('div')(({ theme }) => ({
  overflow: 'auto',
  maxHeight: 'max(480px, calc(100dvh - 200px))',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 12,
  backgroundColor: theme.vars.palette.background.paper,
  ...markStyle(theme),
  '& table': {
    // Collapsed borders would not move with a sticky cell.
    borderCollapse: 'separate',
    borderSpacing: 0,
    width: '100%',
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
  },
  '& th, & td': {
    padding: '4px 3px',
    textAlign: 'center',
    whiteSpace: 'nowrap',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    '@media (pointer: coarse)': { padding: 9 },
  },
  '& a[data-mark]': { position: 'relative', ...touchTarget },
  '& tbody tr:last-of-type > *': { borderBottom: 0 },
  '& thead th': {
    position: 'sticky',
    top: 0,
    zIndex: 2,
    fontWeight: 500,
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& thead th > span': { display: 'block', fontSize: '0.6875rem', fontWeight: 400 },
  '& th:first-of-type': {
    position: 'sticky',
    left: 0,
    zIndex: 1,
    width: 180,
    minWidth: 140,
    maxWidth: 180,
    paddingInline: 12,
    textAlign: 'left',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    fontWeight: 500,
    color: theme.vars.palette.text.primary,
    backgroundColor: theme.vars.palette.background.paper,
    borderRight: `1px solid ${theme.vars.palette.divider}`,
  },
  '& thead th:first-of-type': { zIndex: 3 },
  '& [data-today], & thead th[data-today]': { backgroundColor: tint(theme, 'primary') },
  '& thead th[data-today]': { color: theme.vars.palette.primary.main, fontWeight: 600 },
  '& .total': { paddingInline: 6, textAlign: 'right' },
  [theme.breakpoints.down('sm')]: { '& th:first-of-type': { minWidth: 110, maxWidth: 110, width: 110 } },
  '@media print': {
    overflow: 'visible',
    maxHeight: 'none',
    border: 0,
    '& table': { borderCollapse: 'collapse', fontSize: '7pt' },
    '& thead': { display: 'table-header-group' },
    '& th, & td, & thead th:first-of-type, & th:first-of-type': { position: 'static' },
    '& th, & td': { padding: '1.5pt 0.5pt', border: '0.5pt solid #bbb' },
    '& th:first-of-type': { width: 'auto', minWidth: 0, maxWidth: '32mm', paddingInline: '2pt' },
    '& [data-mark]': { minWidth: 0, height: 'auto', fontSize: '7pt' },
    '& tr': { breakInside: 'avoid' },
  },
}));
