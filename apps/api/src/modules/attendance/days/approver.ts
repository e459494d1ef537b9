import { type ErrorCode, type Role, roles } from '@shifa/contract';
import type { Actor } from '../../../platform/http/actor';
import { type Refusal, refusal } from '../../../platform/http/policy';
import type { ObjectId } from '../../../platform/mongo/object-id';

/**
 * Nobody decides on what concerns themselves, or whoever they are the deputy of, and people decide only on those of a lower role; super admins decide on
 * each other.
 */
export function mayDecideOn(
  viewer: Actor,
  subject: { userId: ObjectId; role: Role },
  own: ErrorCode,
): Refusal | undefined {
  if (viewer.userId === subject.userId.toHexString()) return refusal(own);
  if (viewer.represents(subject.userId))
    return refusal(own, 'Somebody else must decide on this: you act for this person');
  if (viewer.role === 'super_admin') return undefined;
  return rankOf(viewer.role) > rankOf(subject.role) ? undefined : refusal('APPROVER_TOO_LOW');
}

/** Higher for a role that decides on others. */
function rankOf(role: Role): number {
  return -roles.indexOf(role);
}
