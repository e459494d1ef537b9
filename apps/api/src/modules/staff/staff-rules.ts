import { managedRoles, type Role, staffCanBecome, type UpdateStaffBody } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { beyondReach, mustManage } from './person-lock';
import type { UserRow } from './user.document';

/** @throws DomainError STAFF_BEYOND_REACH on the role, when it is not the actor's to give. */
export function mustManageRole(actor: Actor, role: Role): void {
  if (!managedRoles(actor.role).includes(role)) {
    throw DomainError.onField('STAFF_BEYOND_REACH', 'role', beyondReach(role));
  }
}

/**
 * Whether the actor may change the person so.
 * @throws DomainError OWN_ACCOUNT, STAFF_BEYOND_REACH, STAFF_EXITED, FORBIDDEN.
 */
export function mayBecome(actor: Actor, before: UserRow, changes: Omit<UpdateStaffBody, 'version'>): void {
  const isSelf = before._id.toHexString() === actor.userId;
  if (isSelf) mustKeepOwnPlace(before, changes);
  else mustManage(actor, before);
  const { role = before.role, status = before.status } = changes;
  if (role !== before.role) mustManageRole(actor, role);
  if (status === before.status) {
    if (before.status === 'exited') throw new DomainError('STAFF_EXITED');
    return;
  }
  if (!actor.may('staff.suspend')) throw new DomainError('FORBIDDEN');
  if (!staffCanBecome(before.status, status)) throw new DomainError('STAFF_EXITED');
}

function mustKeepOwnPlace(before: UserRow, changes: Omit<UpdateStaffBody, 'version'>): void {
  const own = { role: before.role, status: before.status, laboratoryId: before.laboratoryId?.toHexString() ?? null };
  for (const field of ['role', 'status', 'laboratoryId'] as const) {
    if (changes[field] !== undefined && changes[field] !== own[field]) throw DomainError.onField('OWN_ACCOUNT', field);
  }
}
