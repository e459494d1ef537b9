import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';

/** Whether a viewer can see the leave of a person. */
export type LeaveSight = (userId: string) => boolean;

/**
 * Whether a viewer can see the leave of everyone in the scope: types, halves, first and last days, and requests. Every
 * answer of attendance that contains any of it asks here. Other viewers of attendance learn on which days someone is
 * away, and how many.
 */
export function seesLeave(actor: Actor, scope: LabScope): boolean {
  return actor.may('leave.view') && actor.scope('leave.view').includes(scope);
}

/** As `seesLeave`, of each person of a laboratory. */
export function leaveSight(actor: Actor, { _id }: { _id: ObjectId }): LeaveSight {
  return (userId) => seesLeave(actor, LabScope.ofPerson(_id.toHexString(), userId));
}
