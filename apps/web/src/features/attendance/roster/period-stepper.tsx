import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { dayAfter, monthAfter } from '../../../lib/calendar';
import { formatDay, formatMonth, formatWeekday } from '../../../lib/format';
import { weekOf } from './weeks';

type Span = 'day' | 'week' | 'month';

type PeriodStepperProps = {
  span: Span;
  /** A day of what is shown. */
  day: string;
  today: string;
  /** `undefined` is today, whatever day that is. */
  onChange: (day: string | undefined) => void;
};

const names: Record<Span, string> = { day: 'day', week: 'week', month: 'month' };

/** The day, week or month that is shown, with the one before and after one tap away. */
export function PeriodStepper({ span, day, today, onChange }: PeriodStepperProps) {
  const isCurrent = titleOf(span, day) === titleOf(span, today);
  return (
    <Stack direction="row" role="group" aria-label={`Shown ${names[span]}`} sx={{ gap: 1, alignItems: 'center' }}>
      <IconButton aria-label={`Previous ${names[span]}`} onClick={() => onChange(stepped(span, day, -1))}>
        <ChevronLeft />
      </IconButton>
      <Typography
        aria-live="polite"
        className="tabular"
        sx={{ fontWeight: 500, minWidth: { xs: 130, sm: 150 }, textAlign: 'center' }}
      >
        {titleOf(span, day)}
      </Typography>
      <IconButton aria-label={`Next ${names[span]}`} onClick={() => onChange(stepped(span, day, 1))}>
        <ChevronRight />
      </IconButton>
      {!isCurrent && (
        <Button color="inherit" onClick={() => onChange(undefined)}>
          Today
        </Button>
      )}
    </Stack>
  );
}

function titleOf(span: Span, day: string): string {
  if (span === 'month') return formatMonth(day.slice(0, 7), 'long');
  if (span === 'day') return `${formatWeekday(day)}, ${formatDay(day)}`;
  const { from, to } = weekOf(day);
  return `${formatDay(from)} – ${formatDay(to)}`;
}

function stepped(span: Span, day: string, by: number): string {
  if (span === 'day') return dayAfter(day, by);
  if (span === 'week') return dayAfter(weekOf(day).from, by * 7);
  return `${monthAfter(day, by)}-01`;
}
