import type { ProviderLink } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { objectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { PersonSessions } from './person-sessions';
import { ProviderClient } from './provider-client';
import { PROVIDER_LINKS_LOCK, ProviderLinkRepository } from './provider-link.repository';
import { SecondFactors } from './second-factor/second-factors';
import { SecondStepTickets } from './second-factor/second-step-tickets';

/** The link of one's own account with a person of the provider, which people can end and allow again. */
@Injectable()
export class OwnProviderLink {
  constructor(
    private readonly client: ProviderClient,
    private readonly links: ProviderLinkRepository,
    private readonly staff: StaffPort,
    private readonly personSessions: PersonSessions,
    private readonly tickets: SecondStepTickets,
    private readonly factors: SecondFactors,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async get({ userId }: Actor): Promise<ProviderLink> {
    const [link, account] = [await this.links.ofPerson(objectId(userId)), await this.staff.account(userId)];
    const { label } = this.client;
    if (link?.endedAt) return { label, state: 'ended', since: link.endedAt.toISOString() };
    // Of an earlier email address, it has no effect.
    const isValid = link !== null && link.email === account?.email;
    return { label, state: isValid ? 'linked' : 'none', since: isValid ? link.linkedAt.toISOString() : null };
  }

  /** Ends the other sessions that began there. @throws DomainError PASSWORD_NEEDED. */
  async end(actor: Actor): Promise<ProviderLink> {
    await this.changing(actor, async (account) => {
      const link = await this.links.ofPerson(account._id);
      if (!link || link.endedAt) return;
      // A temporary password was for the first sign-in; it ends, and its owner may never have seen it.
      if (account.mustChangePassword) throw new DomainError('PASSWORD_NEEDED');
      const now = this.clock.now();
      await this.links.end(link._id, now);
      const ofThem = { subject: link.subject, sid: undefined, before: now };
      await this.tickets.endOfProvider(ofThem);
      await this.personSessions.endOfProvider({ ...ofThem, except: actor.sessionId });
      await this.factors.record(account, actor, 'provider.unlinked');
    });
    return this.get(actor);
  }

  async allow(actor: Actor): Promise<ProviderLink> {
    await this.changing(actor, async (account) => {
      const link = await this.links.ofPerson(account._id);
      if (!link?.endedAt) return;
      await this.links.remove(link._id);
      await this.factors.record(account, actor, 'provider.allowed');
    });
    return this.get(actor);
  }

  /** Not while a sign-in links accounts. */
  private changing({ userId }: Actor, change: (account: Account) => Promise<void>): Promise<void> {
    return this.unitOfWork.exclusive(PROVIDER_LINKS_LOCK, 'all', async () => {
      const account = await this.staff.account(userId);
      if (!account) throw new DomainError('UNAUTHENTICATED');
      await change(account);
    });
  }
}
