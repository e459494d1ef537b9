import {
  CreateStaffBody,
  employmentTypeLabels,
  type FieldError,
  managedRoles,
  roleLabels,
  type SheetRowFault,
  staffSheetColumns,
} from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import type { LabScope } from '../../platform/mongo/lab-scope';
import { codeOf, oneOf } from '../../platform/sheet/sheet-choice';
import { dayOf, textOf } from '../../platform/sheet/sheet-cell';
import type { TableRow } from '../../platform/sheet/sheet-reader';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import { beyondReach } from './person-lock';
import { closedToNewcomers } from './staff-places';

export type StaffField = keyof typeof staffSheetColumns;
export type StaffRow = TableRow<StaffField>;

/** What a row of the sheet asks for, and where. */
export type Newcomer = { body: CreateStaffBody; laboratory: LaboratoryRow | null };
export type Surroundings = {
  actor: Actor;
  scope: LabScope;
  /** By code, those within reach and beyond. */
  laboratories: ReadonlyMap<string, LaboratoryRow>;
  /** The actor's own, where a row names none. */
  ownLaboratory: LaboratoryRow | null;
  /** Addresses that somebody has. */
  taken: ReadonlySet<string>;
};

/** Every row as a newcomer, or with all that is wrong with it. */
export function newcomersIn(
  rows: readonly StaffRow[],
  surroundings: Surroundings,
): { newcomers: Newcomer[]; faults: SheetRowFault[] } {
  const newcomers: Newcomer[] = [];
  const faults: SheetRowFault[] = [];
  const rowByEmail = new Map<string, number>();
  for (const line of rows) {
    const email = emailIn(line);
    const earlier = rowByEmail.get(email);
    const { body, laboratory, errors } = read(line, surroundings);
    const readable = !errors.some(({ field }) => field === staffSheetColumns.email);
    if (readable && earlier !== undefined) errors.push(fault('email', `Row ${earlier} has the same email address`));
    else if (surroundings.taken.has(email)) errors.push(fault('email', 'Someone already has this email address'));
    if (email !== '' && earlier === undefined) rowByEmail.set(email, line.row);
    if (body && errors.length === 0) newcomers.push({ body, laboratory });
    else faults.push({ row: line.row, label: textOf(line.cells.name) || email || `Row ${line.row}`, errors });
  }
  return { newcomers, faults };
}

export const emailIn = ({ cells }: StaffRow): string => textOf(cells.email).toLowerCase();
export const codeIn = ({ cells }: StaffRow): string => textOf(cells.laboratoryId).toUpperCase();

function read(line: StaffRow, surroundings: Surroundings) {
  const { cells } = line;
  const errors: FieldError[] = [];
  const role = codeOf(roleLabels, textOf(cells.role));
  const employment = textOf(cells.employmentType);
  const employmentType = employment === '' ? undefined : codeOf(employmentTypeLabels, employment);
  const joiningDate = dayOf(cells.joiningDate);
  if (role && !managedRoles(surroundings.actor.role).includes(role)) errors.push(fault('role', beyondReach(role)));
  const laboratory = role === 'super_admin' ? null : laboratoryFor(codeIn(line), surroundings, errors);
  const parsed = CreateStaffBody.safeParse({
    name: textOf(cells.name),
    email: textOf(cells.email),
    phone: textOf(cells.phone) || null,
    role,
    laboratoryId: laboratory?._id.toHexString() ?? null,
    department: textOf(cells.department),
    designation: textOf(cells.designation),
    // What is no kind of employment is told by the contract.
    employmentType: employment === '' ? undefined : (employmentType ?? employment),
    joiningDate: joiningDate === '' ? undefined : joiningDate,
  });
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0] as StaffField;
    // The first fault of a cell says enough.
    if (errors.some((error) => error.field === staffSheetColumns[field])) continue;
    if (field === 'role') errors.push(fault('role', oneOf('Role', roleLabels)));
    else if (field === 'employmentType') errors.push(fault(field, oneOf('Employment type', employmentTypeLabels)));
    else if (field === 'joiningDate') errors.push(fault(field, 'Must be a date as YYYY-MM-DD or DD/MM/YYYY'));
    // A laboratory that is not there was told with its code already.
    else if (field !== 'laboratoryId') errors.push(fault(field, message));
  }
  return { body: parsed.data, laboratory, errors };
}

function laboratoryFor(
  code: string,
  { scope, laboratories, ownLaboratory }: Surroundings,
  errors: FieldError[],
): LaboratoryRow | null {
  const laboratory = code === '' ? ownLaboratory : laboratories.get(code);
  if (code === '' && !laboratory) errors.push(fault('laboratoryId', 'Laboratory code is required'));
  else if (!laboratory || !scope.reaches(laboratory._id.toHexString())) {
    errors.push(fault('laboratoryId', `No laboratory has the code ${code}`));
  } else {
    const closed = closedToNewcomers(laboratory);
    if (closed) errors.push(fault('laboratoryId', closed));
    return laboratory;
  }
  return null;
}

function fault(field: StaffField, message: string): FieldError {
  return { field: staffSheetColumns[field], message };
}
