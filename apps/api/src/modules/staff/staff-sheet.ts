import {
  CreateStaffBody,
  employmentTypeLabels,
  roleLabels,
  type SheetRowFault,
  staffExportColumns,
  staffStatusLabels,
} from '@shifa/contract';
import { z } from 'zod';
import type { Actor } from '../../platform/domain/actor';
import { choiceRule, defineSheet } from '../../platform/sheet/sheet';
import { type LaboratoryRow, namedInLine, type SheetLaboratories } from '../laboratories/laboratories.port';
import { assignRefusal } from './staff.policy';
import type { UserRow } from './user.document';

const rules = CreateStaffBody.shape;

type ExportedPerson = { person: UserRow; laboratory: LaboratoryRow | undefined };

export const staffSheet = defineSheet<ExportedPerson>()({
  name: 'Staff',
  headings: staffExportColumns,
  label: ['name', 'email'],
  columns: {
    name: { width: 28, value: ({ person }) => person.name, read: rules.name, required: true },
    email: { width: 34, value: ({ person }) => person.email, read: rules.email, required: true },
    phone: { width: 20, value: ({ person }) => person.phone, read: rules.phone },
    role: {
      width: 14,
      value: ({ person }) => roleLabels[person.role],
      read: choiceRule('Role', roleLabels),
      required: true,
    },
    laboratoryId: {
      width: 16,
      value: ({ laboratory }) => laboratory?.code ?? null,
      read: z.string().toUpperCase(),
    },
    department: { width: 20, value: ({ person }) => person.department, read: rules.department },
    designation: { width: 26, value: ({ person }) => person.designation, read: rules.designation },
    employmentType: {
      width: 17,
      value: ({ person }) => employmentTypeLabels[person.employmentType],
      read: choiceRule('Employment type', employmentTypeLabels).default('permanent'),
    },
    joiningDate: { kind: 'day', width: 13, value: ({ person }) => person.joiningDate, read: rules.joiningDate },
    employeeCode: { width: 15, value: ({ person }) => person.employeeCode },
    status: { width: 11, value: ({ person }) => staffStatusLabels[person.status] },
    exitDate: { kind: 'day', width: 13, value: ({ person }) => person.exitDate },
  },
});

export type StaffLine = Awaited<ReturnType<typeof staffSheet.read>>[number];

/** A row of the sheet as a person to create. */
export type ParsedRow = { line: StaffLine; body: CreateStaffBody; laboratory: LaboratoryRow | null };

export const EMAIL_IN_USE = 'Someone already has this email address';

type ImportContext = {
  actor: Actor;
  laboratories: SheetLaboratories;
  /** Email addresses of people whom the actor can see. */
  taken: ReadonlySet<string>;
};

/** Every row as a person to create, or with everything that is wrong with it. */
export function parseRows(
  lines: readonly StaffLine[],
  context: ImportContext,
): { parsed: ParsedRow[]; faults: SheetRowFault[] } {
  const rowByEmail = new Map<string, number>();
  const parsed = lines.flatMap((line): ParsedRow[] => {
    const laboratory = findLaboratory(line, context);
    addFaults(line, context, rowByEmail);
    const { complete } = line;
    if (!complete) return [];
    const laboratoryId = laboratory?._id.toHexString() ?? null;
    return [{ line, body: { ...complete, laboratoryId, shift: null, emergencyContact: null }, laboratory }];
  });
  return { parsed, faults: staffSheet.listFaults(lines) };
}

function addFaults(line: StaffLine, { actor, taken }: ImportContext, rowByEmail: Map<string, number>): void {
  const { role, email } = line.values;
  const notAssignable = role && assignRefusal(actor, role);
  if (notAssignable) line.addFault('role', notAssignable.message);
  if (email === undefined) return;
  const earlier = rowByEmail.get(email);
  if (earlier !== undefined) line.addFault('email', `Row ${earlier} has the same email address`);
  else if (taken.has(email)) line.addFault('email', EMAIL_IN_USE);
  if (earlier === undefined) rowByEmail.set(email, line.row);
}

/** A super admin belongs to the network, whatever the cell says. */
function findLaboratory(line: StaffLine, { laboratories }: ImportContext): LaboratoryRow | null {
  const { role, laboratoryId: code = '' } = line.values;
  return role === 'super_admin' ? null : namedInLine(line, laboratories(code), 'addPeople');
}
