import type { StaffListItem, StaffMember, StaffOption, UserEvent } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { searchWords } from '../../platform/mongo/search-words';
import { type LaboratoryRow, toHomeLaboratory } from '../laboratories/laboratories.port';
import { lockOf } from './person-lock';
import type { UserRow } from './user.document';

/** Laboratories by id, read once for all the people who are told. */
export type Laboratories = ReadonlyMap<string, Pick<LaboratoryRow, '_id' | 'name' | 'code'>>;

/** A line of a select box; reads no more of the person than this. */
export function toStaffOption(
  row: Pick<UserRow, '_id' | 'name' | 'email' | 'employeeCode' | 'role' | 'status' | 'laboratoryId'>,
  laboratories: Laboratories,
): StaffOption {
  const id = row._id.toHexString();
  const laboratory = row.laboratoryId && laboratories.get(row.laboratoryId.toHexString());
  return {
    _id: id,
    id,
    name: row.name,
    email: row.email,
    employeeCode: row.employeeCode,
    role: row.role,
    status: row.status,
    laboratoryId: laboratory
      ? { _id: laboratory._id.toHexString(), name: laboratory.name, code: laboratory.code }
      : null,
  };
}

/** A row of the grid; the list reads no more than this. */
export function toListItem(row: UserRow, laboratories: Laboratories): StaffListItem {
  return {
    ...toStaffOption(row, laboratories),
    phone: row.phone,
    department: row.department,
    designation: row.designation,
    avatar: null,
    employmentType: row.employmentType,
    joiningDate: row.joiningDate,
    exitDate: row.exitDate,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    mustChangePassword: row.mustChangePassword,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** The whole person, as the viewer may see and change them. */
export function toStaffMember(row: UserRow, laboratory: LaboratoryRow | null, viewer: Actor): StaffMember {
  const lock = lockOf(viewer, row);
  return {
    ...toListItem(row, new Map()),
    laboratoryId: laboratory && toHomeLaboratory(laboratory),
    exitReason: row.exitReason,
    shift: row.shift,
    emergencyContact: row.emergencyContact,
    updatedBy: row.updatedBy,
    manageable: lock === null,
    lockedReason: lock?.message ?? null,
  };
}

export function toUserEvent(row: UserRow, actor: Actor | null): UserEvent {
  const id = row._id.toHexString();
  return {
    _id: id,
    id,
    name: row.name,
    role: row.role,
    status: row.status,
    laboratoryId: row.laboratoryId?.toHexString() ?? null,
    version: row.version,
    by: actor && { _id: actor.userId, name: actor.name },
    at: row.updatedAt.toISOString(),
  };
}

/** What is derived from other fields, so that lists can sort and search by an index. */
export function derivedFields({
  name,
  email,
  employeeCode,
  phone,
}: Pick<UserRow, 'name' | 'email' | 'employeeCode' | 'phone'>): Pick<UserRow, 'sortName' | 'searchWords'> {
  // A number is found as it is written and as it is dialled.
  const dialled = phone?.replaceAll(/[^\d+]/g, '');
  return {
    sortName: name.toLowerCase(),
    searchWords: searchWords(name, email, employeeCode, phone, dialled, dialled?.replace('+', '')),
  };
}
