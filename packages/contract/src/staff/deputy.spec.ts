import { describe, expect, it } from 'vitest';
import { type PermissionOverrides, resolvePermissions } from '../common/permission.js';
import type { Role } from '../common/role.js';
import { canHaveDeputy, delegatedPermissions, deputyRefusal } from './deputy.js';

const timed = (allowed: boolean) => ({ allowed, until: '2026-12-08', timezone: 'Asia/Kolkata' });
const at = new Date('2026-11-25T06:00:00Z');

describe('what passes to a deputy', () => {
  it.each<[Role, PermissionOverrides, PermissionOverrides, string[]]>([
    [
      'lab_admin',
      {},
      {},
      [
        'transactions.approve',
        'transactions.view',
        'attendance.approve',
        'attendance.view',
        'leave.approve',
        'leave.view',
        'inventory.approve',
        'inventory.view',
        'purchaseOrders.approve',
        'purchaseOrders.view',
      ],
    ],
    ['manager', {}, {}, ['attendance.approve', 'attendance.view', 'leave.approve', 'leave.view']],
    ['manager', { 'leave.view': false }, {}, ['attendance.approve', 'attendance.view']],
    ['manager', {}, { 'attendance.view': false }, ['leave.approve', 'leave.view']],
    ['staff', { 'leave.approve': true }, {}, []],
    [
      'staff',
      { 'transactions.approve': true, 'transactions.view': true },
      {},
      ['transactions.approve', 'transactions.view'],
    ],
    ['staff', {}, {}, []],
  ])('of a %s with %j, where the deputy has %j', (role, permissionOverrides, ofDeputy, expected) => {
    const delegated = delegatedPermissions({ role, permissionOverrides }, at, { permissionOverrides: ofDeputy });
    expect([...delegated.keys()]).toEqual(expected);
  });

  it.each([
    ['the approver holds', { 'transactions.approve': timed(true), 'transactions.view': true }, {}, 2],
    [
      'was taken from the deputy',
      { 'transactions.approve': true, 'transactions.view': true },
      { 'transactions.view': timed(false) },
      0,
    ],
  ] as const)('follows the end of what %s', (_, permissionOverrides, ofDeputy, before) => {
    const passed = (instant: string) =>
      delegatedPermissions({ role: 'staff', permissionOverrides }, new Date(instant), { permissionOverrides: ofDeputy })
        .size;
    // The last day ends in Kolkata.
    expect([passed('2026-12-08T18:29:59.999Z'), passed('2026-12-08T18:30:00Z')]).toEqual([before, 2 - before]);
  });

  it('is nothing for people who approve nothing', () => {
    expect(canHaveDeputy({ role: 'staff' }, at)).toBe(false);
    expect(canHaveDeputy({ role: 'manager' }, at)).toBe(true);
  });

  it('is given by those who hold it themselves, not as a deputy', () => {
    const permissions = resolvePermissions('manager');
    const refused = deputyRefusal({ permissions, at }, { role: 'lab_admin' });
    expect(refused).toEqual({
      code: 'PERMISSION_NOT_HELD',
      message:
        "You don't have these permissions, which the deputy would get: Entries: Approve and reject, Entries: View, Inventory: Approve write-offs, Purchase orders: Approve and reject",
    });
    const deputyOf = { _id: '64b7f0c2a1b2c3d4e5f60718', name: 'Asha Rao', until: null, ownScope: null };
    const held = { allowed: true, scope: 'laboratory', source: 'deputy', deputyOf } as const;
    const acting = { ...permissions, 'transactions.approve': held, 'transactions.view': held };
    expect(deputyRefusal({ permissions: acting, at }, { role: 'lab_admin' })).toEqual(refused);
    expect(deputyRefusal({ permissions, at }, { role: 'manager' })).toBeUndefined();
  });
});
