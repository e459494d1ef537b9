import ExpandMore from '@mui/icons-material/ExpandMoreOutlined';
import Button from '@mui/material/Button';
import OutlinedInput from '@mui/material/OutlinedInput';
import Popover from '@mui/material/Popover';
import Stack from '@mui/material/Stack';
import { BusinessDaySchema } from '@shifa/contract';
import { useState } from 'react';
import { formatDay } from '../lib/format';
import type { DayRange } from './filters';
import { Field } from './form/field';

/** `Nov 1, 2026 – Nov 30, 2026`, `from Nov 1, 2026`, `until Nov 30, 2026`; `undefined` where both ends are open. */
export function wordsOfRange({ from, to }: Pick<DayRange, 'from' | 'to'>): string | undefined {
  if (from !== undefined && to !== undefined) return `${formatDay(from)} – ${formatDay(to)}`;
  if (from !== undefined) return `from ${formatDay(from)}`;
  return to === undefined ? undefined : `until ${formatDay(to)}`;
}

/** A range of days behind a button. */
export function DayRangeMenu(range: DayRange) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        endIcon={<ExpandMore />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {range.label}
      </Button>
      <Popover
        anchorEl={anchor}
        open={anchor !== null}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            role: 'dialog',
            'aria-label': range.label,
            sx: { p: 4, width: 340, maxWidth: '100%', borderRadius: '10px', border: 1, borderColor: 'divider' },
          },
        }}
      >
        <DayRangeFields {...range} />
      </Popover>
    </>
  );
}

/** The first and the last day of a range. */
export function DayRangeFields({ from, to, onChange }: DayRange) {
  return (
    <Stack direction="row" sx={{ gap: 3, '& > *': { flex: 1, minWidth: 0 } }}>
      <DayInput key={`from ${from ?? ''}`} label="From" day={from} onChange={(day) => onChange({ from: day, to })} />
      <DayInput key={`to ${to ?? ''}`} label="To" day={to} onChange={(day) => onChange({ from, to: day })} />
    </Stack>
  );
}

type DayInputProps = { label: string; day: string | undefined; onChange: (day: string | undefined) => void };

/** A day that is taken when the field is left: half a typed year is no day to ask the server for. */
function DayInput({ label, day, onChange }: DayInputProps) {
  const [typed, setTyped] = useState(day ?? '');
  const commit = () => {
    const next = BusinessDaySchema.safeParse(typed).success ? typed : undefined;
    if (next !== day) onChange(next);
  };
  return (
    <Field label={label}>
      {(a11y) => (
        <OutlinedInput
          {...a11y}
          type="date"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
          fullWidth
        />
      )}
    </Field>
  );
}
