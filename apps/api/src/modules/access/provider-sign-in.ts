import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { PROVIDER_SIGN_IN_MINUTES, type ProviderAnswerBody, type StartedSession } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { newId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { AuthService } from './auth.service';
import { PersonSessions } from './person-sessions';
import { OneTimeRepository } from './second-factor/one-time.repository';
import { SecondFactors } from './second-factor/second-factors';
import { digest, SecondStepTickets } from './second-factor/second-step-tickets';
import { SessionRepository } from './session.repository';
import { type Origin, SignIn } from './sign-in';
import { type Identity, ProviderClient } from './provider-client';
import { PROVIDER_LINKS_LOCK, ProviderLinkRepository } from './provider-link.repository';
import { ProviderRoles } from './provider-roles';

const SIGN_IN_MS = PROVIDER_SIGN_IN_MINUTES * 60_000;
const ENDED =
  'You unlinked your account from this sign-in. Sign in with your password, and allow it again in Settings, under Security.';
const COOKIE_PATH = '/api/auth/provider';

/** Sign-ins that the provider vouches for, and what ends them. */
@Injectable()
export class ProviderSignIn {
  constructor(
    private readonly client: ProviderClient,
    private readonly attempts: OneTimeRepository,
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

  /**
   * The address to send the browser to, and the cookie that only this browser then has. What the provider is to prove
   * later (`nonce` and the verifier of the code) follows from the cookie, so that the database does not know it.
   * @throws DomainError CHANNEL_NOT_OFFERED, PROVIDER_UNAVAILABLE.
   */
  async start(site: string): Promise<{ url: string; cookie: string }> {
    const [state, secret] = [random(), random()];
    const url = await this.client.addressFor({ state, ...proofs(secret) });
    const expiresAt = new Date(this.clock.now().getTime() + SIGN_IN_MS);
    const fields = { purpose: 'provider', userId: null, passwordDigest: null } as const;
    await this.attempts.insert({ _id: digest(state), ...fields, browserDigest: digest(secret), expiresAt });
    const isSecure = site.startsWith('https:') ? '; Secure' : '';
    const limits = `Path=${COOKIE_PATH}; Max-Age=${SIGN_IN_MS / 1000}; HttpOnly; SameSite=Strict${isSecure}`;
    return { url, cookie: `${cookieName(state)}=${secret}; ${limits}` };
  }

  /**
   * @throws DomainError SIGN_IN_EXPIRED, PROVIDER_REFUSED, PROVIDER_UNAVAILABLE, PROVIDER_ACCOUNT_UNKNOWN,
   * ACCOUNT_INACTIVE, CHANNEL_NOT_OFFERED, and SECOND_FACTOR_REQUIRED with a ticket.
   */
  async complete({ code, state, iss }: ProviderAnswerBody, cookies: string, origin: Origin): Promise<StartedSession> {
    const secret = cookieIn(cookies, cookieName(state));
    const attempt = await this.attempts.find(digest(state), 'provider', this.clock.now());
    const isOwn = secret !== undefined && isSame(digest(secret), attempt?.browserDigest ?? '');
    if (!attempt || !isOwn || !(await this.attempts.use(attempt._id))) throw new DomainError('SIGN_IN_EXPIRED');
    const identity = await this.client.identify({ code, iss }, { state, ...proofs(secret) });
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
    return account?.email === link?.email && !link?.endedAt ? (account ?? undefined) : undefined;
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

function random(): string {
  return randomBytes(32).toString('base64url');
}

function proofs(secret: string): { nonce: string; verifier: string } {
  const derived = (purpose: string) => createHmac('sha256', secret).update(purpose).digest('base64url');
  return { nonce: derived('nonce'), verifier: derived('verifier') };
}

/** One for each sign-in, so that a second tab does not take it from the first. */
function cookieName(state: string): string {
  return `provider-${digest(state).slice(0, 12)}`;
}

function cookieIn(cookies: string, name: string): string | undefined {
  const pairs = cookies.split(';').map((cookie): [string, string] => {
    const [key = '', value = ''] = cookie.trim().split('=');
    return [key, value];
  });
  return new Map(pairs).get(name);
}

function isSame(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
