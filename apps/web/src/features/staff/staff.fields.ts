import {
  type CreateStaffBody,
  employmentTypeLabels,
  IdSchema,
  type LaboratoryOption,
  permissions,
  roleLabels,
  type Shift,
  type StaffMember,
  staffStatusLabels,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldPath } from 'react-hook-form';
import { type DescribedField, describedField } from '../../components/versions/described-field';
import { formatDay, formatMinutes, formatTimeOfDay, weekdayNames } from '../../lib/format';
import { laboratoryOptions } from '../../lib/laboratory-options';
import { permissionLabel } from '../../lib/permission-label';

/** What a form holds: every field of a person that an administrator can change. Nothing entered is an empty line. */
export type StaffValues = {
  [Text in 'name' | 'email' | 'phone' | 'department' | 'designation' | 'laboratoryId' | 'joiningDate']: string;
} & Pick<CreateStaffBody, 'role' | 'employmentType' | 'shift' | 'emergencyContact'>;

type EditableField = DescribedField<FieldPath<StaffValues>>;

const field = (path: FieldPath<StaffValues>, label: string, print?: (value: never) => string): EditableField =>
  describedField(path, label, print);

/** `9:00 AM – 5:00 PM`, and that it ends on the day after. */
export function shiftHours({ start, end }: Pick<Shift, 'start' | 'end'>): string {
  return `${formatTimeOfDay(start)} – ${formatTimeOfDay(end)}${end <= start ? ' (next day)' : ''}`;
}

/** `Monday to Friday` where the days follow each other, else each by name. */
export function weekdaysWords(days: readonly number[]): string {
  const names = days.map((day) => weekdayNames[day] ?? '');
  const inARow = days.every((day, place) => place === 0 || day === (days[place - 1] ?? 0) + 1);
  return names.length > 2 && inARow ? `${names[0] ?? ''} to ${names.at(-1) ?? ''}` : names.join(', ');
}

const shiftWords = (shift: Shift) => `${shiftHours(shift)}, ${weekdaysWords(shift.weekdays)}`;

const contactWords = ({ name, phone, relation }: NonNullable<StaffMember['emergencyContact']>) =>
  [relation === '' ? name : `${name} (${relation})`, phone].join(', ');

/** In the order of the form. Laboratories are stored by their ids and called by their names. */
function fieldsWith(laboratories: readonly LaboratoryOption[]): readonly EditableField[] {
  // A preview tells the name where the history has the id.
  const laboratoryWords = (value: string) => {
    if (!IdSchema.safeParse(value).success) return value;
    return laboratories.find(({ _id }) => _id === value)?.name ?? 'Another laboratory';
  };
  return [
    field('name', 'Full name'),
    field('email', 'Email'),
    field('phone', 'Phone'),
    field('role', 'Role', (role: StaffValues['role']) => roleLabels[role]),
    field('laboratoryId', 'Laboratory', laboratoryWords),
    field('department', 'Department'),
    field('designation', 'Designation'),
    field('employmentType', 'Employment', (type: StaffValues['employmentType']) => employmentTypeLabels[type]),
    field('joiningDate', 'Joined', (day: string) => formatDay(day)),
    field('shift', 'Shift', shiftWords),
    field('emergencyContact', 'Emergency contact', contactWords),
  ];
}

/** Beyond the form: what only deeds change, and the parts of a shift one by one. */
const otherFields: readonly DescribedField[] = [
  describedField('status', 'Status', (status: StaffMember['status']) => staffStatusLabels[status]),
  describedField('exitDate', 'Last day', (day: string) => formatDay(day)),
  describedField('exitReason', 'Reason'),
  describedField('shift.start', 'Shift starts', formatTimeOfDay),
  describedField('shift.end', 'Shift ends', formatTimeOfDay),
  describedField('shift.weekdays', 'Working days', weekdaysWords),
  describedField('shift.breakMinutes', 'Break', formatMinutes),
  describedField('shift.graceLateMinutes', 'Late after', formatMinutes),
  describedField('shift.halfDayBelowMinutes', 'Half day below', formatMinutes),
  describedField('shift.overtimeAfterMinutes', 'Overtime after', formatMinutes),
  ...permissions.map((permission) => ({
    path: `permissionOverrides.${permission}`,
    label: permissionLabel(permission),
    format: (value: unknown) => (value === true ? 'Granted' : value === false ? 'Taken away' : 'As the role'),
  })),
];

/** Every field of a person in words; `editable` are those of the form. */
export function useStaffFields(): { editable: readonly EditableField[]; all: readonly DescribedField[] } {
  const { data } = useQuery(laboratoryOptions);
  const editable = fieldsWith(data ?? []);
  return { editable, all: [...editable, ...otherFields] };
}

/** What follows the laboratory's own rule says so, with the minutes where the person has some of their own. */
export function minutesOrRule(minutes: number | null): string {
  return minutes === null ? 'As the laboratory' : formatMinutes(minutes);
}
