import type { CreateStaffInput, Role, StaffMember } from '@shifa/contract';
import { changedFields } from '../../../components/versions/differences';
import type { StaffValues } from '../staff.fields';

/** A person before anything is typed, in a laboratory that is known or still to be chosen. */
export function blankPerson(role: Role, laboratoryId: string): StaffValues {
  return {
    name: '',
    email: '',
    phone: '',
    role,
    department: '',
    designation: '',
    laboratoryId,
    employmentType: 'permanent',
    joiningDate: '',
    shift: null,
    emergencyContact: null,
  };
}

/** What of a stored person the form holds. */
export function valuesOf(person: StaffMember): StaffValues {
  const { name, email, role, employmentType, joiningDate, shift, emergencyContact } = person;
  return {
    ...{ name, email, role, employmentType, joiningDate, shift, emergencyContact },
    phone: person.phone ?? '',
    department: person.department ?? '',
    designation: person.designation ?? '',
    laboratoryId: person.laboratoryId?._id ?? '',
  };
}

/** The body that creates what was typed; a blank line is nothing. */
export function inputOf({ laboratoryId, joiningDate, phone, ...values }: StaffValues): CreateStaffInput {
  return {
    ...values,
    phone: phone.trim() === '' ? null : phone,
    laboratoryId: laboratoryId === '' ? null : laboratoryId,
    ...(joiningDate === '' ? {} : { joiningDate }),
  };
}

/** What a person changed; what they did not touch is neither sent nor judged. */
export function changesOf(base: StaffValues, values: StaffValues): Partial<CreateStaffInput> {
  const changes = changedFields(inputOf(base), inputOf(values));
  // Once there is a joining date it can be another, but not none.
  return values.joiningDate === '' ? { ...changes, joiningDate: '' } : changes;
}
