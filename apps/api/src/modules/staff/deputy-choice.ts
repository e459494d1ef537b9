import { canHaveDeputy, delegatedPermissions, type ErrorCode } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { Clock } from '../../platform/time/clock';
import { type Act, withInfluence } from './influences';
import { confirmRefusal, deputyObstacle, staffPolicy } from './staff.policy';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** Who is named as a deputy, and who lets them act during a suspension. */
@Injectable()
export class DeputyChoice {
  constructor(
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * The deputy of the person as they are after the changes.
   * @throws DomainError STAFF_NOT_FOUND, OWN_ACCOUNT, PERMISSION_NOT_HELD, VALIDATION_FAILED.
   */
  async named(actor: Actor, person: UserRow, deputyId: string | null): Promise<UserRow['deputy']> {
    if (deputyId === null) return null;
    if (deputyId === person.deputy?._id.toHexString()) return person.deputy;
    const refuse = (code: ErrorCode, message: string) => DomainError.onField(code, 'deputyId', message);
    const deputy = await this.users.findById(actor.scope('staff.edit'), deputyId);
    if (!deputy) throw refuse('STAFF_NOT_FOUND', 'Choose an active person of the same laboratory');
    if (!canHaveDeputy(person, this.clock.now())) {
      throw refuse('VALIDATION_FAILED', `${person.name} has no approvals to delegate`);
    }
    if (deputyId === actor.userId) throw refuse('OWN_ACCOUNT', "You can't name yourself as a deputy");
    const refused = staffPolicy.nameDeputy(actor, person);
    if (refused) throw refuse(refused.code, refused.message);
    const obstacle = deputyObstacle(person, deputy);
    if (obstacle !== undefined) throw refuse('VALIDATION_FAILED', obstacle);
    const { _id, name } = deputy;
    const granted: Act = { kind: 'granted', permissions: [...delegatedPermissions(person, this.clock.now()).keys()] };
    return { _id, name, influences: withInfluence({ _id, influences: [] }, actor, granted, this.clock.now()) };
  }

  /**
   * The deputy with who lets them act during a suspension.
   * @param acts undefined where that does not change.
   * @throws DomainError FORBIDDEN, STAFF_BEYOND_REACH, PERMISSION_NOT_HELD, OWN_ACCOUNT, VALIDATION_FAILED.
   */
  async confirmed(actor: Actor, person: UserRow, acts: boolean | undefined): Promise<UserRow['deputy']> {
    const { deputy, status } = person;
    if (!deputy) return null;
    if (status !== 'suspended' || acts === false) return { ...deputy, confirmed: null };
    if (acts === undefined) return deputy;
    const refuse = (code: ErrorCode, message: string) => DomainError.onField(code, 'deputyActs', message);
    const refused = confirmRefusal(actor, person);
    if (refused) throw refuse(refused.code, refused.message);
    const account = await this.users.findById(LabScope.everywhere(), deputy._id.toHexString());
    const obstacle = account ? deputyObstacle(person, account) : "This person doesn't exist";
    if (obstacle !== undefined) throw refuse('VALIDATION_FAILED', obstacle);
    const now = this.clock.now();
    const granted: Act = { kind: 'granted', permissions: [...delegatedPermissions(person, now).keys()] };
    const influences = withInfluence(deputy, actor, granted, now);
    return { ...deputy, influences, confirmed: { by: actor.person, at: now } };
  }
}
