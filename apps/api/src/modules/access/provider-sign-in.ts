import type { ProviderAnswerBody, StartedSession } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { AuthService } from './auth.service';
import { PersonSessions } from './person-sessions';
import { SecondFactors } from './second-factor/second-factors';
import { SecondStepTickets } from './second-factor/second-step-tickets';
import { SessionRepository } from './session.repository';
import { type Origin, SignIn } from './sign-in';
import { ProviderAttempts } from './provider-attempts';
import { type Identity, ProviderClient } from './provider-client';
import { isOf, PROVIDER_LINKS_LOCK, ProviderLinkRepository } from './provider-link.repository';
import { ProviderRoles } from './provider-roles';

const ENDED =
  'You unlinked your account from this sign-in. Sign in with your password, and allow it again in Settings, under Security.';

/** Sign-ins that the provider vouches for, and what ends them. */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly client: ProviderClient,
    private readonly attempts: ProviderAttempts,
    private readonly links: ProviderLinkRepository,
    private readonly roles: ProviderRoles,
    private readonly tickets: SecondStepTickets,
    private readonly staff: StaffPort,
    private readonly signIn: SignIn,
    private readonly auth: AuthService,
    private readonly sessions: SessionRepository,
    private readonly personSessions: PersonSessions,
    private readonly factors: SecondFactors,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE. */
  start(site: string): Promise<{ url: string; cookie: string }> {
    return this.attempts.begin(site);
  }

  /**
   * @throws DomainError SIGN_IN_EXPIRED, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, PROVIDER_ACCOUNT_UNKNOWN,
   * ACCOUNT_INACTIVE, CHANNEL_NOT_OFFERED, and SECOND_FACTOR_REQUIRED with a ticket.
   */
  async complete(answer: ProviderAnswerBody, cookies: string, origin: Origin): Promise<StartedSession> {
    const visit = await this.attempts.finish(answer, cookies);
    if (!visit) throw new DomainError('SIGN_IN_EXPIRED');
    const { identity } = visit;
    const account = await this.roles.applyRoles(await this.accountOf(identity), identity);
    return this.signIn.withIdentity(account, identity, origin);
  }

  /** Ends the session here, and says where to end it at the provider. */
  async logout(actor: Actor): Promise<{ url: string | null }> {
    const session = await this.sessions.find(actor.sessionId);
    const idToken = session?.provider ? this.signIn.readIdToken(session) : undefined;
    await this.auth.logout(actor);
    return { url: idToken === undefined ? null : await this.client.logoutAddress(idToken) };
  }

  /** @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE, PROVIDER_REFUSED. */
  async endSessions(logoutToken: string): Promise<void> {
    const logout = await this.client.readLogout(logoutToken);
    // Before their second step, there is no session that could end.
    await this.tickets.endOfProvider(logout);
    await this.personSessions.endOfProvider(logout);
  }

  private async accountOf(identity: Identity): Promise<Account> {
    return (
      (await this.linkedAccount(identity)) ??
      this.unitOfWork.exclusive(PROVIDER_LINKS_LOCK, 'all', () => this.link(identity))
    );
  }

  /** Not if the account has another address since: it may have had that of someone else. */
  private async linkedAccount(identity: Identity): Promise<Account | undefined> {
    const link = await this.links.bySubject(identity);
    const account = link && (await this.staff.account(link.userId.toHexString()));
    return account && isOf(link, account) ? account : undefined;
  }

  /** Links the person of the provider with the account of which it has verified the email address. */
  private async link(identity: Identity): Promise<Account> {
    // Another request may have done so in the meantime.
    const linked = await this.linkedAccount(identity);
    if (linked) return linked;
    const { issuer, subject, email } = identity;
    const account = email === undefined ? null : await this.staff.accountByEmail(email);
    if (!account) throw new DomainError('PROVIDER_ACCOUNT_UNKNOWN');
    // Nothing is linked for those who cannot sign in.
    await this.signIn.assertOpen(account);
    const [own, other] = [await this.links.bySubject(identity), await this.links.ofPerson(account._id)];
    if (other?.endedAt && other.issuer === issuer) {
      throw new DomainError('PROVIDER_ACCOUNT_UNKNOWN', { message: ENDED });
    }
    // Two people of the provider cannot be one person here, unless the address or the provider has changed since.
    if (other?.issuer === issuer && other.email === account.email) throw new DomainError('PROVIDER_ACCOUNT_UNKNOWN');
    for (const outdated of [own, other]) if (outdated) await this.links.remove(outdated._id);
    const linkedAt = this.clock.now();
    await this.links.insert({ _id: newId(), userId: account._id, issuer, subject, email: account.email, linkedAt });
    await this.factors.record(account, { userId: account._id.toHexString(), name: account.name }, 'provider.linked');
    return account;
  }
}
