import Box from '@mui/material/Box';
import {
  employmentTypeLabels,
  employmentTypes,
  errorCatalogue,
  type Role,
  roleLabels,
  roleRefusal,
  roles,
  type SessionUser,
  type StaffMember,
  type StaffSuggestionsQuery,
} from '@shifa/contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useController, useWatch } from 'react-hook-form';
import { closedReasonOf } from '../../../screens/closed-laboratory';
import { FormSelect } from '../../../ui/fields/form-select';
import { FormText } from '../../../ui/fields/form-text';
import { LockedFields } from '../../../ui/fields/locked-fields';
import { PersonInput } from '../../../screens/form/person-input';
import { pairStyle, widePairStyle } from '../../../ui/fields/pair-style';
import { FormSuggestedText } from '../../../ui/fields/form-suggested-text';
import type { UseSuggestions } from '../../../ui/fields/suggested-text';
import { api } from '../../../data/api';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { queryOf } from '../../../data/queries';
import { usePermission, useUser } from '../../../data/use-session';
import type { StaffFormMethods } from '../staff.fields';

const employment = employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }));

/** Values of other people in the viewer's scope, so that one department is not written in three ways. */
function suggestionsOf(field: StaffSuggestionsQuery['field']): UseSuggestions {
  return function useSuggestions(typed, open) {
    const query = { field, search: typed === '' ? undefined : typed };
    const { data = [] } = useQuery({
      ...queryOf(api.staff.suggestions, { query }),
      placeholderData: keepPreviousData,
      enabled: open,
    });
    return data;
  };
}

const suggestDepartments = suggestionsOf('department');
const suggestDesignations = suggestionsOf('designation');

type PersonFieldsProps = {
  form: StaffFormMethods;
  /** The person to edit; absent while creating. */
  person: StaffMember | undefined;
};

/** Name, contact, role, laboratory and employment of a person. */
export function PersonFields({ form, person }: PersonFieldsProps) {
  const { control } = form;
  const isOwn = useUser()._id === person?._id;
  const isLocked = typeof person?.workLockedReason === 'string';
  return (
    <>
      <LockedFields reason={person?.workLockedReason}>
        <FormText control={control} name="name" label="Full name" autoComplete="off" autoFocus />
      </LockedFields>
      <FormText
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        help={person ? undefined : 'The person signs in with it.'}
      />
      <FormText control={control} name="phone" label="Phone" optional type="tel" autoComplete="off" />
      <LockedFields reason={isOwn ? errorCatalogue.OWN_ACCOUNT.message : undefined}>
        <RoleFields form={form} person={person} isOwn={isOwn} />
      </LockedFields>
      {person?.actions.nameDeputy && (
        <DeputyField form={form} person={person} reason={person.actions.nameDeputy.reason} />
      )}
      <LockedFields reason={person?.workLockedReason}>
        <Box sx={widePairStyle}>
          <FormSuggestedText
            control={control}
            name="department"
            label="Department"
            optional
            useSuggestions={suggestDepartments}
          />
          <FormSuggestedText
            control={control}
            name="designation"
            label="Designation"
            optional
            useSuggestions={suggestDesignations}
          />
        </Box>
        <FormText
          control={control}
          name="skills"
          label="Skills"
          optional
          help="Separated by commas, such as Microbiology, Phlebotomy. Shifts of the roster can need them."
          autoComplete="off"
        />
        <Box sx={pairStyle}>
          <FormSelect
            control={control}
            name="employmentType"
            label="Employment"
            options={employment}
            disabled={isLocked}
          />
          <FormText
            control={control}
            name="joiningDate"
            label="Joining date"
            optional={!person}
            type="date"
            help={person ? undefined : 'Today, unless you enter another day.'}
          />
        </Box>
      </LockedFields>
    </>
  );
}

/** The role, one of those that the viewer can give, and the laboratory, which is fixed for viewers who see only one. */
function RoleFields({ form, person, isOwn }: PersonFieldsProps & { isOwn: boolean }) {
  const { control } = form;
  const viewer = useUser();
  const reachesAll = usePermission(person ? 'staff.edit' : 'staff.create').scope === 'all';
  const { data: laboratories } = useQuery({ ...laboratoryOptions, enabled: reachesAll });
  const [role, laboratoryId] = useWatch({ control, name: ['role', 'laboratoryId'] });
  const own = person?.laboratoryId ?? viewer.laboratoryId;
  const known = reachesAll ? (laboratories ?? []) : [];
  const choices = own && !known.some(({ _id }) => _id === own._id) ? [own, ...known] : known;
  return (
    <>
      <FormSelect
        control={control}
        name="role"
        label="Role"
        options={rolesFor(viewer, person?.role)}
        disabled={isOwn}
      />
      <FormSelect
        control={control}
        name="laboratoryId"
        label="Laboratory"
        optional={role === 'super_admin'}
        disabled={isOwn || !reachesAll}
        placeholder="Choose a laboratory"
        help={
          !reachesAll
            ? 'You can only create and edit people in your own laboratory.'
            : person?.laboratoryId && person.laboratoryId._id !== laboratoryId
              ? "Moving removes the person's individual permission overrides."
              : undefined
        }
        options={[
          ...(role === 'super_admin' ? [{ value: '', label: 'None: the whole network' }] : []),
          ...choices.map((laboratory) => ({
            value: laboratory._id,
            label: laboratory.name,
            disabledReason:
              laboratory._id === person?.laboratoryId?._id ? undefined : closedReasonOf(laboratory, 'addPeople'),
          })),
        ]}
      />
    </>
  );
}

type DeputyFieldProps = { form: StaffFormMethods; person: StaffMember; reason: string | undefined };

/** Who decides in the person's absence; a colleague, and for a super admin another one. */
function DeputyField({ form, person, reason }: DeputyFieldProps) {
  const { field, fieldState } = useController({ control: form.control, name: 'deputyId' });
  const [role, laboratoryId] = useWatch({ control: form.control, name: ['role', 'laboratoryId'] });
  const ends = role !== person.role || laboratoryId !== (person.laboratoryId?._id ?? '');
  return (
    <PersonInput
      label="Deputy"
      optional
      value={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      error={fieldState.error?.message}
      disabled={reason !== undefined}
      help={
        reason ??
        (ends
          ? 'Changing the role or laboratory removes the deputy. Choose one to keep.'
          : `Decides on entries, attendance and leave while ${person.name} is on full-day approved leave, and during a suspension if the person who suspends them allows it.`)
      }
      except={person._id}
      laboratoryId={laboratoryId === '' ? undefined : laboratoryId}
      role={role === 'super_admin' ? role : undefined}
    />
  );
}

/** All roles, those that the viewer cannot give with the reason. */
function rolesFor(viewer: SessionUser, current: Role | undefined) {
  return roles.map((value) => ({
    value,
    label: roleLabels[value],
    disabledReason: value === current ? undefined : roleRefusal(viewer, value)?.message,
  }));
}
