import {
  CreateStaffBody,
  type CreateStaffInput,
  roleRefusal,
  roles,
  type Shift,
  type StaffMember,
  UpdateStaffBody,
} from '@shifa/contract';
import { useController, useFormState, useWatch } from 'react-hook-form';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { FormParts, type PartFaults } from '../../../ui/fields/form-parts';
import { FormSection } from '../../../ui/fields/form-section';
import { LockedFields } from '../../../ui/fields/locked-fields';
import { ShiftInput } from '../../../screens/form/shift-input';
import { changedFields } from '../../../screens/form/differences';
import { api } from '../../../data/api';
import { formatHours, formatWeekdays } from '../../../lib/format';
import { send } from '../../../data/queries';
import { useFilteredLaboratory } from '../../../data/use-filtered-laboratory';
import { useUser } from '../../../data/use-session';
import { type StaffFormMethods, type StaffValues, useStaffFields } from '../staff.fields';
import { staffResource } from '../staff.resource';
import { TemporaryPassword } from '../temporary-password';
import { PersonFields } from './person-fields';

/** Creates or edits a person. A new person's temporary password is shown once. */
export function StaffForm(props: FormProps<StaffMember>) {
  return (
    <RecordForm
      {...props}
      resource={staffResource}
      fields={useStaffFields().editable}
      blank={useBlankPerson()}
      toValues={valuesOf}
      toBody={inputOf}
      toChanges={changesOf}
      create={{
        body: CreateStaffBody,
        send: (body, key, signal) => send(api.staff.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateStaffBody,
        send: (id, body, signal) => send(api.staff.update, { params: { id }, body }, { signal }),
      }}
      created={(person, dialog) => <TemporaryPassword person={person} {...dialog} />}
    >
      {({ form, base }) => <Fields form={form} stored={base} />}
    </RecordForm>
  );
}

const contactParts = [
  { part: 'name', label: 'Name', type: 'text' },
  { part: 'phone', label: 'Phone', type: 'tel' },
  { part: 'relation', label: 'Relation', type: 'text', optional: true },
] as const;

function Fields({ form, stored }: { form: StaffFormMethods; stored: StaffMember | undefined }) {
  const { control } = form;
  const { errors } = useFormState({ control });
  const [shift, contact] = useWatch({ control, name: ['shift', 'emergencyContact'] });
  const hours = shift?.start && shift.end ? formatHours(shift) : '…';
  return (
    <>
      <PersonFields form={form} person={stored} />
      <div>
        <FormSection
          title="Shift"
          summary={shift ? `${hours} · ${formatWeekdays(shift.weekdays)}` : "The laboratory's hours"}
          invalid={Boolean(errors.shift)}
        >
          <LockedFields reason={stored?.workLockedReason}>
            <ShiftField control={control} />
          </LockedFields>
        </FormSection>
        <FormSection
          title="Emergency contact"
          summary={contact ? [contact.name, contact.phone].filter(Boolean).join(' · ') || '…' : 'None'}
          invalid={Boolean(errors.emergencyContact)}
        >
          <FormParts
            control={control}
            name="emergencyContact"
            label="Emergency contact"
            noun="emergency contact"
            parts={contactParts}
          />
        </FormSection>
      </div>
    </>
  );
}

function useBlankPerson(): StaffValues {
  const user = useUser();
  const filtered = useFilteredLaboratory();
  return {
    name: '',
    email: '',
    phone: '',
    role: roles.findLast((role) => !roleRefusal(user, role)) ?? 'staff',
    department: '',
    designation: '',
    skills: '',
    laboratoryId: user.laboratoryId?._id ?? filtered ?? '',
    employmentType: 'permanent',
    joiningDate: '',
    deputyId: '',
    shift: null,
    emergencyContact: null,
  };
}

function valuesOf(person: StaffMember): StaffValues {
  const { name, email, role, employmentType, joiningDate, shift, emergencyContact } = person;
  return {
    name,
    email,
    role,
    employmentType,
    joiningDate,
    shift,
    emergencyContact,
    phone: person.phone ?? '',
    department: person.department ?? '',
    designation: person.designation ?? '',
    skills: person.skills.join(', '),
    laboratoryId: person.laboratoryId?._id ?? '',
    deputyId: person.deputyId?._id ?? '',
  };
}

function inputOf({
  laboratoryId,
  joiningDate,
  phone,
  skills,
  deputyId: _deputy,
  ...values
}: StaffValues): CreateStaffInput {
  return {
    ...values,
    skills: skills
      .split(',')
      .map((skill) => skill.trim())
      .filter((skill) => skill !== ''),
    phone: phone.trim() === '' ? null : phone,
    laboratoryId: laboratoryId === '' ? null : laboratoryId,
    ...(joiningDate === '' ? {} : { joiningDate }),
  };
}

function changesOf(
  base: StaffValues,
  values: StaffValues,
): Partial<CreateStaffInput> & Pick<UpdateStaffBody, 'deputyId'> {
  const withDeputy = (all: StaffValues) => ({ ...inputOf(all), deputyId: all.deputyId === '' ? null : all.deputyId });
  const changes = changedFields(withDeputy(base), withDeputy(values));
  // A joining date can be changed, but not removed.
  return values.joiningDate === '' ? { ...changes, joiningDate: '' } : changes;
}

function ShiftField({ control }: Pick<StaffFormMethods, 'control'>) {
  const { field, fieldState } = useController({ control, name: 'shift' });
  return (
    <ShiftInput
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      faults={fieldState.error as PartFaults<Shift>}
    />
  );
}
