import Box from '@mui/material/Box';
import { FormText } from '../../../components/form/form-text';
import { FormWeekdays } from '../../../components/form/form-weekdays';
import { FormTimeZone } from '../../../components/form/form-time-zone';
import { HolidaysField } from './holidays-field';
import { pairStyle } from '../../../components/form/pair-style';
import type { LaboratoryForm } from './use-laboratory-form';

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
      <FormWeekdays control={control} name="weeklyOff" label="Weekly days off" help="Chosen days are off." />
      <HolidaysField form={form} />
    </>
  );
}
