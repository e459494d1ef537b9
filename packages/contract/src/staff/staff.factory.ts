import { errorCatalogue } from '../common/error.js';
import { resolvePermissions } from '../common/permission.js';
import { reasonFor } from '../permissions/permission.reason.js';
import { type UserPermissions, UserPermissionsSchema } from '../permissions/permission.schema.js';
import { nextId, nextNumber } from '../testing/sequence.js';
import {
  CreateStaffBody,
  type CreateStaffInput,
  type StaffListItem,
  type StaffMember,
  StaffListItemSchema,
  StaffMemberSchema,
  StaffOptionSchema,
} from './staff.schema.js';
import type { StaffStatus } from './staff.status.js';

/** A valid body with a unique email address. */
export function createStaffBody(overrides: Partial<CreateStaffInput> = {}): CreateStaffBody {
  const number = nextNumber();
  return CreateStaffBody.parse({
    name: `Asha Rao ${number}`,
    email: `asha.rao.${number}@shifa.example`,
    role: 'staff',
    laboratoryId: nextId(),
    ...overrides,
  });
}

/** A person as in the list, whom the viewer manages. */
export function staffListItem(overrides: Partial<StaffListItem> = {}): StaffListItem {
  return StaffListItemSchema.parse(person(overrides));
}

/** A person whom the viewer manages. */
export function staffMember(overrides: Partial<StaffMember> = {}): StaffMember {
  return StaffMemberSchema.parse(person(overrides));
}

/** A person's permissions without overrides, all of which the viewer may change. */
export function userPermissions(overrides: Partial<UserPermissions> = {}): UserPermissions {
  const user = overrides.user ?? StaffOptionSchema.parse(person({}));
  const resolved = resolvePermissions(user.role, overrides.overrides ?? {}, new Date());
  return UserPermissionsSchema.parse({
    user,
    version: 1,
    overrides: {},
    permissions: Object.fromEntries(
      Object.entries(resolved).map(([permission, entry]) => [
        permission,
        { ...entry, reason: reasonFor(user.role, permission as keyof typeof resolved, entry) },
      ]),
    ),
    grantable: Object.keys(resolved),
    actions: { edit: { allowed: true } },
    ...overrides,
  });
}

/** What a viewer who manages the person may do, by the person's status. */
function actionsIn(status: StaffStatus): StaffListItem['actions'] {
  const allowed = { allowed: true };
  if (status === 'exited') {
    const edit = { allowed: false, reason: errorCatalogue.STAFF_EXITED.message };
    return { edit, rehire: allowed, endSessions: allowed };
  }
  const always = { edit: allowed, exit: allowed, issuePassword: allowed, endSessions: allowed };
  return status === 'active' ? { ...always, suspend: allowed } : { ...always, resume: allowed };
}

function person(overrides: { status?: StaffStatus }): object {
  const number = nextNumber();
  const id = nextId();
  return {
    _id: id,
    id,
    name: `Asha Rao ${number}`,
    email: `asha.rao.${number}@shifa.example`,
    employeeCode: `KOL-${String(number).padStart(4, '0')}`,
    role: 'staff',
    status: 'active',
    laboratoryId: {
      _id: nextId(),
      name: 'Kolkata Central',
      code: 'KOL',
      timezone: 'Asia/Kolkata',
      contact: { phone: '+91 33 2212 0000' },
      location: { address: '', city: 'Kolkata' },
    },
    phone: null,
    department: 'Pathology',
    designation: 'Laboratory technician',
    avatar: null,
    employmentType: 'permanent',
    joiningDate: '2026-01-05',
    exitDate: null,
    exitReason: null,
    deputyId: null,
    shift: null,
    skills: [],
    emergencyContact: null,
    workLockedReason: null,
    lastLogin: null,
    lastActivityAt: null,
    mustChangePassword: false,
    temporaryPasswordExpiresAt: null,
    createdAt: '2026-01-05T04:30:00.000Z',
    updatedAt: '2026-01-05T04:30:00.000Z',
    version: 1,
    updatedBy: null,
    actions: actionsIn(overrides.status ?? 'active'),
    ...overrides,
  };
}
