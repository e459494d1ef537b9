import Lock from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type LaboratoryStatus, laboratoryTypeLabels, laboratoryTypes } from '@shifa/contract';
import { useController } from 'react-hook-form';
import { Field } from '../../../ui/fields/field';
import { NumberInput } from '../../../ui/fields/form-number';
import type { PartFaults } from '../../../ui/fields/form-parts';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { LockedFields } from '../../../ui/fields/locked-fields';
import { pairStyle } from '../../../ui/fields/pair-style';
import { LaboratoryStatusChip } from '../laboratory-status';
import type { LaboratoryControl } from '../laboratory.fields';

const types = laboratoryTypes.map((value) => ({ value, label: laboratoryTypeLabels[value] }));

type MainFieldsProps = {
  control: LaboratoryControl;
  /** Why the code can no longer change. */
  codeDenied: string | undefined;
  /** Why the viewer cannot move the place that clock-ins are measured from. */
  placeDenied: string | undefined;
  /** Absent while creating. */
  status?: LaboratoryStatus;
  statusHelp: string;
};

/** What a laboratory is called, what it is, where it is and how it is reached. */
export function MainFields({ control, codeDenied, placeDenied, status, statusHelp }: MainFieldsProps) {
  return (
    <>
      <FormText control={control} name="name" label="Name" autoComplete="off" autoFocus />
      <CodeField control={control} denied={codeDenied} />
      <FormSelect control={control} name="type" label="Type" options={types} />
      {status && (
        // Shown here and changed elsewhere: suspending asks before it does anything.
        <Field label="Status" help={statusHelp}>
          {({ id }) => (
            <output id={id}>
              <LaboratoryStatusChip status={status} />
            </output>
          )}
        </Field>
      )}
      <FormText control={control} name="contact.phone" label="Phone" type="tel" autoComplete="off" />
      <FormText control={control} name="contact.email" label="Email" optional type="email" autoComplete="off" />
      <FormText control={control} name="location.city" label="City" autoComplete="off" />
      <FormText
        control={control}
        name="location.address"
        label="Address"
        optional
        multiline
        minRows={2}
        autoComplete="off"
      />
      <Box sx={pairStyle}>
        <FormText control={control} name="location.state" label="State" optional autoComplete="off" />
        <FormText control={control} name="location.pincode" label="Postal code" optional autoComplete="off" />
      </Box>
      <LockedFields reason={placeDenied}>
        <CoordinatesField control={control} />
      </LockedFields>
    </>
  );
}

function CodeField({ control, denied }: { control: LaboratoryControl; denied: string | undefined }) {
  const { field, fieldState } = useController({ control, name: 'code' });
  const { ref, onChange, ...bound } = field;
  return (
    <Field
      label="Code"
      help={denied ?? 'The prefix of every number the laboratory issues, such as KOL.'}
      error={fieldState.error?.message}
    >
      {(a11y) => (
        <OutlinedInput
          {...bound}
          {...a11y}
          fullWidth
          inputRef={ref}
          readOnly={denied !== undefined}
          onChange={(event) => onChange(event.target.value.toUpperCase())}
          inputProps={{ autoComplete: 'off', autoCapitalize: 'characters', spellCheck: false }}
          endAdornment={denied === undefined ? undefined : <Lock fontSize="small" color="action" />}
        />
      )}
    </Field>
  );
}

type Coordinates = { latitude: number | null; longitude: number | null };

const nowhere: Coordinates = { latitude: null, longitude: null };

const coordinates = [
  {
    part: 'latitude',
    label: 'Latitude',
    help: 'Clock-in distance is measured from here.',
    placeholder: '22.57264',
  },
  { part: 'longitude', label: 'Longitude', help: undefined, placeholder: '88.36390' },
] as const;

/** Both or none: a position with one half is a fault of the other. */
function CoordinatesField({ control }: { control: LaboratoryControl }) {
  const { field, fieldState } = useController({ control, name: 'location.coordinates' });
  const value: Coordinates = field.value ?? nowhere;
  const faults = fieldState.error as PartFaults<Coordinates>;
  const change = (part: Partial<Coordinates>) => {
    const next = { ...value, ...part };
    field.onChange(next.latitude === null && next.longitude === null ? null : next);
  };
  return (
    <Box sx={pairStyle}>
      {coordinates.map(({ part, label, help, placeholder }) => (
        <Field key={part} label={label} optional error={faults?.[part]?.message} help={help}>
          {(a11y) => (
            <NumberInput
              whole={false}
              {...a11y}
              value={value[part]}
              onChange={(number) => change({ [part]: number })}
              onBlur={field.onBlur}
              placeholder={placeholder}
            />
          )}
        </Field>
      ))}
    </Box>
  );
}
