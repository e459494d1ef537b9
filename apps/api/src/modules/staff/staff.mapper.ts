import {
  type CreateStaffBody,
  type IssuedPassword,
  serverEvents,
  type StaffListItem,
  StaffListItemSchema,
  type StaffMember,
  StaffMemberSchema,
  type StaffOption,
  StaffOptionSchema,
  type UserEvent,
} from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { actionsFor, type Refusal } from '../../platform/domain/policy';
import { firstVersion } from '../../platform/mongo/first-version';
import { newId } from '../../platform/domain/object-id';
import { codeTexts, searchWords } from '../../platform/mongo/search-words';
import { declaredFields, eventFields } from '../../platform/records/declared-fields';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { type LaboratoryRow, toHomeLaboratory, toLaboratoryName } from '../laboratories/laboratories.port';
import { withInfluence } from './influences';
import { deputyObstacle, staffPolicy } from './staff.policy';
import type { UserRow } from './user.document';

/** Laboratories by id, read once for a list of people. */
export type Laboratories = ReadonlyMap<string, Pick<LaboratoryRow, '_id' | 'name' | 'code'>>;

/** An option of a select box; reads no more of the person than this. */
export function toStaffOption(
  row: Pick<UserRow, '_id' | 'name' | 'email' | 'employeeCode' | 'role' | 'status' | 'laboratoryId'>,
  laboratories: Laboratories,
): StaffOption {
  const laboratory = row.laboratoryId && laboratories.get(row.laboratoryId.toHexString());
  return {
    ...declaredFields(StaffOptionSchema, row),
    id: row._id.toHexString(),
    laboratoryId: laboratory ? toLaboratoryName(laboratory) : null,
  };
}

/** A row of the grid; the list reads no more than this. */
export function toListItem(row: UserRow, laboratories: Laboratories, viewer: Actor): StaffListItem {
  return {
    ...declaredFields(StaffListItemSchema, row),
    ...toStaffOption(row, laboratories),
    avatar: null,
    actions: actionsFor(staffPolicy, viewer, row, undefined),
  };
}

export function toStaffMember(
  row: UserRow,
  laboratory: LaboratoryRow | null,
  viewer: Actor,
  { deputy, workLocked }: { deputy: UserRow | null; workLocked: Refusal | undefined },
): StaffMember {
  return {
    ...declaredFields(StaffMemberSchema, row),
    ...toListItem(row, new Map(), viewer),
    laboratoryId: laboratory && toHomeLaboratory(laboratory),
    deputyId: deputy && {
      _id: deputy._id.toHexString(),
      name: deputy.name,
      obstacle: deputyObstacle(row, deputy) ?? null,
      confirmed: row.deputy?.confirmed
        ? { by: row.deputy.confirmed.by.name, at: row.deputy.confirmed.at.toISOString() }
        : null,
    },
    workLockedReason: workLocked?.message ?? null,
  };
}

export function toUserEvent(row: UserRow, actor: Actor | null): UserEvent {
  return { ...eventFields(serverEvents['user:updated'], row, actor), id: row._id.toHexString() };
}

/** Computed from other fields, so that lists can sort and search by an index. */
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
    searchWords: searchWords(name, email, ...codeTexts(employeeCode), phone, dialled, dialled?.replace('+', '')),
  };
}

/** How long a temporary password can be used to sign in. */
const TEMPORARY_PASSWORD_MS = 72 * 3_600_000;

export function temporaryPasswordExpiry(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + TEMPORARY_PASSWORD_MS);
}

/** What to store of another temporary password. */
export function withNewPassword(passwordHash: string, now: Date): Partial<UserRow> {
  return {
    passwordHash,
    mustChangePassword: true,
    temporaryPasswordExpiresAt: temporaryPasswordExpiry(now),
  };
}

/** The one answer that has the password of the person. */
export function toIssuedPassword(row: UserRow, temporaryPassword: string): IssuedPassword {
  const { _id, name, email, employeeCode, temporaryPasswordExpiresAt: expiry } = row;
  return {
    _id: _id.toHexString(),
    name,
    email,
    employeeCode,
    temporaryPassword,
    temporaryPasswordExpiresAt: expiry?.toISOString() ?? null,
  };
}

type NewUser = {
  actor: Actor | null;
  laboratory: Pick<LaboratoryRow, '_id' | 'timezone'> | null;
  employeeCode: string;
  passwordHash: string;
  now: Date;
};

/** An active person with a temporary password. */
export function newUser(
  body: Pick<CreateStaffBody, 'name' | 'email' | 'role'> & Partial<CreateStaffBody>,
  { actor, laboratory, employeeCode, passwordHash, now }: NewUser,
): UserRow {
  const { joiningDate = businessDay(now, laboratory?.timezone ?? NETWORK_TIMEZONE), ...given } = body;
  const _id = newId();
  const fields = {
    phone: null,
    department: null,
    designation: null,
    employmentType: 'permanent' as const,
    shift: null,
    emergencyContact: null,
    skills: [],
    ...given,
    joiningDate,
  };
  return {
    _id,
    ...fields,
    laboratoryId: laboratory?._id ?? null,
    employeeCode,
    exitDate: null,
    exitReason: null,
    status: 'active',
    passwordHash,
    mustChangePassword: true,
    temporaryPasswordExpiresAt: temporaryPasswordExpiry(now),
    lastLogin: null,
    lastActivityAt: null,
    permissionOverrides: {},
    deputy: null,
    influences: actor ? withInfluence({ _id, influences: [] }, actor, { kind: 'created' }, now) : [],
    preferences: {},
    ...derivedFields({ ...fields, employeeCode }),
    ...firstVersion(actor, now),
  };
}
