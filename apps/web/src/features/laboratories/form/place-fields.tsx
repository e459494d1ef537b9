import Box from '@mui/material/Box';
import { useController } from 'react-hook-form';
import { Field } from '../../../components/form/field';
import { NumberInput } from '../../../components/form/form-number';
import type { PartFaults } from '../../../components/form/form-parts';
import { FormText } from '../../../components/form/form-text';
import { pairStyle } from '../../../components/form/pair-style';
import type { LaboratoryControl } from './use-laboratory-form';

/** Where a laboratory is and how it is reached. */
export function PlaceFields({ control }: { control: LaboratoryControl }) {
  return (
    <>
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
      <CoordinatesField control={control} />
    </>
  );
}

type Coordinates = { latitude: number | null; longitude: number | null };

const nowhere: Coordinates = { latitude: null, longitude: null };

/** Both or none: a position with one half is a fault of the other. */
function CoordinatesField({ control }: { control: LaboratoryControl }) {
  const { field, fieldState } = useController({ control, name: 'location.coordinates' });
  const value: Coordinates = field.value ?? nowhere;
  const faults = fieldState.error as PartFaults<Coordinates>;
  const change = (part: Partial<Coordinates>) => {
    const next = { ...value, ...part };
    field.onChange(next.latitude === null && next.longitude === null ? null : next);
  };
  const inputs = (['latitude', 'longitude'] as const).map((part) => (
    <Field
      key={part}
      label={part === 'latitude' ? 'Latitude' : 'Longitude'}
      optional
      error={faults?.[part]?.message}
      help={part === 'latitude' ? 'Clocking in is measured against it.' : undefined}
    >
      {(a11y) => (
        <NumberInput
          {...a11y}
          value={value[part]}
          onChange={(figure) => change({ [part]: figure })}
          onBlur={field.onBlur}
          placeholder={part === 'latitude' ? '22.57264' : '88.36390'}
        />
      )}
    </Field>
  ));
  return <Box sx={pairStyle}>{inputs}</Box>;
}
