import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import {
  OFF_CODE,
  parseRotation,
  type RosterShiftType,
  type RosterValue,
  rotationOn,
  WEEKLY_CODE,
} from '@shifa/contract';
import { type SubmitEvent, useState } from 'react';
import { AppDialog } from '../../../ui/app-dialog';
import { TextInput } from '../../../ui/fields/text-input';
import { formatDay, formatDayCount, formatPeople } from '../../../lib/format';

type RotationDialogProps = {
  shiftTypes: readonly RosterShiftType[];
  /** The people who get the rotation, in the order of the board. */
  names: readonly string[];
  days: readonly string[];
  onApply: (valueFor: (person: number, day: string) => RosterValue) => void;
  onClose: () => void;
};

/** Fills days with a repeating pattern, each person some days further on in it than the one before. */
export function RotationDialog({ shiftTypes, names, days, onApply, onClose }: RotationDialogProps) {
  const [pattern, setPattern] = useState('');
  const [offset, setOffset] = useState('0');
  const active = shiftTypes.filter(({ status }) => status === 'active');
  const rotation = parseRotation(pattern, active);
  const codes = [
    ...active.map(({ code, name }) => `${code} ${name}`),
    `${OFF_CODE} day off`,
    `${WEEKLY_CODE} weekly shift`,
  ];
  const step = /^-?\d{1,2}$/.test(offset.trim()) ? Number(offset) : undefined;
  const [tried, setTried] = useState(false);
  const start = days[0] ?? '';
  const isReady = 'values' in rotation && step !== undefined && days.length > 0;

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (!isReady) return;
    onApply((person, day) => rotationOn(rotation.values, start, day, person * step));
    onClose();
  };

  return (
    <AppDialog
      title="Fill with a rotation"
      onClose={onClose}
      onSubmit={submit}
      maxWidth="sm"
      decision={
        <Button type="submit" variant="contained" disabled={days.length === 0}>
          Fill {formatDayCount(days.length)} of {formatPeople(names.length)}
        </Button>
      }
    >
      <Typography variant="body2" color="textSecondary">
        {days.length === 0
          ? 'The selected days are over. Select days from today on.'
          : `From ${formatDay(start)} to ${formatDay(days.at(-1) ?? start)}.`}{' '}
        {`Codes: ${codes.join(', ')}.`}
      </Typography>
      <TextInput
        label="Pattern"
        help="One code for each day, such as MMAANNOO. The pattern repeats."
        error={'fault' in rotation && (tried || pattern.trim() !== '') ? rotation.fault : undefined}
        autoFocus
        value={pattern}
        onChange={setPattern}
        inputProps={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }}
      />
      {names.length > 1 && (
        <TextInput
          label="Offset between people (days)"
          help="With 2, the second person starts on the third day of the pattern."
          error={step === undefined ? 'Enter a whole number from -99 to 99' : undefined}
          value={offset}
          onChange={setOffset}
          inputProps={{ inputMode: 'numeric' }}
          sx={{ width: 120 }}
          fullWidth={false}
        />
      )}
    </AppDialog>
  );
}
