import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Stack from '@mui/material/Stack';
import Switch from '@mui/material/Switch';
import type { Shift } from '@shifa/contract';
import { Field, INCOMPLETE } from '../../ui/fields/field';
import { TextInput } from '../../ui/fields/text-input';
import { NumberInput } from '../../ui/fields/form-number';
import type { PartFaults } from '../../ui/fields/form-parts';
import { WeekdaysInput } from '../../ui/fields/form-weekdays';
import { pairStyle } from '../../ui/fields/pair-style';

const dayShift: Shift = {
  start: '09:00',
  end: '17:00',
  breakMinutes: 30,
  weekdays: [1, 2, 3, 4, 5, 6],
  graceLateMinutes: null,
  halfDayBelowMinutes: null,
  overtimeAfterMinutes: null,
};

const minutes = [
  { part: 'graceLateMinutes', label: 'Late after' },
  { part: 'halfDayBelowMinutes', label: 'Half day below' },
  { part: 'overtimeAfterMinutes', label: 'Overtime after' },
] as const;

type ShiftInputProps = {
  /** Null follows the laboratory. */
  value: Shift | null;
  onChange: (shift: Shift | null) => void;
  onBlur?: () => void;
  faults?: PartFaults<Shift>;
};

/** A person's working hours: the laboratory's, or a shift of their own. */
export function ShiftInput({ value: shift, onChange, onBlur, faults }: ShiftInputProps) {
  // A number that was not entered yet is null until the schema judges it.
  const change = (part: Partial<Record<keyof Shift, unknown>>) => onChange({ ...shift, ...part } as Shift);
  return (
    <>
      <FormControlLabel
        control={
          <Switch
            checked={shift === null}
            onChange={(_, follows) => onChange(follows ? null : dayShift)}
            onBlur={onBlur}
          />
        }
        label="Follows the laboratory's hours and days off"
      />
      {shift && (
        <Stack role="group" aria-label="Shift" sx={{ gap: 4 }}>
          <Box sx={pairStyle}>
            <TextInput
              label="Starts"
              error={faults?.start?.message}
              type="time"
              value={shift.start}
              onChange={(start) => change({ start })}
            />
            <TextInput
              label="Ends"
              help={endsNextDay(shift) ? 'On the next day.' : undefined}
              error={faults?.end?.message}
              type="time"
              value={shift.end}
              onChange={(end) => change({ end })}
            />
          </Box>
          <WeekdaysInput
            label="Working days"
            help="A shift that runs past midnight counts for the day on which it starts."
            error={faults?.weekdays?.message}
            value={shift.weekdays}
            onChange={(weekdays) => change({ weekdays })}
          />
          <Field label="Break" error={faults?.breakMinutes?.message}>
            {(a11y) => (
              <NumberInput
                {...a11y}
                value={shift.breakMinutes}
                onChange={(breakMinutes) => change({ breakMinutes })}
                after="minutes"
              />
            )}
          </Field>
          {minutes.map(({ part, label }) => (
            <Field key={part} label={label} optional error={faults?.[part]?.message}>
              {(a11y) => (
                <NumberInput
                  {...a11y}
                  value={shift[part]}
                  onChange={(value) => change({ [part]: value })}
                  placeholder="Laboratory rule"
                  after="minutes"
                />
              )}
            </Field>
          ))}
        </Stack>
      )}
    </>
  );
}

/** Known once both times are typed. */
function endsNextDay({ start, end }: Shift): boolean {
  return ![start, end].some((time) => time === '' || time === INCOMPLETE) && end <= start;
}
