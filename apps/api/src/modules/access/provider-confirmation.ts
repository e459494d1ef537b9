import type { ProviderAnswerBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { AuthService } from './auth.service';
import { ProviderAttempts } from './provider-attempts';
import { type Identity } from './provider-client';
import { isOf, ProviderLinkRepository } from './provider-link.repository';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';
import { SignIn } from './sign-in';

/** By how much the clock of the provider may differ. */
const CLOCK_TOLERANCE_MS = 60_000;

/** The session of someone who signs in at the provider again, to confirm that it is still them. It starts no session. */
@Injectable()
export class ProviderConfirmation {
  constructor(
    private readonly attempts: ProviderAttempts,
    private readonly links: ProviderLinkRepository,
    private readonly sessions: SessionRepository,
    private readonly staff: StaffPort,
    private readonly auth: AuthService,
    private readonly signIn: SignIn,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError PROVIDER_SESSION_NEEDED, CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE. */
  async start(actor: Actor, site: string): Promise<{ url: string; cookie: string }> {
    const { session, account } = await this.ownOf(actor);
    return this.attempts.begin(site, { sessionId: session._id, userId: account._id, email: account.email });
  }

  /**
   * @throws DomainError CONFIRMATION_EXPIRED, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, PROVIDER_OTHER_PERSON,
   * PROVIDER_SIGN_IN_OLD, PROVIDER_SESSION_NEEDED, CHANNEL_NOT_OFFERED.
   */
  async finish(actor: Actor, answer: ProviderAnswerBody, cookies: string): Promise<void> {
    const visit = await this.attempts.finish(answer, cookies, actor.sessionId);
    if (!visit) throw new DomainError('CONFIRMATION_EXPIRED');
    const { identity, begunAt } = visit;
    const confirmedAt = this.signedInAt(identity, begunAt);
    await this.unitOfWork.run(async () => {
      // What ended while the provider was asked confirms nothing.
      const { session, issuer, account } = await this.ownOf(actor);
      const isSame = issuer === identity.issuer && session.provider?.subject === identity.subject;
      if (!isSame) throw new DomainError('PROVIDER_OTHER_PERSON');
      if (!confirmedAt) throw new DomainError('PROVIDER_SIGN_IN_OLD');
      const provider = this.signIn.providerSession(account, identity);
      await this.auth.confirmed(actor, account, { confirmedAt, provider });
    });
  }

  /** Undefined unless it was during the visit: before it, the person may have left the device to someone else. */
  private signedInAt({ authenticatedAt }: Identity, begunAt: Date): Date | undefined {
    const at = authenticatedAt?.getTime() ?? 0;
    const now = this.clock.now().getTime();
    const isRecent = at >= begunAt.getTime() - CLOCK_TOLERANCE_MS && at <= now + CLOCK_TOLERANCE_MS;
    return isRecent ? new Date(Math.min(at, now)) : undefined;
  }

  /** The session as it began at the provider, and its account, which is linked still. */
  private async ownOf(actor: Actor): Promise<{ session: SessionRow; account: Account; issuer: string }> {
    const [session, account] = [await this.sessions.find(actor.sessionId), await this.staff.account(actor.userId)];
    if (!session || account?.status !== 'active') throw new DomainError('UNAUTHENTICATED');
    const link = session.provider && (await this.links.ofPerson(account._id));
    if (!link || !isOf(link, account) || link.subject !== session.provider?.subject) {
      throw new DomainError('PROVIDER_SESSION_NEEDED');
    }
    return { session, account, issuer: link.issuer };
  }
}
