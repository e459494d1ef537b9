import Box from '@mui/material/Box';
import { plural } from '@shifa/contract';
import type { Laboratory } from '@shifa/contract';
import { use } from 'react';
import { get, useFormState, useWatch } from 'react-hook-form';
import { FormHolidays } from '../../../screens/form/form-holidays';
import { FormParts } from '../../../ui/fields/form-parts';
import { FormSection } from '../../../ui/fields/form-section';
import { FormText } from '../../../ui/fields/form-text';
import { FormTimeZone } from '../../../ui/fields/form-time-zone';
import { FormWeekdays } from '../../../ui/fields/form-weekdays';
import { LockedFields } from '../../../ui/fields/locked-fields';
import { pairStyle } from '../../../ui/fields/pair-style';
import { LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { formatDaysOff, formatHours } from '../../../lib/format';
import { zoneLabel } from '../../../lib/time-zone';
import type { LaboratoryFormMethods } from '../laboratory.fields';
import { PolicyFields } from './policy-fields';

const credentialParts = [
  { part: 'body', label: 'Issuing body', type: 'text' },
  { part: 'number', label: 'Number', type: 'text' },
  { part: 'validUntil', label: 'Valid until', type: 'date' },
] as const;

type FoldedFieldsProps = {
  form: LaboratoryFormMethods;
  /** Why the viewer cannot change what decides on their own work as well. */
  workDenied: string | undefined;
  stored: Laboratory | undefined;
};

/** What most laboratories leave as it is: each part folded, with a line that sums it up. */
export function FoldedFields({ form, workDenied, stored }: FoldedFieldsProps) {
  const { control } = form;
  const { errors } = useFormState({ control });
  const [hours, weeklyOff, timezone] = useWatch({ control, name: ['workingHours', 'weeklyOff', 'timezone'] });
  const [holidays, licence, accreditation] = useWatch({ control, name: ['holidays', 'licence', 'accreditation'] });
  const policies = useWatch({ control, name: 'policies' });
  const credentials = [licence && 'Licence', accreditation && 'Accreditation'].filter(Boolean);
  const summarized = use(LaboratoryExtensions).flatMap((extension) =>
    extension.policies.filter((policy) => policy.summarized),
  );
  return (
    <div>
      <FormSection
        title="Calendar"
        summary={[
          hours.start && hours.end ? formatHours(hours) : 'No hours',
          weeklyOff.length === 0 ? 'no day off' : `${formatDaysOff(weeklyOff)} off`,
          plural(holidays.length, '1 holiday', `${holidays.length || 'no'} holidays`),
          zoneLabel(timezone) || '…',
        ].join(' · ')}
        invalid={Boolean(errors.timezone ?? errors.workingHours ?? errors.weeklyOff ?? errors.holidays)}
      >
        <LockedFields reason={workDenied}>
          <FormTimeZone
            control={control}
            name="timezone"
            label="Time zone"
            help="All dates and times use this time zone."
            readOnly={workDenied !== undefined}
          />
          <Box sx={pairStyle}>
            <FormText control={control} name="workingHours.start" label="Opens" type="time" />
            <FormText control={control} name="workingHours.end" label="Closes" type="time" />
          </Box>
          <FormWeekdays control={control} name="weeklyOff" label="Weekly days off" help="Selected days are days off." />
          <FormHolidays control={control} name="holidays" onLeave={() => void form.trigger('holidays')} />
        </LockedFields>
      </FormSection>
      <FormSection
        title="Licence and accreditation"
        summary={credentials.length === 0 ? 'None' : credentials.join(' · ')}
        invalid={Boolean(errors.licence ?? errors.accreditation)}
      >
        <FormParts control={control} name="licence" label="Licence" noun="licence" parts={credentialParts} />
        <FormParts
          control={control}
          name="accreditation"
          label="Accreditation"
          noun="accreditation"
          parts={credentialParts}
        />
      </FormSection>
      <FormSection
        title="Policies"
        summary={summarized
          .map(({ path, label, format }, index) => {
            const value: unknown = get({ policies }, path);
            // A number that cannot be read yet has no text.
            const text = !Number.isFinite(value) ? '…' : (format(value) ?? '…');
            return `${index === 0 ? label : label.toLowerCase()} ${text}`;
          })
          .join(' · ')}
        invalid={Boolean(errors.policies)}
      >
        <PolicyFields form={form} workDenied={workDenied} stored={stored} />
      </FormSection>
    </div>
  );
}
