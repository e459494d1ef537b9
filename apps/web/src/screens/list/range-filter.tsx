import Chip from '@mui/material/Chip';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import Stack from '@mui/material/Stack';
import { BusinessDaySchema, parseRupees, RupeesTextSchema } from '@shifa/contract';
import { useState } from 'react';
import { product } from '../../config/product';
import { dayPresets } from '../../lib/calendar';
import { formatDay, formatMoney } from '../../lib/format';
import { useUser } from '../../data/use-session';
import { useCommittedText } from '../../lib/use-typed-text';
import type { Range, TypedFilter } from '../../ui/filters/filters';
import { Field, useWholeDate } from '../../ui/fields/field';
import { useToday } from '../../lib/use-now';

/** Days, as `YYYY-MM-DD`. */
export function dayRangeFilter(range: Range): TypedFilter {
  return rangeFilter(range, {
    until: 'until',
    print: formatDay,
    faultOf: (text) => (BusinessDaySchema.safeParse(text).success ? undefined : 'Enter a whole date'),
    input: { type: 'date' },
  });
}

/** The same with the periods that people ask for most, one click away. */
export function dayRangeWithPresets(range: Range): TypedFilter {
  const { fields, ...filter } = dayRangeFilter(range);
  return {
    ...filter,
    fields: (
      <Stack sx={{ gap: 3 }}>
        {fields}
        <DayPresets {...range} />
      </Stack>
    ),
  };
}

/** As of today in the viewer's laboratory, or at the head office for those who see the network. */
function DayPresets({ from, to, onChange }: Range) {
  const timezone = useUser().laboratoryId?.timezone ?? product.timezone;
  const today = useToday(timezone);
  return (
    <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap' }}>
      {dayPresets(today).map(({ label, period }) => {
        const chosen = period.from === from && period.to === to;
        return (
          <Chip
            key={label}
            label={label}
            variant={chosen ? 'filled' : 'outlined'}
            color={chosen ? 'primary' : 'default'}
            aria-pressed={chosen}
            onClick={() => onChange(period)}
            sx={{ height: { xs: 36, sm: 28 } }}
          />
        );
      })}
    </Stack>
  );
}

/** Amounts in rupees, as they were typed: `1,00,000.50`. */
export function amountRangeFilter(range: Range): TypedFilter {
  return rangeFilter(range, {
    until: 'up to',
    print: (text) => formatMoney(parseRupees(text) ?? 0),
    faultOf: (text) => RupeesTextSchema.safeParse(text).error?.issues[0]?.message,
    input: { placeholder: '₹', inputProps: { inputMode: 'decimal', autoComplete: 'off' } },
  });
}

type Kind = {
  /** Stands before an upper bound: `until`. */
  until: string;
  print: (text: string) => string;
  faultOf: (text: string) => string | undefined;
  input: OutlinedInputProps;
};

function rangeFilter({ label, from, to, onChange, rare }: Range, kind: Kind): TypedFilter {
  return {
    label,
    rare,
    summary: wordsOf(from, to, kind),
    onClear: () => onChange({ from: undefined, to: undefined }),
    fields: (
      <Stack direction="row" sx={{ gap: 3, '& > *': { flex: 1, minWidth: 0 } }}>
        <BoundInput label="From" {...kind} bound={from} onChange={(next) => onChange({ from: next, to })} />
        <BoundInput label="To" {...kind} bound={to} onChange={(next) => onChange({ from, to: next })} />
      </Stack>
    ),
  };
}

/** `Nov 1, 2026 – Nov 30, 2026`, `from Nov 1, 2026`, `until Nov 30, 2026`; `undefined` where both ends are open. */
function wordsOf(from: string | undefined, to: string | undefined, { print, until }: Kind): string | undefined {
  if (from !== undefined && to !== undefined) return `${print(from)} – ${print(to)}`;
  if (from !== undefined) return `from ${print(from)}`;
  return to === undefined ? undefined : `${until} ${print(to)}`;
}

type BoundInputProps = Kind & {
  label: string;
  bound: string | undefined;
  onChange: (bound: string | undefined) => void;
};

/** A bound that is taken when the field is left: half a typed year is no day to ask the server for. */
function BoundInput({ label, bound, faultOf, input, onChange }: BoundInputProps) {
  const [tried, setTried] = useState(false);
  const { typed, setTyped, commit } = useCommittedText(bound ?? '', (text) => onChange(text || undefined));
  const wrong = typed.trim() === '' ? undefined : faultOf(typed.trim());
  const field = useWholeDate({ type: input.type, value: typed, error: tried ? wrong : undefined, onChange: setTyped });
  const leave = () => {
    setTried(true);
    if (wrong === undefined) commit();
  };
  return (
    <Field label={label} error={field.error}>
      {(a11y) => (
        <OutlinedInput
          {...input}
          {...a11y}
          {...field.input}
          onBlur={(event) => {
            field.input.onBlur?.(event);
            leave();
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') leave();
          }}
          fullWidth
        />
      )}
    </Field>
  );
}
