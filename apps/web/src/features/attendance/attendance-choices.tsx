import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { BusinessDaySchema } from '@shifa/contract';
import { useState } from 'react';
import { dayAfter, monthAfter } from '../../lib/calendar';
import { formatMonth } from '../../lib/format';
import { useWholeDate } from '../../ui/fields/field';

type DayStepperProps = {
  day: string;
  today: string;
  /** `undefined` is today, whatever day that is. */
  onChange: (day: string | undefined) => void;
};

/** A day up to today, with the day before and after one tap away. */
export function DayStepper({ day, today, onChange }: DayStepperProps) {
  const choose = (next: string) => onChange(next === today ? undefined : next);
  return (
    <Stack direction="row" role="group" aria-label="Day" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <IconButton aria-label="Previous day" onClick={() => choose(dayAfter(day, -1))}>
        <ChevronLeft />
      </IconButton>
      <DayInput key={day} day={day} max={today} onChange={choose} />
      <IconButton aria-label="Next day" disabled={day >= today} onClick={() => choose(dayAfter(day, 1))}>
        <ChevronRight />
      </IconButton>
      {day !== today && (
        <Button color="inherit" onClick={() => onChange(undefined)}>
          Today
        </Button>
      )}
    </Stack>
  );
}

/** Half a typed date is no day to ask the server for. */
function DayInput({ day, max, onChange }: { day: string; max: string; onChange: (day: string) => void }) {
  const [typed, setTyped] = useState(day);
  const { input } = useWholeDate({
    type: 'date',
    value: typed,
    error: undefined,
    onChange: (value) => {
      setTyped(value);
      if (BusinessDaySchema.safeParse(value).success && value >= '2000-01-01' && value <= max) onChange(value);
    },
  });
  return (
    <OutlinedInput
      {...input}
      size="small"
      inputProps={{ 'aria-label': 'Date', max }}
      sx={{ height: 36, fontSize: '0.875rem' }}
    />
  );
}

type MonthStepperProps = {
  month: string;
  /** The month of today. */
  current: string;
  /** How many months ahead can be shown. */
  ahead?: number;
  /** `undefined` is the current month, whatever it is. */
  onChange: (month: string | undefined) => void;
};

/** A month, with the one before and after one tap away. */
export function MonthStepper({ month, current, ahead = 0, onChange }: MonthStepperProps) {
  const choose = (next: string) => onChange(next === current ? undefined : next);
  return (
    <Stack direction="row" role="group" aria-label="Month" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
      <IconButton aria-label="Previous month" onClick={() => choose(monthAfter(month, -1))}>
        <ChevronLeft />
      </IconButton>
      <strong className="tabular" aria-live="polite">
        {formatMonth(month, 'long')}
      </strong>
      <IconButton
        aria-label="Next month"
        disabled={month >= monthAfter(current, ahead)}
        onClick={() => choose(monthAfter(month, 1))}
      >
        <ChevronRight />
      </IconButton>
      {month !== current && (
        <Button color="inherit" onClick={() => onChange(undefined)}>
          This month
        </Button>
      )}
    </Stack>
  );
}
