import {
  type CreateLaboratoryBody,
  type Laboratory,
  laboratoryStatusLabels,
  laboratoryTypeLabels,
} from '@shifa/contract';
import type { FieldPath, FieldPathValue } from 'react-hook-form';
import { type DescribedField, describedField } from '../../components/versions/described-field';
import { formatCount, formatDay, formatMinutes, formatMoney, formatTimeOfDay, weekdayNames } from '../../lib/format';
import { zoneLabel } from '../../lib/time-zone';

/** What a form holds: every field of a laboratory that a person can change. No email is an empty line. */
export type LaboratoryValues = Omit<CreateLaboratoryBody, 'contact'> & { contact: { phone: string; email: string } };

export type LaboratoryField = DescribedField<FieldPath<LaboratoryValues> | 'status'>;

type Part<Key extends keyof Laboratory> = NonNullable<Laboratory[Key]>;
type Given<Path extends FieldPath<Laboratory>> = NonNullable<FieldPathValue<Laboratory, Path>>;

const field = <Path extends LaboratoryField['path']>(
  path: Path,
  label: string,
  print?: (value: Given<Path>) => string,
): LaboratoryField => describedField(path, label, print);

const daysWords = (count: number) => (count === 1 ? '1 day' : `${formatCount(count)} days`);

export const daysOffWords = (weeklyOff: readonly number[]) =>
  weeklyOff.length === 0 ? 'None' : weeklyOff.map((day) => weekdayNames[day] ?? '').join(', ');

export const hoursWords = ({ start, end }: Part<'workingHours'>) =>
  `${formatTimeOfDay(start)} – ${formatTimeOfDay(end)}${end < start ? ' (next day)' : ''}`;

const holidayWords = ({ date, name }: Part<'holidays'>[number]) => `${name} (${formatDay(date)})`;

const credentialWords = ({ body, number, validUntil }: Part<'licence'>) =>
  `${body}, ${number}, valid until ${formatDay(validUntil)}`;

export const coordinatesWords = ({ latitude, longitude }: Given<'location.coordinates'>) =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`;

/** In the order of the form. */
export const laboratoryFields: readonly LaboratoryField[] = [
  field('name', 'Name'),
  field('code', 'Code'),
  field('type', 'Type', (type) => laboratoryTypeLabels[type]),
  field('status', 'Status', (status) => laboratoryStatusLabels[status]),
  field('location.address', 'Address'),
  field('location.city', 'City'),
  field('location.state', 'State'),
  field('location.pincode', 'Postal code'),
  field('location.coordinates', 'Map position', coordinatesWords),
  field('contact.phone', 'Phone'),
  field('contact.email', 'Email'),
  field('timezone', 'Time zone', zoneLabel),
  field('workingHours', 'Working hours', hoursWords),
  field('weeklyOff', 'Weekly days off', daysOffWords),
  {
    ...field('holidays', 'Holidays', (holidays) => holidays.map(holidayWords).join(', ') || 'None'),
    members: (value) => (Array.isArray(value) ? (value as Part<'holidays'>).map(holidayWords) : []),
  },
  field('licence', 'Licence', credentialWords),
  field('accreditation', 'Accreditation', credentialWords),
  field('policies.attendance.graceLateMinutes', 'Late after', formatMinutes),
  field('policies.attendance.halfDayBelowMinutes', 'Half day below', formatMinutes),
  field('policies.attendance.overtimeAfterMinutes', 'Overtime after', formatMinutes),
  field('policies.attendance.fenceRadiusMetres', 'Clock-in distance', (metres) => `${formatCount(metres)} m`),
  field('policies.finance.approvalLimitPaise', 'Approval limit', formatMoney),
  field('policies.finance.backdatedAfterDays', 'Backdated after', daysWords),
  field('policies.inventory.expiryWarningDays', 'Expiry warning', daysWords),
  field('policies.inventory.expiryUrgentDays', 'Urgent expiry warning', daysWords),
];
