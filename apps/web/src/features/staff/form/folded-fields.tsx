import { useFormState, useWatch } from 'react-hook-form';
import { FormParts } from '../../../components/form/form-parts';
import { FormSection } from '../../../components/form/form-section';
import { shiftHours, weekdaysWords } from '../staff.fields';
import { ShiftField } from './shift-field';
import type { StaffForm } from './use-staff-form';

const contactParts = [
  { part: 'name', label: 'Name', type: 'text' },
  { part: 'phone', label: 'Phone', type: 'tel' },
  { part: 'relation', label: 'Relation', type: 'text', optional: true },
] as const;

/** What many people have none of: a shift of their own and someone to call. */
export function FoldedFields({ form: { control } }: { form: StaffForm }) {
  const { errors } = useFormState({ control });
  const [shift, contact] = useWatch({ control, name: ['shift', 'emergencyContact'] });
  const hours = shift?.start && shift.end ? shiftHours(shift) : '…';
  return (
    <div>
      <FormSection
        title="Shift"
        summary={shift ? `${hours} · ${weekdaysWords(shift.weekdays)}` : "The laboratory's hours"}
        invalid={Boolean(errors.shift)}
      >
        <ShiftField control={control} />
      </FormSection>
      <FormSection
        title="Emergency contact"
        summary={contact ? [contact.name, contact.phone].filter(Boolean).join(' · ') || '…' : 'None'}
        invalid={Boolean(errors.emergencyContact)}
      >
        <FormParts control={control} name="emergencyContact" label="Emergency contact" parts={contactParts} />
      </FormSection>
    </div>
  );
}
