import { errorCatalogue, managedRoles, type Role, roleLabels, roles } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import type { ObjectId } from '../../platform/mongo/object-id';

/** Why a person within sight is not somebody's to manage, as a code and in words. */
export type PersonLock = { code: 'OWN_ACCOUNT' | 'STAFF_BEYOND_REACH'; message: string };

type Managed = { _id: ObjectId; role: Role };

/** What keeps the actor from managing the person: it is their own account, or the role is not theirs to manage. */
export function lockOf(actor: Actor, { _id, role }: Managed): PersonLock | null {
  if (_id.toHexString() === actor.userId) return { code: 'OWN_ACCOUNT', message: errorCatalogue.OWN_ACCOUNT.message };
  return managedRoles(actor.role).includes(role) ? null : { code: 'STAFF_BEYOND_REACH', message: beyondReach(role) };
}

/** @throws DomainError OWN_ACCOUNT, STAFF_BEYOND_REACH. */
export function mustManage(actor: Actor, person: Managed): void {
  const lock = lockOf(actor, person);
  if (lock) throw new DomainError(lock.code, { message: lock.message });
}

/** `Only a super admin or a lab admin manages a manager`. */
export function beyondReach(role: Role): string {
  const managers = roles.filter((other) => managedRoles(other).includes(role)).map(named);
  const last = managers.pop() ?? '';
  const who = managers.length === 0 ? last : `${managers.join(', ')} or ${last}`;
  return `Only ${who} manages ${named(role)}`;
}

function named(role: Role): string {
  return role === 'staff' ? 'staff' : `a ${roleLabels[role].toLowerCase()}`;
}
