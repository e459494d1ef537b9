import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { BusinessDaySchema } from '@shifa/contract';
import { useId, useState } from 'react';
import { dayAfter, monthAfter } from '../../lib/calendar';
import { formatDay, formatMonth } from '../../lib/format';
import { INCOMPLETE, useWholeDate } from '../../ui/fields/field';

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
  const { input, error } = useWholeDate({
    type: 'date',
    value: typed,
    error: faultOf(typed, max),
    onChange: (value) => {
      setTyped(value);
      if (isWithin(value, max)) onChange(value);
    },
  });
  const id = useId();
  return (
    <div>
      <OutlinedInput
        {...input}
        size="small"
        error={error !== undefined}
        inputProps={{ 'aria-label': 'Date', 'aria-describedby': error && id, max }}
        sx={{ height: 36, fontSize: '0.875rem' }}
      />
      {error && (
        <FormHelperText error id={id}>
          {error}
        </FormHelperText>
      )}
    </div>
  );
}

const FIRST_DAY = '2000-01-01';

function isWithin(day: string, max: string): boolean {
  return BusinessDaySchema.safeParse(day).success && day >= FIRST_DAY && day <= max;
}

/** Why the day that was typed isn't the one that is shown. A year whose first digits are typed begins with 0. */
function faultOf(day: string, max: string): string | undefined {
  if (day === '') return 'Enter a date.';
  if (day === INCOMPLETE || day.startsWith('0') || isWithin(day, max)) return undefined;
  return `Enter a day from ${formatDay(FIRST_DAY)} to ${formatDay(max)}.`;
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
