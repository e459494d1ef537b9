import {
  type CreateSupplierInput,
  gstStates,
  type Supplier,
  supplierStatusLabels,
  type SupplierStatus,
} from '@shifa/contract';
import { useQuery } from '@tanstack/react-query';
import type { FieldPath } from 'react-hook-form';
import { laboratoryOptions } from '../../../data/laboratory-options';
import { usePermission, useUser } from '../../../data/use-session';
import { formatDay, formatDayCount } from '../../../lib/format';
import { describedField, type DescribedField, type DescribedMember } from '../../../screens/form/described-field';

type Texts = 'name' | 'code' | 'gstin' | 'pan' | 'stateCode' | 'address' | 'notes' | 'nextReviewOn';

/** The fields of a supplier in the form. A text that was not entered is empty, a number `null`. */
export type SupplierValues = Record<Texts, string> & {
  leadTimeDays: number | null;
  paymentDays: number | null;
  contacts: Record<'name' | 'role' | 'phone' | 'email', string>[];
  usedByAll: boolean;
  uses: { laboratoryId: string; leadTimeDays: number | null }[];
};

export const blankSupplier: SupplierValues = {
  name: '',
  code: '',
  gstin: '',
  pan: '',
  stateCode: '',
  address: '',
  notes: '',
  nextReviewOn: '',
  leadTimeDays: 7,
  paymentDays: 30,
  contacts: [],
  usedByAll: false,
  uses: [],
};

export function valuesOf(supplier: Supplier): SupplierValues {
  const { name, code, leadTimeDays, paymentDays, usedByAll } = supplier;
  return {
    name,
    code,
    leadTimeDays,
    paymentDays,
    usedByAll,
    gstin: supplier.gstin ?? '',
    pan: supplier.pan ?? '',
    stateCode: supplier.stateCode ?? '',
    address: supplier.address ?? '',
    notes: supplier.notes ?? '',
    nextReviewOn: supplier.nextReviewOn ?? '',
    contacts: supplier.contacts.map((contact) => ({
      name: contact.name,
      role: contact.role ?? '',
      phone: contact.phone ?? '',
      email: contact.email ?? '',
    })),
    uses: supplier.uses.map((use) => ({ laboratoryId: use.laboratory._id, leadTimeDays: use.leadTimeDays })),
  };
}

/** The body of what was entered, before it is validated. */
export function bodyOf(values: SupplierValues): CreateSupplierInput {
  const { code, stateCode, nextReviewOn, uses, leadTimeDays, paymentDays, ...fields } = values;
  return {
    ...fields,
    code: code.trim() === '' ? undefined : code,
    stateCode: stateCode === '' ? null : stateCode,
    nextReviewOn: nextReviewOn === '' ? null : nextReviewOn,
    leadTimeDays: leadTimeDays ?? Number.NaN,
    paymentDays: paymentDays ?? Number.NaN,
    uses: uses.length === 0 ? undefined : uses,
  };
}

type Contact = Supplier['contacts'][number];

const printContacts = (contacts: readonly { name: string }[]) => contacts.map(({ name }) => name).join(', ') || 'None';
const describeContact = ({ name, role, phone, email }: Contact): DescribedMember => ({
  key: name,
  name,
  facts: [role, phone, email].flatMap((fact) => fact || []),
});
const printUses = (uses: readonly unknown[]) => String(uses.length);

type SupplierField = DescribedField<FieldPath<SupplierValues>>;

const field = (path: FieldPath<SupplierValues>, label: string, print?: (value: never) => string): SupplierField =>
  describedField(path, label, print);

/** The fields of a supplier, in the order of the form. */
export const supplierFields: readonly SupplierField[] = [
  field('name', 'Name'),
  field('code', 'Code'),
  field('gstin', 'GSTIN'),
  field('pan', 'PAN'),
  field('stateCode', 'State', (code: string) => gstStates[code] ?? code),
  field('leadTimeDays', 'Lead time', formatDayCount),
  field('paymentDays', 'Payment', formatDayCount),
  field('nextReviewOn', 'Next review', (day: string) => (day === '' ? 'None' : formatDay(day))),
  field('usedByAll', 'Used by all laboratories', (all: boolean) => (all ? 'Yes' : 'No')),
  field('uses', 'Laboratories', printUses),
  {
    ...field('contacts', 'Contacts', printContacts),
    members: (contacts) => ((contacts ?? []) as Contact[]).map(describeContact),
  },
  field('address', 'Address'),
  field('notes', 'Notes'),
];

type AuditedUse = { laboratoryId: string; leadTimeDays: number | null };

/** The same with what only actions change, for the history. Laboratories are stored by id and shown by name. */
export function useSupplierHistoryFields(): readonly DescribedField[] {
  const own = useUser().laboratoryId;
  const { allowed } = usePermission('laboratories.view');
  const { data = [] } = useQuery({ ...laboratoryOptions, enabled: allowed });
  const laboratories = own ? [own, ...data] : data;
  const describeUse = ({ laboratoryId, leadTimeDays }: AuditedUse): DescribedMember => ({
    key: laboratoryId,
    name: laboratories.find(({ _id }) => _id === laboratoryId)?.name ?? 'Another laboratory',
    facts: leadTimeDays === null ? [] : [`own lead time ${formatDayCount(leadTimeDays)}`],
  });
  return [
    ...supplierFields.map((known) => {
      if (known.path !== 'uses') return known;
      return { ...known, members: (uses: unknown) => ((uses ?? []) as AuditedUse[]).map(describeUse) };
    }),
    describedField('status', 'Status', (status: SupplierStatus) => supplierStatusLabels[status]),
    describedField('statusReason', 'Reason'),
  ];
}
