import {
  type CreateStaffBody,
  employmentTypeLabels,
  IdSchema,
  type LaboratoryOption,
  permissionLabel,
  permissions,
  roleLabels,
  type Shift,
  type StaffMember,
  staffStatusLabels,
  TimedOverrideSchema,
  type UpdateStaffBody,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldPath, UseFormReturn } from 'react-hook-form';
import { type DescribedField, describedField } from '../../screens/form/described-field';
import { formatDay, formatHours, formatMinutes, formatTimeOfDay, formatWeekdays } from '../../lib/format';
import { laboratoryOptions } from '../../data/laboratory-options';

/** The fields of a person in the form. A text that was not entered is empty. */
export type StaffValues = {
  [
    Text in
      'name' | 'email' | 'phone' | 'department' | 'designation' | 'laboratoryId' | 'joiningDate' | 'deputyId' | 'skills'
  ]: string;
} & Pick<CreateStaffBody, 'role' | 'employmentType' | 'shift' | 'emergencyContact'>;

export type StaffFormMethods = UseFormReturn<StaffValues, unknown, CreateStaffBody | UpdateStaffBody>;

type EditableField = DescribedField<FieldPath<StaffValues>>;

const field = (path: FieldPath<StaffValues>, label: string, print?: (value: never) => string): EditableField =>
  describedField(path, label, print);

const formatShift = (shift: Shift) => `${formatHours(shift)}, ${formatWeekdays(shift.weekdays)}`;

const formatContact = ({ name, phone, relation }: NonNullable<StaffMember['emergencyContact']>) =>
  [relation === '' ? name : `${name} (${relation})`, phone].join(', ');

/** The history has the name; the form has the id, of whom no one else's version needs to say more. */
const formatDeputy = (value: string) => (IdSchema.safeParse(value).success ? 'Another person' : value);

/** In the order of the form. Laboratories are stored by id and shown by name. */
function fieldsWith(laboratories: readonly LaboratoryOption[]): readonly EditableField[] {
  // A preview has the name where the history has the id.
  const formatLaboratory = (value: string) => {
    if (!IdSchema.safeParse(value).success) return value;
    return laboratories.find(({ _id }) => _id === value)?.name ?? 'Another laboratory';
  };
  return [
    field('name', 'Full name'),
    field('email', 'Email'),
    field('phone', 'Phone'),
    field('role', 'Role', (role: StaffValues['role']) => roleLabels[role]),
    field('laboratoryId', 'Laboratory', formatLaboratory),
    field('deputyId', 'Deputy', formatDeputy),
    field('department', 'Department'),
    field('designation', 'Designation'),
    field('skills', 'Skills', (skills: string | readonly string[]) => [skills].flat().join(', ')),
    field('employmentType', 'Employment', (type: StaffValues['employmentType']) => employmentTypeLabels[type]),
    field('joiningDate', 'Joined', (day: string) => formatDay(day)),
    field('shift', 'Shift', formatShift),
    field('emergencyContact', 'Emergency contact', formatContact),
  ];
}

/** Fields that only actions change, and the parts of a shift one by one. */
const otherFields: readonly DescribedField[] = [
  describedField('status', 'Status', (status: StaffMember['status']) => staffStatusLabels[status]),
  describedField('deputyActs', 'Deputy acts during the suspension', () => 'Yes'),
  describedField('exitDate', 'Last day', (day: string) => formatDay(day)),
  describedField('exitReason', 'Reason'),
  describedField('shift.start', 'Shift starts', formatTimeOfDay),
  describedField('shift.end', 'Shift ends', formatTimeOfDay),
  describedField('shift.weekdays', 'Working days', formatWeekdays),
  describedField('shift.breakMinutes', 'Break', formatMinutes),
  describedField('shift.graceLateMinutes', 'Late after', formatMinutes),
  describedField('shift.halfDayBelowMinutes', 'Half day below', formatMinutes),
  describedField('shift.overtimeAfterMinutes', 'Overtime after', formatMinutes),
  ...permissions.map((permission) => ({
    path: `permissionOverrides.${permission}`,
    label: permissionLabel(permission),
    format: formatOverride,
  })),
];

/** All fields of a person; `editable` are those of the form. */
export function useStaffFields(): { editable: readonly EditableField[]; all: readonly DescribedField[] } {
  const { data } = useQuery(laboratoryOptions);
  const editable = fieldsWith(data ?? []);
  return { editable, all: [...editable, ...otherFields] };
}

function formatOverride(value: unknown): string {
  const timed = TimedOverrideSchema.safeParse(value);
  const allowed = timed.success ? timed.data.allowed : value;
  const words = allowed === true ? 'Granted' : allowed === false ? 'Revoked' : 'Role default';
  return timed.success ? `${words} until ${formatDay(timed.data.until)}` : words;
}

/** The person's own minutes, or that the laboratory's rule applies. */
export function formatMinutesOrRule(minutes: number | null): string {
  return minutes === null ? 'Laboratory rule' : formatMinutes(minutes);
}
