import Add from '@mui/icons-material/AddOutlined';
import Close from '@mui/icons-material/CloseOutlined';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { isBusinessDay, MAX_SEGMENTS } from '@shifa/contract';
import { useId } from 'react';
import { type Control, type FieldPath, type FieldValues, useController, useFormState } from 'react-hook-form';
import { TextInput } from '../../ui/fields/text-input';
import type { PartFaults } from '../../ui/fields/form-parts';
import { formatDay } from '../../lib/format';
import { useRowKeys } from '../../lib/use-row-keys';
import { ZoneNote } from './attendance-display';
import { blankPeriod, datedTimes, type LocalPeriod, timeOfDay, type WorkedTimes } from './worked-times';

type WorkedTimesFieldsProps<Values extends WorkedTimes & FieldValues> = {
  control: Control<Values, unknown, unknown>;
  workDate: string;
  /** Decides on which date the first time is. */
  shiftStart?: string;
  /** Of the laboratory, on whose clock the times are. */
  timezone?: string;
};

/** When a person worked and had breaks on one day, in two lists of times. */
export function WorkedTimesFields<Values extends WorkedTimes & FieldValues>(props: WorkedTimesFieldsProps<Values>) {
  const { control, workDate, shiftStart, timezone } = props;
  const segments = useController({ control, name: 'segments' as FieldPath<Values> }).field;
  const breaks = useController({ control, name: 'breaks' as FieldPath<Values> }).field;
  const faults = useFormState({ control }).errors as { segments?: PeriodFaults; breaks?: PeriodFaults };
  const change = (patch: Partial<WorkedTimes>) => {
    const times = { segments: segments.value as LocalPeriod[], breaks: breaks.value as LocalPeriod[], ...patch };
    const dated = datedTimes(times, workDate, shiftStart);
    segments.onChange(dated.segments);
    breaks.onChange(dated.breaks);
  };
  return (
    <>
      <PeriodList
        title="Work"
        one="period of work"
        periods={segments.value}
        max={MAX_SEGMENTS}
        faults={faults.segments}
        workDate={workDate}
        onChange={(next) => change({ segments: next })}
        required
      />
      <PeriodList
        title="Breaks"
        one="break"
        periods={breaks.value}
        max={12}
        faults={faults.breaks}
        workDate={workDate}
        onChange={(next) => change({ breaks: next })}
      />
      {timezone !== undefined && <ZoneNote timezone={timezone} />}
    </>
  );
}

type PeriodFaults = ({ message?: string } & Record<number, PartFaults<LocalPeriod>>) | undefined;

type PeriodListProps = {
  title: string;
  /** What one of them is called. */
  one: string;
  periods: readonly LocalPeriod[];
  max: number;
  faults: PeriodFaults;
  workDate: string;
  onChange: (periods: LocalPeriod[]) => void;
  /** The last one cannot be removed. */
  required?: boolean;
};

function PeriodList({ title, one, periods, max, faults, workDate, onChange, required = false }: PeriodListProps) {
  const id = useId();
  const rows = useRowKeys(periods.length);
  const remove = (index: number) => {
    rows.remove(index);
    onChange(periods.toSpliced(index, 1));
  };
  const set = (index: number, patch: Partial<LocalPeriod>) =>
    onChange(periods.map((period, at) => (at === index ? { ...period, ...patch } : period)));
  return (
    <Stack role="group" aria-labelledby={id} sx={{ gap: 3 }}>
      <Typography id={id} variant="subtitle2">
        {title}
      </Typography>
      {periods.map((period, index) => {
        const name = `${title === 'Work' ? 'Work' : 'Break'}${periods.length > 1 ? ` ${index + 1}` : ''}`;
        return (
          <Stack
            key={rows.keys[index]}
            direction="row"
            sx={{ gap: 3, alignItems: 'flex-start', '& > div': { flex: 1 } }}
          >
            <TimeField
              label={`${name} from`}
              value={period.in}
              fault={faults?.[index]?.in?.message}
              workDate={workDate}
              onChange={(next) => set(index, { in: next })}
            />
            <TimeField
              label={`${name} to`}
              value={period.out}
              fault={faults?.[index]?.out?.message}
              workDate={workDate}
              onChange={(next) => set(index, { out: next })}
            />
            <IconButton
              aria-label={`Remove “${name}”`}
              size="small"
              disabled={required && periods.length === 1}
              onClick={() => remove(index)}
              sx={{ mt: 7 }}
            >
              <Close fontSize="small" />
            </IconButton>
          </Stack>
        );
      })}
      {faults?.message && (
        <FormHelperText error data-invalid tabIndex={-1} role="alert">
          {faults.message}
        </FormHelperText>
      )}
      {periods.length < max && (
        <Button
          color="inherit"
          variant="outlined"
          size="small"
          startIcon={<Add />}
          onClick={() => onChange([...periods, blankPeriod])}
          sx={{ mr: 'auto' }}
        >
          Add {one}
        </Button>
      )}
    </Stack>
  );
}

type TimeFieldProps = {
  label: string;
  /** `2026-11-22T09:05`; empty where none was entered. */
  value: string;
  fault: string | undefined;
  workDate: string;
  onChange: (local: string) => void;
};

/** A time of day; the date follows from the times before it and is shown where it is not the work date. */
function TimeField({ label, value, fault, workDate, onChange }: TimeFieldProps) {
  const day = value.slice(0, 10);
  return (
    <TextInput
      label={label}
      help={day === workDate || !isBusinessDay(day) ? undefined : `On ${formatDay(day)}`}
      error={fault}
      type="time"
      value={timeOfDay(value)}
      onChange={(text) => onChange(text === '' ? '' : `${workDate}T${text}`)}
    />
  );
}
