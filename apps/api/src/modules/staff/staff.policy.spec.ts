import { type PermissionOverrides, resolvePermissions, type Role, type StaffStatus } from '@shifa/contract';
import { Actor } from '../../platform/domain/actor';
import { actionsFor } from '../../platform/domain/policy';
import { newId } from '../../platform/domain/object-id';
import { assignRefusal, findOwnWorkRefusal, staffPolicy, updateRefusal } from './staff.policy';

const laboratoryId = newId();

function viewer(role: Role, overrides: PermissionOverrides = {}, userId = newId()): Actor {
  return new Actor({
    userId: userId.toHexString(),
    name: 'Viewer',
    role,
    laboratoryId: role === 'super_admin' ? null : laboratoryId.toHexString(),
    sessionId: 's',
    mustChangePassword: false,
    permissions: resolvePermissions(role, overrides, new Date()),
  });
}

function person(role: Role, status: StaffStatus = 'active', permissionOverrides: PermissionOverrides = {}) {
  return {
    _id: newId(),
    role,
    status,
    permissionOverrides,
    laboratoryId: role === 'super_admin' ? null : laboratoryId,
    name: 'Asha Rao',
    email: 'asha@shifa.example',
    phone: null,
    department: null,
    designation: null,
    employmentType: 'permanent' as const,
    joiningDate: '2026-01-05',
    shift: null,
    emergencyContact: null,
    skills: [],
  };
}

const BEYOND = 'Only super admins can manage lab admins';
const LACKED = "You don't have these permissions, which this person has: Inventory: Move stock";
const EXITED = 'This person has exited and can no longer be changed';
const denied = (role: string, holders: string) => `${role} can't do this. ${holders} can.`;
const admins = 'Super admins and lab admins';

/** `true` where the action is allowed, the reason where it is refused, absent where it is not offered. */
function offered(by: Actor, whom: ReturnType<typeof person>) {
  const actions = actionsFor(staffPolicy, by, whom, undefined);
  return Object.fromEntries(
    Object.entries(actions).map(([action, state]) => [action, state.allowed || (state.reason ?? false)]),
  );
}

describe('what may be done with a person', () => {
  const all = { edit: true, exit: true, issuePassword: true, endSessions: true };
  /** Of a person who approves. */
  const approver = { ...all, nameDeputy: true };

  it.each([
    ['an active person', viewer('lab_admin'), person('staff'), { ...all, suspend: true }],
    ['a suspended person', viewer('lab_admin'), person('manager', 'suspended'), { ...approver, resume: true }],
    [
      'a person who has exited',
      viewer('lab_admin'),
      person('staff', 'exited'),
      { edit: EXITED, rehire: true, endSessions: true },
    ],
    ['another super admin', viewer('super_admin'), person('super_admin'), { ...approver, suspend: true }],
    [
      'a person whom the viewer can move to another laboratory',
      viewer('super_admin'),
      person('lab_admin'),
      { ...approver, suspend: true, move: true },
    ],
    [
      'a person of the same role',
      viewer('lab_admin'),
      person('lab_admin'),
      { edit: BEYOND, suspend: BEYOND, exit: BEYOND, issuePassword: BEYOND, endSessions: BEYOND, nameDeputy: BEYOND },
    ],
    [
      'anybody, without the permissions',
      viewer('manager'),
      person('staff'),
      Object.fromEntries(
        ['edit', 'suspend', 'exit', 'issuePassword', 'endSessions'].map((action) => [
          action,
          denied('Managers', admins),
        ]),
      ),
    ],
    [
      'a person, without the permission to suspend',
      viewer('lab_admin', { 'staff.suspend': false }),
      person('staff'),
      { ...all, suspend: `Revoked for you. By default, ${admins.toLowerCase()} can do this.` },
    ],
    [
      'an active person with a permission that the viewer lacks',
      viewer('lab_admin', { 'inventory.stock': false }),
      person('manager'),
      { ...approver, suspend: true, issuePassword: LACKED },
    ],
    [
      'a suspended person with a permission that the viewer lacks',
      viewer('lab_admin', { 'inventory.stock': false }),
      person('staff', 'suspended', { 'inventory.stock': true }),
      { ...all, resume: LACKED, issuePassword: LACKED },
    ],
    [
      'a person who had exited with a permission that the viewer lacks',
      viewer('lab_admin', { 'inventory.stock': false }),
      person('manager', 'exited'),
      { edit: EXITED, rehire: LACKED, endSessions: true, nameDeputy: EXITED },
    ],
    [
      'a person who was deprived of what the viewer lacks',
      viewer('lab_admin', { 'inventory.stock': false }),
      person('manager', 'active', { 'inventory.stock': false }),
      { ...approver, suspend: true },
    ],
    [
      'an approver with a permission to approve that the viewer lacks',
      viewer('lab_admin', { 'leave.approve': false, 'inventory.stock': true }),
      person('manager', 'active', { 'attendance.approve': false }),
      {
        ...all,
        suspend: true,
        issuePassword: "You don't have these permissions, which this person has: Leave: Approve and reject",
        nameDeputy: "You don't have these permissions, which the deputy would get: Leave: Approve and reject",
      },
    ],
    [
      'a person of another laboratory',
      viewer('lab_admin'),
      { ...person('staff', 'exited'), laboratoryId: newId() },
      Object.fromEntries(
        ['edit', 'rehire', 'endSessions'].map((action) => [action, "You don't have permission to do this"]),
      ),
    ],
  ])('%s', (_, by, whom, expected) => {
    expect(offered(by, whom)).toEqual(expected);
  });

  it('nothing with oneself but editing some fields and naming a deputy', () => {
    const self = person('lab_admin');
    const by = viewer('lab_admin', {}, self._id);
    const own = "You can't change your own role, status or permissions";
    const refused = { suspend: own, exit: own, issuePassword: own, endSessions: own };
    expect(offered(by, self)).toEqual({ ...refused, edit: true, nameDeputy: true });
  });
});

describe('an update', () => {
  const by = viewer('lab_admin');
  const self = person('lab_admin');
  const asSelf = viewer('lab_admin', {}, self._id);

  it.each([
    ['changes details', by, person('staff'), { name: 'Asha' }, undefined],
    ['changes one’s own contact data', asSelf, self, { phone: '+91 98300 11272', role: 'lab_admin' }, undefined],
    ['changes what concerns one’s own work', asSelf, self, { name: 'Asha' }, ['OWN_WORK', 'name']],
    ['changes one’s own role', asSelf, self, { role: 'manager' }, ['OWN_ACCOUNT', 'role']],
    ['changes one’s own status', asSelf, self, { status: 'suspended' }, ['OWN_ACCOUNT', 'status']],
    ['changes one’s own laboratory', asSelf, self, { laboratoryId: null }, ['OWN_ACCOUNT', 'laboratoryId']],
    ['raises to a managed role', by, person('staff'), { role: 'manager' }, undefined],
    ['raises beyond the managed roles', by, person('staff'), { role: 'lab_admin' }, ['STAFF_BEYOND_REACH', 'role']],
    ['changes somebody beyond reach', by, person('lab_admin'), { name: 'Asha' }, ['STAFF_BEYOND_REACH', undefined]],
    ['suspends', by, person('staff'), { status: 'suspended' }, undefined],
    ['suspends again', by, person('staff', 'suspended'), { status: 'suspended' }, undefined],
    ['suspends after the exit', by, person('staff', 'exited'), { status: 'suspended' }, ['STAFF_EXITED', undefined]],
    ['changes details after the exit', by, person('staff', 'exited'), { name: 'Asha' }, ['STAFF_EXITED', undefined]],
    ['rehires', by, person('staff', 'exited'), { status: 'active', name: 'Asha' }, undefined],
    ['resumes', by, person('staff', 'suspended'), { status: 'active' }, undefined],
    [
      'gives a role with a permission that the viewer lacks',
      viewer('lab_admin', { 'inventory.stock': false }),
      person('staff'),
      { role: 'manager' },
      ['PERMISSION_NOT_HELD', 'role'],
    ],
    [
      'moves somebody with a permission that the viewer lacks',
      viewer('super_admin', { 'inventory.stock': false }),
      person('manager', 'active', { 'inventory.stock': false }),
      { laboratoryId: newId().toHexString() },
      ['PERMISSION_NOT_HELD', 'laboratoryId'],
    ],
    [
      'suspends without the permission',
      viewer('lab_admin', { 'staff.suspend': false }),
      person('staff'),
      { status: 'suspended' },
      ['FORBIDDEN', undefined],
    ],
  ] as const)('%s', (_, actor, whom, changes, expected) => {
    const refused = updateRefusal(actor, whom, changes, findOwnWorkRefusal(actor, whom, false));
    expect(refused && [refused.code, refused.errors?.[0]?.field]).toEqual(expected);
  });
});

it.each([
  ['super_admin', 'super_admin', undefined],
  ['lab_admin', 'manager', undefined],
  ['manager', 'staff', undefined],
  ['lab_admin', 'super_admin', 'Only super admins can manage super admins'],
  ['manager', 'manager', 'Only super admins and lab admins can manage managers'],
  ['staff', 'staff', 'Only super admins, lab admins and managers can manage staff'],
] as const)('a %s assigns the role %s: %s', (role, assigned, message) => {
  expect(assignRefusal(viewer(role), assigned)?.message).toBe(message);
});

it('names up to five of the permissions that a role has and the viewer lacks', () => {
  const overrides = { 'inventory.view': false, 'leave.approve': false, 'attendance.export': false } as const;
  expect(assignRefusal(viewer('lab_admin', overrides), 'manager')?.message).toBe(
    "You don't have these permissions, which a manager has: Inventory: View, Attendance: Export, Leave: Approve and reject",
  );
  const many = { ...overrides, 'inventory.edit': false, 'inventory.stock': false, 'settings.view': false } as const;
  expect(assignRefusal(viewer('lab_admin', many), 'manager')?.message).toMatch(/Export, Leave: .* and 1 more$/);
});
