import { useFormState, useWatch } from 'react-hook-form';
import { FormSection } from '../../../components/form/form-section';
import { type LaboratoryField, laboratoryFields } from '../laboratory.fields';
import { CalendarFields } from './calendar-fields';
import { CredentialField } from './credential-field';
import { PolicyFields } from './policy-fields';
import type { LaboratoryForm } from './use-laboratory-form';

type FoldedFieldsProps = { form: LaboratoryForm; reachesNetwork: boolean };

/** What most laboratories leave as it is: each part folded, with a line that says how it stands. */
export function FoldedFields({ form, reachesNetwork }: FoldedFieldsProps) {
  const { control } = form;
  const { errors } = useFormState({ control });
  const [hours, weeklyOff, timezone] = useWatch({ control, name: ['workingHours', 'weeklyOff', 'timezone'] });
  const [holidays, licence, accreditation] = useWatch({ control, name: ['holidays', 'licence', 'accreditation'] });
  const policies = useWatch({ control, name: 'policies' });
  const credentials = [licence && 'Licence', accreditation && 'Accreditation'].filter(Boolean);
  const { graceLateMinutes } = policies.attendance;
  const { approvalLimitPaise } = policies.finance;
  return (
    <div>
      <FormSection
        title="Calendar"
        summary={[
          hours.start && hours.end ? inWords('workingHours', hours) : 'No hours',
          weeklyOff.length === 0 ? 'no day off' : `${inWords('weeklyOff', weeklyOff)} off`,
          holidays.length === 1 ? '1 holiday' : `${holidays.length || 'no'} holidays`,
          inWords('timezone', timezone),
        ].join(' · ')}
        invalid={Boolean(errors.timezone ?? errors.workingHours ?? errors.weeklyOff ?? errors.holidays)}
      >
        <CalendarFields form={form} />
      </FormSection>
      <FormSection
        title="Licence and accreditation"
        summary={credentials.length === 0 ? 'None' : credentials.join(' · ')}
        invalid={Boolean(errors.licence ?? errors.accreditation)}
      >
        <CredentialField control={control} name="licence" label="Licence" />
        <CredentialField control={control} name="accreditation" label="Accreditation" />
      </FormSection>
      <FormSection
        title="Policies"
        summary={[
          `Late after ${inWords('policies.attendance.graceLateMinutes', graceLateMinutes)}`,
          `approval limit ${inWords('policies.finance.approvalLimitPaise', approvalLimitPaise)}`,
        ].join(' · ')}
        invalid={Boolean(errors.policies)}
      >
        <PolicyFields control={control} reachesNetwork={reachesNetwork} />
      </FormSection>
    </div>
  );
}

/** A figure that cannot be read yet has no words. */
function inWords(path: LaboratoryField['path'], value: unknown): string {
  if (typeof value === 'number' && Number.isNaN(value)) return '…';
  return laboratoryFields.find((field) => field.path === path)?.words(value) ?? '…';
}
