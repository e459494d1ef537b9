import type { PersonSecondFactor } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { assertAllowed } from '../../../platform/domain/policy';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { type Account, StaffPort, staffPolicy } from '../../staff/staff.port';
import { PasskeyRepository } from './passkey.repository';
import { SecondFactorRepository } from './second-factor.repository';
import { SecondFactorOwners } from './second-factor-owners';
import { SecondFactors } from './second-factors';

/** The second factor of someone else, for those who manage the person. */
@Injectable()
export class SecondFactorResets {
  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly factors: SecondFactors,
    private readonly owners: SecondFactorOwners,
    private readonly staff: StaffPort,
  ) {}

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH, OWN_ACCOUNT. */
  async get(actor: Actor, id: string): Promise<PersonSecondFactor> {
    await this.getManaged(actor, id);
    const [row, passkeys] = await readAll(
      () => this.rows.find(id),
      () => this.passkeys.ofPerson(id),
    );
    return { hasAuthenticator: Boolean(row?.authenticator), passkeys: passkeys.length };
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH, OWN_ACCOUNT, SECOND_FACTOR_NOT_FOUND. */
  async reset(actor: Actor, id: string): Promise<void> {
    await this.factors.removing(id, async () => {
      const person = await this.getManaged(actor, id);
      if (!(await this.owners.hasFactor(id))) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.removeAll(person, actor);
    });
  }

  /** In the transaction under way; without an actor, the system removes it. */
  async removeAll(person: Account, actor: Actor | null): Promise<void> {
    const id = person._id.toHexString();
    await this.rows.remove(id);
    await this.passkeys.removeAll(id);
    await this.factors.record(person, actor, 'second-factor.reset');
  }

  private async getManaged(actor: Actor, id: string): Promise<Account> {
    const person = await this.staff.findPerson(actor.scope('staff.edit'), id);
    if (!person) throw new DomainError('STAFF_NOT_FOUND');
    assertAllowed(staffPolicy.endSessions(actor, person));
    return person;
  }
}
