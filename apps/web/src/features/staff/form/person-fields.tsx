import Box from '@mui/material/Box';
import {
  employmentTypeLabels,
  employmentTypes,
  managedRoles,
  type Role,
  roleLabels,
  type StaffMember,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { FormSelect } from '../../../components/form/form-select';
import { FormText } from '../../../components/form/form-text';
import { pairStyle } from '../../../components/form/pair-style';
import { laboratoryOptions } from '../../../lib/laboratory-options';
import { usePermission, useUser } from '../../../lib/use-session';
import type { StaffForm } from './use-staff-form';

const employment = employmentTypes.map((value) => ({ value, label: employmentTypeLabels[value] }));

type PersonFieldsProps = {
  form: StaffForm;
  /** Whom the form edits; absent while creating. */
  person: StaffMember | undefined;
};

/** Who a person is, what they do and where. */
export function PersonFields({ form, person }: PersonFieldsProps) {
  const { control } = form;
  return (
    <>
      <FormText control={control} name="name" label="Full name" autoComplete="off" autoFocus />
      <FormText
        control={control}
        name="email"
        label="Email"
        type="email"
        autoComplete="off"
        help={person ? undefined : 'What the person signs in with.'}
      />
      <FormText control={control} name="phone" label="Phone" optional type="tel" autoComplete="off" />
      <PlaceFields form={form} person={person} />
      <Box sx={pairStyle}>
        <FormText control={control} name="department" label="Department" optional autoComplete="off" />
        <FormText control={control} name="designation" label="Designation" optional autoComplete="off" />
      </Box>
      <Box sx={pairStyle}>
        <FormSelect control={control} name="employmentType" label="Employment" options={employment} />
        <FormText
          control={control}
          name="joiningDate"
          label="Joining date"
          optional={!person}
          type="date"
          help={person ? undefined : 'Today, unless you choose.'}
        />
      </Box>
    </>
  );
}

/** The role, of those that are the viewer's to manage, and the laboratory, fixed for who sees only one. */
function PlaceFields({ form, person }: PersonFieldsProps) {
  const { control } = form;
  const viewer = useUser();
  const reachesAll = usePermission(person ? 'staff.edit' : 'staff.create').scope === 'all';
  const { data: laboratories } = useQuery({ ...laboratoryOptions, enabled: reachesAll });
  const role = useWatch({ control, name: 'role' });
  const own = person?.laboratoryId ?? viewer.laboratoryId;
  const known = reachesAll ? (laboratories ?? []) : [];
  const choices = own && !known.some(({ _id }) => _id === own._id) ? [own, ...known] : known;
  return (
    <>
      <FormSelect control={control} name="role" label="Role" options={rolesFor(viewer.role, person?.role)} />
      <FormSelect
        control={control}
        name="laboratoryId"
        label="Laboratory"
        optional={role === 'super_admin'}
        disabled={!reachesAll}
        placeholder="Choose a laboratory"
        help={reachesAll ? undefined : 'You create and change people of your own laboratory.'}
        options={[
          ...(role === 'super_admin' ? [{ value: '', label: 'None: the whole network' }] : []),
          ...choices.map(({ _id, name }) => ({ value: _id, label: name })),
        ]}
      />
    </>
  );
}

function rolesFor(viewer: Role, current: Role | undefined) {
  const managed = managedRoles(viewer);
  const offered = current && !managed.includes(current) ? [current, ...managed] : managed;
  return offered.map((value) => ({ value, label: roleLabels[value] }));
}
