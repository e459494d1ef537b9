import { type Permission, type PermissionOverrides, resolvePermissions, type Role, type Scope } from '@shifa/contract';
import { Actor } from '../../platform/http/actor';
import { differing, grantableTo, mustHold, withChanges } from './permission-grant';

/** Somebody who holds one permission so far, and nothing else. */
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

const give = (scope: Scope | null, role: Role, before: PermissionOverrides, after: PermissionOverrides) => () => {
  mustHold(holderOf('inventory.stock', scope), { role, permissionOverrides: before }, after);
};

describe('nobody gives what they lack', () => {
  const granted = { 'inventory.stock': true };
  const taken = { 'inventory.stock': false };

  it.each([
    ['own', 'staff', false],
    ['laboratory', 'staff', true],
    ['laboratory', 'super_admin', false],
    ['all', 'super_admin', true],
    ['all', 'staff', true],
    [null, 'staff', false],
  ] as const)('who holds it %s gives it to %s: %s', (scope, role, allowed) => {
    const attempt = expect(give(scope, role, {}, granted));
    if (allowed) attempt.not.toThrow();
    else attempt.toThrow('Inventory: Move stock');
    expect(grantableTo(role, holderOf('inventory.stock', scope))).toEqual(allowed ? ['inventory.stock'] : []);
  });

  it('also where giving is to let the role’s default come back, or to pin it', () => {
    expect(give(null, 'manager', taken, {})).toThrow('Inventory: Move stock');
    expect(give(null, 'manager', {}, granted)).toThrow('Inventory: Move stock');
    expect(give('laboratory', 'manager', taken, {})).not.toThrow();
  });

  it('but anybody may take, and what stays is not given', () => {
    expect(give(null, 'manager', granted, {})).not.toThrow();
    expect(give(null, 'manager', {}, taken)).not.toThrow();
    expect(give(null, 'staff', taken, {})).not.toThrow();
    expect(give(null, 'staff', granted, granted)).not.toThrow();
  });
});

describe('changing overrides', () => {
  it('gives, takes, returns, and leaves the rest', () => {
    const before = { 'staff.view': true, 'staff.edit': true, 'inventory.stock': false } as const;
    const after = withChanges(before, { 'staff.view': null, 'staff.edit': false, 'reports.view': true });
    expect(after).toEqual({ 'staff.edit': false, 'inventory.stock': false, 'reports.view': true });
    expect(differing(before, after)).toEqual(['staff.view', 'staff.edit', 'reports.view']);
    expect(differing(after, after)).toEqual([]);
  });
});
