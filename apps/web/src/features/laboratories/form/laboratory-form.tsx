import {
  CreateLaboratoryBody,
  type CreateLaboratoryInput,
  type Laboratory,
  UpdateLaboratoryBody,
} from '@shifa/contract';
import { type ReactNode, use } from 'react';
import { disabledReasonOf } from '../../../screens/actions/define-actions';
import { type FormProps, RecordForm } from '../../../screens/form/record-form';
import { LaboratoryExtensions } from '../../../screens/detail/laboratory-extensions';
import { valueAt } from '../../../screens/form/described-field';
import { api } from '../../../data/api';
import { send } from '../../../data/queries';
import { type LaboratoryFormMethods, type LaboratoryValues, useEditableFields } from '../laboratory.fields';
import { laboratoryResource } from '../laboratory.resource';
import { FoldedFields } from './folded-fields';
import { MainFields } from './main-fields';
import { PolicyFields } from './policy-fields';

/** Creates or edits a laboratory. */
export function LaboratoryForm(props: FormProps<Laboratory>) {
  return (
    <FormOf {...props} resource={laboratoryResource}>
      {({ form, base }) => <Fields form={form} stored={base} />}
    </FormOf>
  );
}

const policies = { ...laboratoryResource, name: 'laboratory-policies', noun: 'policies' };

/** Edits the policies of a laboratory alone. */
export function PolicyForm(props: FormProps<Laboratory>) {
  return (
    <FormOf {...props} resource={policies}>
      {({ form, base }) => <PolicyFields form={form} workDenied={workDeniedOf(base)} stored={base} />}
    </FormOf>
  );
}

type FormOfProps = FormProps<Laboratory> & {
  resource: typeof policies;
  children: (state: { form: LaboratoryFormMethods; base: Laboratory | undefined }) => ReactNode;
};

function FormOf(props: FormOfProps) {
  return (
    <RecordForm
      {...props}
      fields={useEditableFields()}
      blank={blankLaboratory()}
      toValues={valuesOf}
      toBody={inputOf}
      create={{
        body: CreateLaboratoryBody,
        send: (body, key, signal) => send(api.laboratories.create, { body }, { key, signal }),
      }}
      update={{
        body: UpdateLaboratoryBody,
        send: (id, body, signal) => send(api.laboratories.update, { params: { id }, body }, { signal }),
      }}
      question={useQuestion()}
    />
  );
}

type FieldsProps = { form: LaboratoryFormMethods; stored: Laboratory | undefined };

function networkDeniedOf(stored: Laboratory | undefined): string | undefined {
  return disabledReasonOf(stored?.actions.editNetworkFields)?.replace(/\.?$/, '.');
}

/** Why the viewer cannot change what decides on their own work as well. */
function workDeniedOf(stored: Laboratory | undefined): string | undefined {
  const denied = networkDeniedOf(stored);
  return denied && `This affects your own work. ${denied}`;
}

/** What changed policies mean for approvals. */
function useQuestion() {
  const fields = use(LaboratoryExtensions).flatMap(({ policies }) => policies);
  return (stored: Laboratory, values: LaboratoryValues): ReactNode => {
    const changed = fields.filter(({ path }) => valueAt(stored, path) !== valueAt(values, path));
    const questions = new Set(changed.flatMap(({ affectsApprovals }) => affectsApprovals ?? []));
    return questions.size > 0 && [...questions].map((question) => <p key={question}>{question}</p>);
  };
}

function Fields({ form, stored }: FieldsProps) {
  const networkDenied = networkDeniedOf(stored);
  const workDenied = workDeniedOf(stored);
  const codeFrozen = stored?.codeFrozen ? "Records use this code, so you can't change it." : undefined;
  return (
    <>
      <MainFields
        control={form.control}
        codeDenied={codeFrozen ?? networkDenied}
        status={stored?.status}
        placeDenied={workDenied}
        statusHelp={networkDenied ?? 'Suspend or resume the laboratory from its menu.'}
      />
      <FoldedFields form={form} workDenied={workDenied} stored={stored} />
    </>
  );
}

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
    name,
    code,
    type,
    location,
    timezone,
    weeklyOff,
    workingHours,
    holidays,
    licence,
    accreditation,
    policies,
    contact: { phone: contact.phone, email: contact.email ?? '' },
  };
}

/** The body that creates what was typed; a blank email is none. */
export function inputOf(values: LaboratoryValues): CreateLaboratoryInput {
  const { phone, email } = values.contact;
  return { ...values, contact: { phone, email: email.trim() === '' ? null : email } };
}
