import { type SessionUser, SessionUserSchema } from '../auth/auth.schema.js';
import { resolvePermissions } from '../common/permission.js';
import { nextId, nextNumber } from './sequence.js';

/** A signed-in person with the default permissions of the role. */
export function sessionUser(overrides: Partial<SessionUser> = {}): SessionUser {
  const id = nextId();
  const role = overrides.role ?? 'staff';
  return SessionUserSchema.parse({
    _id: id,
    id,
    name: 'Asha Rao',
    email: `asha.${nextNumber()}@shifa.example`,
    phone: null,
    department: null,
    designation: null,
    employeeCode: `KOL-${nextNumber()}`,
    role,
    avatar: null,
    laboratoryId: null,
    createdAt: '2026-01-05T04:30:00.000Z',
    lastLogin: null,
    mustChangePassword: false,
    secondFactorNeeded: null,
    permissions: resolvePermissions(role),
    deputyOf: [],
    ...overrides,
  });
}
