import {
  holdsAtLeast,
  overrideAt,
  type Permission,
  permissionLabel,
  type PermissionOverrides,
  type ResolvedPermission,
  type ResolvedPermissions,
  resolvePermission,
} from '../common/permission.js';
import type { Role } from '../common/role.js';
import type { grantRefusal } from './staff.reach.js';

/** What passes to the deputy of an absent approver: each approval with the permission to see what awaits it. */
const approvals = [
  ['transactions.approve', 'transactions.view'],
  ['attendance.approve', 'attendance.view'],
  ['leave.approve', 'leave.view'],
  ['inventory.approve', 'inventory.view'],
  ['purchaseOrders.approve', 'purchaseOrders.view'],
] as const satisfies readonly (readonly [approval: Permission, view: Permission])[];

type Holder = { role: Role; permissionOverrides?: PermissionOverrides };

/**
 * The permissions of an approver that their deputy has in their absence, as far as they concern others. What was taken
 * away from the deputy stays so.
 */
export function delegatedPermissions(
  { role, permissionOverrides = {} }: Holder,
  at: Date,
  deputy: Pick<Holder, 'permissionOverrides'> = {},
): Map<Permission, ResolvedPermission> {
  return new Map(
    approvals.flatMap((pair) => {
      const resolved = pair.map(
        (permission) => [permission, resolvePermission(role, permission, permissionOverrides, at)] as const,
      );
      const passes = resolved.every(
        ([permission, { allowed, scope }]) =>
          allowed && scope !== 'own' && overrideAt(deputy.permissionOverrides ?? {}, permission, at)?.allowed !== false,
      );
      return passes ? resolved : [];
    }),
  );
}

/** Whether the person decides on anything that a deputy could decide instead. */
export function canHaveDeputy(person: Holder, at: Date): boolean {
  return delegatedPermissions(person, at).size > 0;
}

/**
 * Why the viewer cannot name a deputy of the approver: no one grants what they lack.
 * @param holder who has the permissions in question, and when.
 */
export function deputyRefusal(
  viewer: { permissions: ResolvedPermissions; at: Date },
  approver: Holder,
  holder:
    'the deputy would get' | 'this deputy would get' | 'this deputy gets during an absence' = 'the deputy would get',
): ReturnType<typeof grantRefusal> {
  const delegated = [...delegatedPermissions(approver, viewer.at)];
  const lacking = delegated.filter(([permission, wanted]) => !holdsAtLeast(viewer.permissions[permission], wanted));
  if (lacking.length === 0) return undefined;
  const named = lacking.map(([permission]) => permissionLabel(permission)).join(', ');
  return { code: 'PERMISSION_NOT_HELD', message: `You don't have these permissions, which ${holder}: ${named}` };
}
