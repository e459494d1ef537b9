import { describe, expect, it } from 'vitest';
import { type PermissionOverrides, resolvePermissions } from '../common/permission.js';
import type { Role } from '../common/role.js';
import { canHaveDeputy, delegatedPermissions, deputyRefusal } from './deputy.js';

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
    const delegated = delegatedPermissions({ role, permissionOverrides }, { permissionOverrides: ofDeputy });
    expect([...delegated.keys()]).toEqual(expected);
  });

  it('is nothing for people who approve nothing', () => {
    expect(canHaveDeputy({ role: 'staff' })).toBe(false);
    expect(canHaveDeputy({ role: 'manager' })).toBe(true);
  });

  it('is given by those who hold it themselves, not as a deputy', () => {
    const permissions = resolvePermissions('manager');
    const refused = deputyRefusal({ permissions }, { role: 'lab_admin' });
    expect(refused).toEqual({
      code: 'PERMISSION_NOT_HELD',
      message:
        'You lack permissions that the deputy would have: Transactions: Approve and reject, Transactions: See, Inventory: Approve write-offs',
    });
    const deputyOf = { _id: '64b7f0c2a1b2c3d4e5f60718', name: 'Asha Rao', until: null, ownScope: null };
    const held = { allowed: true, scope: 'laboratory', source: 'deputy', deputyOf } as const;
    const acting = { ...permissions, 'transactions.approve': held, 'transactions.view': held };
    expect(deputyRefusal({ permissions: acting }, { role: 'lab_admin' })).toEqual(refused);
    expect(deputyRefusal({ permissions }, { role: 'manager' })).toBeUndefined();
  });
});
