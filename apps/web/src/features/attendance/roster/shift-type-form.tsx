import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import {
  CreateShiftTypeBody,
  type ShiftColour,
  shiftColours,
  type ShiftType,
  UpdateShiftTypeBody,
} from '@shifa/contract';
import { type Control, useController } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { useUser } from '../../../data/use-session';
import { capitalized, formatTimeOfDay, weekdayNames } from '../../../lib/format';
import { describedField } from '../../../screens/form/described-field';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { NumberInput, FormNumber } from '../../../ui/fields/form-number';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { pairStyle } from '../../../ui/fields/pair-style';
import { shiftTypeResource } from './shift-type.resource';

type ShiftTypeValues = {
  name: string;
  code: string;
  colour: ShiftColour;
  start: string;
  end: string;
  breakMinutes: number | null;
  department: string;
  /** Separated by commas. */
  skills: string;
  minimumStaff: (number | null)[];
};

/** Creates a shift type of the laboratory in the address, or edits one. */
export function ShiftTypeForm(props: FormProps<ShiftType>) {
  const [params] = useSearchParams();
  const own = useUser().laboratoryId?._id;
  // The one on screen, also where what was typed was restored from a draft of another.
  const laboratoryId = params.get('laboratoryId') ?? own ?? '';
  return (
    <RecordForm
      {...props}
      resource={shiftTypeResource}
      fields={fields}
      blank={blank}
      toValues={valuesOf}
      toBody={(values) => ({ ...bodyOf(values), laboratoryId })}
      create={{
        body: CreateShiftTypeBody,
        send: (body, key, signal) => send(api.shiftTypes.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateShiftTypeBody,
        send: (id, body, signal) => send(api.shiftTypes.update, { params: { id }, body }, { signal }),
      }}
    >
      {({ form }) => <Fields control={form.control} />}
    </RecordForm>
  );
}

const blank: ShiftTypeValues = {
  name: '',
  code: '',
  colour: 'teal',
  start: '',
  end: '',
  breakMinutes: 30,
  department: '',
  skills: '',
  minimumStaff: [0, 0, 0, 0, 0, 0, 0],
};

const fields = [
  describedField('name', 'Name'),
  describedField('code', 'Code'),
  describedField('colour', 'Colour', capitalized),
  describedField('start', 'Start', formatTimeOfDay),
  describedField('end', 'End', formatTimeOfDay),
  describedField('breakMinutes', 'Break', (minutes: number) => `${minutes} min`),
  describedField('department', 'Department'),
  describedField('skills', 'Skills'),
  describedField('minimumStaff', 'People needed', (people: readonly number[]) =>
    people.map((count, day) => `${(weekdayNames[day] ?? '').slice(0, 2)} ${count}`).join(', '),
  ),
];

function valuesOf({ department, skills, ...type }: ShiftType): ShiftTypeValues {
  return { ...type, department: department ?? '', skills: skills.join(', ') };
}

function bodyOf({ department, skills, ...values }: ShiftTypeValues) {
  return {
    ...values,
    department: department.trim() === '' ? null : department,
    skills: skills
      .split(',')
      .map((skill) => skill.trim())
      .filter((skill) => skill !== ''),
  };
}

function Fields({
  control,
}: {
  control: Control<ShiftTypeValues, unknown, CreateShiftTypeBody | UpdateShiftTypeBody>;
}) {
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <Box sx={pairStyle}>
        <FormText
          control={control}
          name="code"
          label="Code"
          help="One or two letters, shown on the board and typed to plan. O is the day off."
          autoComplete="off"
        />
        <FormSelect
          control={control}
          name="colour"
          label="Colour"
          options={shiftColours.map((value) => ({ value, label: capitalized(value) }))}
        />
      </Box>
      <Box sx={pairStyle}>
        <FormText control={control} name="start" label="Start" type="time" />
        <FormText control={control} name="end" label="End" type="time" help="On the next day if not after the start" />
      </Box>
      <FormNumber control={control} name="breakMinutes" label="Break" unit="min" />
      <FormText control={control} name="department" label="Department" optional autoComplete="off" />
      <FormText
        control={control}
        name="skills"
        label="Skills needed"
        optional
        help="Separated by commas, such as Microbiology, Phlebotomy"
        autoComplete="off"
      />
      <MinimumStaff control={control} />
    </>
  );
}

/** How many people the shift needs on each day of the week, from Monday to Sunday. */
function MinimumStaff({
  control,
}: {
  control: Control<ShiftTypeValues, unknown, CreateShiftTypeBody | UpdateShiftTypeBody>;
}) {
  const { field, fieldState } = useController({ control, name: 'minimumStaff' });
  const people = field.value;
  const message =
    fieldState.error?.message ??
    (Array.isArray(fieldState.error)
      ? (fieldState.error.find(Boolean) as { message?: string } | undefined)?.message
      : undefined);
  return (
    <div role="group" aria-label="People needed">
      <Typography variant="subtitle2" sx={{ mb: 2 }}>
        People needed
      </Typography>
      <Box
        sx={{
          display: 'grid',
          gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
          gap: 1,
          '& input': { px: 1, textAlign: 'center' },
        }}
      >
        {[1, 2, 3, 4, 5, 6, 0].map((weekday) => (
          <Box key={weekday} component="label" sx={{ fontSize: '0.75rem' }}>
            {(weekdayNames[weekday] ?? '').slice(0, 3)}
            <NumberInput
              value={people[weekday] ?? null}
              onChange={(value) => field.onChange(people.with(weekday, value))}
              onBlur={field.onBlur}
            />
          </Box>
        ))}
      </Box>
      {message !== undefined && (
        <Typography variant="caption" color="error" role="alert">
          {message}
        </Typography>
      )}
    </div>
  );
}
