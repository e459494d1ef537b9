import ChevronLeft from '@mui/icons-material/ChevronLeftOutlined';
import ChevronRight from '@mui/icons-material/ChevronRightOutlined';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import OutlinedInput from '@mui/material/OutlinedInput';
import Select from '@mui/material/Select';
import Stack from '@mui/material/Stack';
import { BusinessDaySchema, type Permission } from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { product } from '../../config/product';
import { dayAfter, dayAt } from '../../lib/calendar';
import { dayOf } from '../../lib/format';
import { laboratoryOptions } from '../../lib/laboratory-options';
import { usePermission, useUser } from '../../lib/use-session';

type Place = { _id: string; name: string; timezone: string };

type LaboratoryInView = {
  /** Absent until the laboratories of the network are known. */
  laboratory: Place | undefined;
  /** Today on its calendar. */
  today: string;
  /** What can be chosen; empty for people of one laboratory. */
  others: readonly Place[];
};

/** The laboratory that a page shows: the chosen one, the viewer's own, or the first of the network. */
export function useLaboratoryInView(chosen: string | undefined, permission: Permission): LaboratoryInView {
  const own = useUser().laboratoryId;
  const seesNetwork = usePermission(permission).scope === 'all';
  const { data: others = [] } = useQuery({ ...laboratoryOptions, enabled: seesNetwork });
  const laboratory = seesNetwork
    ? (others.find(({ _id }) => _id === (chosen ?? own?._id)) ?? others[0])
    : (own ?? undefined);
  return { laboratory, today: dayOf(new Date(), laboratory?.timezone ?? product.timezone), others };
}

type LaboratorySelectProps = { view: LaboratoryInView; onChange: (laboratoryId: string) => void };

/** Chooses among the laboratories of the network; nothing for people of one laboratory. */
export function LaboratorySelect({ view: { laboratory, others }, onChange }: LaboratorySelectProps) {
  if (others.length < 2) return null;
  return (
    <Select
      native
      size="small"
      value={laboratory?._id ?? ''}
      inputProps={{ 'aria-label': 'Laboratory' }}
      onChange={(event) => onChange(event.target.value)}
      sx={{ minWidth: 0, maxWidth: 280, height: 36, fontSize: '0.875rem' }}
    >
      {others.map(({ _id, name }) => (
        <option key={_id} value={_id}>
          {name}
        </option>
      ))}
    </Select>
  );
}

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
    <Stack direction="row" role="group" aria-label="Day" sx={{ gap: 1, alignItems: 'center' }}>
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
  return (
    <OutlinedInput
      type="date"
      size="small"
      value={typed}
      inputProps={{ 'aria-label': 'Date', max }}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (BusinessDaySchema.safeParse(value).success && value >= '2000-01-01' && value <= max) onChange(value);
      }}
      sx={{ height: 36, fontSize: '0.875rem' }}
    />
  );
}

/** `2026-11` as `November 2026`. */
export function formatMonthName(month: string): string {
  return new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
}

/** The month so many months after a month: `2026-11`. */
function monthAfter(month: string, count: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return dayAt(year, number + count, 1).slice(0, 7);
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
    <Stack direction="row" role="group" aria-label="Month" sx={{ gap: 1, alignItems: 'center' }}>
      <IconButton aria-label="Previous month" onClick={() => choose(monthAfter(month, -1))}>
        <ChevronLeft />
      </IconButton>
      <strong className="tabular" aria-live="polite">
        {formatMonthName(month)}
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
