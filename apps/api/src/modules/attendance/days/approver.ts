import { type ErrorCode, type Permission, type Role, roles } from '@shifa/contract';
import { dependentRefusal } from '../../../platform/decisions/decider';
import type { Actor } from '../../../platform/domain/actor';
import { type Refusal, refusal } from '../../../platform/domain/policy';
import type { ObjectId } from '../../../platform/domain/object-id';

type Subject = { userId: ObjectId; role: Role };

/**
 * Why someone cannot change what concerns a person: no one does so for themselves, nor by an account that depends on
 * the person, and only for people of a lower role.
 */
export function changeRefusal(
  viewer: Actor,
  { userId, role }: Subject,
  { own, permission, timezone }: { own: ErrorCode; permission: Permission; timezone: string },
): Refusal | undefined {
  if (viewer.represents(userId)) return ownRefusal(viewer, userId, own);
  const dependence = viewer.influenceBy([{ _id: userId }], permission);
  return tooLow(viewer, role) ?? (dependence && dependentRefusal(viewer, dependence, timezone));
}

/** Why a person cannot decide on their own affairs, or, as a deputy, on the affairs of the person they act for. */
export function ownRefusal(as: Actor, userId: ObjectId, own: ErrorCode): Refusal {
  if (as.userId === userId.toHexString()) return refusal(own);
  return refusal(own, "You're this person's deputy, so someone else must decide");
}

/** People decide only on people of a lower role; super admins decide on each other. */
export function tooLow(as: Actor, role: Role): Refusal | undefined {
  return as.role === 'super_admin' || rankOf(as.role) > rankOf(role) ? undefined : refusal('APPROVER_TOO_LOW');
}

/** Higher for a role that decides on others. */
function rankOf(role: Role): number {
  return -roles.indexOf(role);
}
