import { CreateLaboratoryBody, type CreateLaboratoryInput, type Laboratory } from '@shifa/contract';
import { changedFields } from '../../../components/versions/differences';
import type { LaboratoryValues } from '../laboratory.fields';

/** A laboratory before anything is typed: the contract's own defaults. */
export function blankLaboratory(): LaboratoryValues {
  const { shape } = CreateLaboratoryBody;
  return {
    name: '',
    code: '',
    type: shape.type.parse(undefined),
    location: { address: '', city: '', state: '', pincode: '', coordinates: null },
    contact: { phone: '', email: '' },
    timezone: shape.timezone.parse(undefined),
    weeklyOff: shape.weeklyOff.parse(undefined),
    workingHours: shape.workingHours.parse(undefined),
    holidays: shape.holidays.parse(undefined),
    licence: shape.licence.parse(undefined),
    accreditation: shape.accreditation.parse(undefined),
    policies: shape.policies.parse(undefined),
  };
}

/** What of a stored laboratory the form holds. */
export function valuesOf(laboratory: Laboratory): LaboratoryValues {
  const { name, code, type, location, contact, timezone, weeklyOff, workingHours, holidays } = laboratory;
  const { licence, accreditation, policies } = laboratory;
  return {
    ...{ name, code, type, location, timezone, weeklyOff, workingHours, holidays, licence, accreditation, policies },
    contact: { phone: contact.phone, email: contact.email ?? '' },
  };
}

/** The body that creates what was typed; a blank email is none. */
export function inputOf(values: LaboratoryValues): CreateLaboratoryInput {
  const { phone, email } = values.contact;
  return { ...values, contact: { phone, email: email.trim() === '' ? null : email } };
}

/** What a person changed; what they did not touch is neither sent nor judged. */
export function changesOf(base: LaboratoryValues, values: LaboratoryValues): Partial<CreateLaboratoryInput> {
  return changedFields(inputOf(base), inputOf(values));
}
