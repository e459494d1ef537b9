import {
  type CreateLaboratoryBody,
  type Laboratory,
  laboratoryStatusLabels,
  laboratoryTypeLabels,
  type UpdateLaboratoryBody,
} from '@shifa/contract';
import { use } from 'react';
import type { FieldPath, FieldPathValue, UseFormReturn } from 'react-hook-form';
import { type LaboratoryExtension, LaboratoryExtensions } from '../../screens/detail/laboratory-extensions';
import { type DescribedField, describedField } from '../../screens/form/described-field';
import { formatDay, formatDaysOff, formatHours } from '../../lib/format';
import { zoneLabel } from '../../lib/time-zone';
import { formatCoordinates } from './laboratory.format';

/** What a form holds: every field of a laboratory that a person can change. No email is an empty line. */
export type LaboratoryValues = Omit<CreateLaboratoryBody, 'contact'> & { contact: { phone: string; email: string } };

export type LaboratoryFormMethods = UseFormReturn<
  LaboratoryValues,
  unknown,
  CreateLaboratoryBody | UpdateLaboratoryBody
>;
export type LaboratoryControl = LaboratoryFormMethods['control'];

export type LaboratoryField = DescribedField<FieldPath<LaboratoryValues> | 'status' | 'copiedFrom'>;

type Part<Key extends keyof Laboratory> = NonNullable<Laboratory[Key]>;
type Given<Path extends FieldPath<Laboratory>> = NonNullable<FieldPathValue<Laboratory, Path>>;

const field = <Path extends FieldPath<LaboratoryValues> | 'status'>(
  path: Path,
  label: string,
  print?: (value: Given<Path>) => string,
): LaboratoryField => describedField(path, label, print);

const formatHoliday = ({ date, name }: Part<'holidays'>[number]) => `${name} (${formatDay(date)})`;

const formatCredential = ({ body, number, validUntil }: Part<'licence'>) =>
  `${body}, ${number}, valid until ${formatDay(validUntil)}`;

const ownFields: readonly LaboratoryField[] = [
  describedField('copiedFrom', 'Copied from'),
  field('name', 'Name'),
  field('code', 'Code'),
  field('type', 'Type', (type) => laboratoryTypeLabels[type]),
  field('status', 'Status', (status) => laboratoryStatusLabels[status]),
  field('location.address', 'Address'),
  field('location.city', 'City'),
  field('location.state', 'State'),
  field('location.pincode', 'Postal code'),
  field('location.coordinates', 'Map position', formatCoordinates),
  field('contact.phone', 'Phone'),
  field('contact.email', 'Email'),
  field('timezone', 'Time zone', zoneLabel),
  field('workingHours', 'Working hours', formatHours),
  field('weeklyOff', 'Weekly days off', formatDaysOff),
  {
    ...field('holidays', 'Holidays', (holidays) => holidays.map(formatHoliday).join(', ') || 'None'),
    members: (value) =>
      ((value ?? []) as Part<'holidays'>).map(({ date, name }) => ({ key: name, name, facts: [formatDay(date)] })),
  },
  field('licence', 'Licence', formatCredential),
  field('accreditation', 'Accreditation', formatCredential),
];

/** In the order of the form, the policies of other features last. */
export const laboratoryFields = (extensions: readonly LaboratoryExtension[]): readonly LaboratoryField[] => [
  ...ownFields,
  ...extensions.flatMap(({ policies }) => policies),
];

/** The status is shown in the form, and changed by actions of its own; only the history says what was copied. */
export const editableFields = (extensions: readonly LaboratoryExtension[]) =>
  laboratoryFields(extensions).filter(
    (field): field is DescribedField<FieldPath<LaboratoryValues>> =>
      field.path !== 'status' && field.path !== 'copiedFrom',
  );

export const useLaboratoryFields = () => laboratoryFields(use(LaboratoryExtensions));

export const useEditableFields = () => editableFields(use(LaboratoryExtensions));
