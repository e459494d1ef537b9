import { type DisplayPreferences, DisplayPreferencesSchema, type Session, type SessionUser } from '@shifa/contract';
import type { Actor } from '../../platform/domain/actor';
import { type LaboratoryRow, toHomeLaboratory } from '../laboratories/laboratories.port';
import { type Account, deputyOf } from '../staff/staff.port';
import type { SessionRow } from './session.document';

export function toSession(row: SessionRow, currentId: string): Session {
  const _id = row._id.toHexString();
  return {
    _id,
    device: row.device,
    ipAddress: row.ipAddress,
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
    current: _id === currentId,
  };
}

export function toSessionUser(
  account: Account,
  laboratory: LaboratoryRow | null,
  actor: Actor,
  display: Partial<DisplayPreferences>,
): SessionUser {
  const id = account._id.toHexString();
  return {
    _id: id,
    id,
    name: account.name,
    email: account.email,
    phone: account.phone,
    department: account.department,
    designation: account.designation,
    employeeCode: account.employeeCode,
    role: account.role,
    avatar: null,
    laboratoryId: laboratory && toHomeLaboratory(laboratory),
    createdAt: account.createdAt.toISOString(),
    lastLogin: account.lastLogin?.toISOString() ?? null,
    mustChangePassword: account.mustChangePassword,
    permissions: actor.permissions,
    deputyOf: deputyOf(actor),
    display: DisplayPreferencesSchema.parse(display),
  };
}
