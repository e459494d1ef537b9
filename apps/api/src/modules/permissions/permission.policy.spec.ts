import { type Permission, type PermissionOverrides, resolvePermissions, type Role, type Scope } from '@shifa/contract';
import { Actor } from '../../platform/domain/actor';
import { changedPermissions, grantable, grantPolicy, withChanges } from './permission.policy';

/** Someone who holds one permission in the scope, and nothing else. */
function holderOf(permission: Permission, scope: Scope | null): Actor {
  const nothing = Object.keys(resolvePermissions('staff')).map((name) => [
    name,
    { allowed: false, scope: null, source: 'role' },
  ]);
  const held = { allowed: scope !== null, scope, source: 'role' };
  const permissions = { ...Object.fromEntries(nothing), [permission]: held } as Actor['permissions'];
  const identity = { userId: 'u', name: 'A', laboratoryId: 'l', sessionId: 's', mustChangePassword: false };
  return new Actor({ ...identity, role: 'manager', permissions });
}

const refusalOf = (scope: Scope | null, role: Role, before: PermissionOverrides, after: PermissionOverrides) =>
  grantPolicy.grant(holderOf('inventory.stock', scope), { role, permissionOverrides: before }, after);
const notHeld = {
  code: 'PERMISSION_NOT_HELD',
  message: expect.stringContaining('Inventory: Move stock') as string,
  errors: [{ field: 'permissions.inventory.stock', message: expect.any(String) as string }],
};

describe('nobody grants what they lack', () => {
  const granted = { 'inventory.stock': true };
  const taken = { 'inventory.stock': false };

  it.each([
    ['own', 'staff', false],
    ['laboratory', 'staff', true],
    ['laboratory', 'super_admin', false],
    ['all', 'super_admin', true],
    ['all', 'staff', true],
    [null, 'staff', false],
  ] as const)('a holder with scope %s grants it to %s: %s', (scope, role, allowed) => {
    expect(refusalOf(scope, role, {}, granted)).toEqual(allowed ? undefined : notHeld);
    expect(grantable(holderOf('inventory.stock', scope), role)).toEqual(allowed ? ['inventory.stock'] : []);
  });

  it('neither by restoring the role’s default nor by pinning it', () => {
    expect(refusalOf(null, 'manager', taken, {})).toEqual(notHeld);
    expect(refusalOf(null, 'manager', {}, granted)).toEqual(notHeld);
    expect(refusalOf('laboratory', 'manager', taken, {})).toBeUndefined();
  });

  it('but anybody may revoke, and an unchanged override is not a grant', () => {
    expect(refusalOf(null, 'manager', granted, {})).toBeUndefined();
    expect(refusalOf(null, 'manager', {}, taken)).toBeUndefined();
    expect(refusalOf(null, 'staff', taken, {})).toBeUndefined();
    expect(refusalOf(null, 'staff', granted, granted)).toBeUndefined();
  });
});

describe('changing overrides', () => {
  it('grants, revokes, restores, and leaves the rest', () => {
    const before = { 'staff.view': true, 'staff.edit': true, 'inventory.stock': false } as const;
    const after = withChanges(
      before,
      { 'staff.view': null, 'staff.edit': false, 'reports.view': true },
      'Asia/Kolkata',
    );
    expect(after).toEqual({ 'staff.edit': false, 'inventory.stock': false, 'reports.view': true });
    expect(changedPermissions(before, after)).toEqual(['staff.view', 'staff.edit', 'reports.view']);
    expect(changedPermissions(after, after)).toEqual([]);
  });
});
