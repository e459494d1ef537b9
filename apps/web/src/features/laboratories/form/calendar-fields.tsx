import Box from '@mui/material/Box';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useController } from 'react-hook-form';
import { Field } from '../../../components/form/field';
import { FormText } from '../../../components/form/form-text';
import { FormTimeZone } from '../../../components/form/form-time-zone';
import { weekdayNames } from '../laboratory.fields';
import { HolidaysField } from './holidays-field';
import { pairStyle } from './place-fields';
import type { LaboratoryControl, LaboratoryForm } from './use-laboratory-form';

/** When a laboratory is open. */
export function CalendarFields({ form }: { form: LaboratoryForm }) {
  const { control } = form;
  return (
    <>
      <FormTimeZone
        control={control}
        name="timezone"
        label="Time zone"
        help="Every day and time of the laboratory is read on these clocks."
      />
      <Box sx={pairStyle}>
        <FormText control={control} name="workingHours.start" label="Opens" type="time" />
        <FormText control={control} name="workingHours.end" label="Closes" type="time" />
      </Box>
      <DaysOffField control={control} />
      <HolidaysField form={form} />
    </>
  );
}

/** The days of the week on which nobody works; pressed means off. */
function DaysOffField({ control }: { control: LaboratoryControl }) {
  const { field, fieldState } = useController({ control, name: 'weeklyOff' });
  const fault = fieldState.error?.message;
  return (
    <Field label="Weekly days off" help="Chosen days are off." error={fault}>
      {({ error, ...a11y }) => (
        <ToggleButtonGroup
          {...a11y}
          fullWidth
          size="small"
          aria-label="Weekly days off"
          tabIndex={-1}
          data-invalid={error || undefined}
          ref={field.ref}
          value={field.value}
          onChange={(_, days: number[]) => field.onChange(days.toSorted((a, b) => a - b))}
          onBlur={field.onBlur}
        >
          {weekdayNames.map((name, day) => (
            <ToggleButton key={name} value={day} aria-label={name} color="primary" sx={{ minHeight: 40 }}>
              {name.slice(0, 3)}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      )}
    </Field>
  );
}
