import { SESSION_IDLE_DAYS, SESSION_MAX_DAYS } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { type Actor, ActorResolver } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { isId } from '../../platform/domain/object-id';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { ActorCache } from './actor-cache';
import { ClosedAccounts } from './closed-accounts';
import { SecondFactorPolicies } from './second-factor/second-factor-policies';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';
import { VerifiedTokens } from './verified-tokens';

/** A session ends when it has not been used for this time. */
export const SESSION_IDLE_MS = SESSION_IDLE_DAYS * 86_400_000;
/** A session ends after this time, even when it is in use; so does its token. */
export const MAX_SESSION_MS = SESSION_MAX_DAYS * 86_400_000;
const TOUCH_AFTER_MS = 5 * 60_000;

/** Resolves a token to the person as they are now; permissions depend on the session alone. */
@Injectable()
export class SessionActorResolver extends ActorResolver {
  private readonly logger = new Logger(SessionActorResolver.name);

  constructor(
    private readonly tokens: VerifiedTokens,
    private readonly sessions: SessionRepository,
    private readonly staff: StaffPort,
    private readonly factorPolicies: SecondFactorPolicies,
    private readonly cache: ActorCache,
    private readonly closedAccounts: ClosedAccounts,
    private readonly clock: Clock,
  ) {
    super();
  }

  async resolve(sessionId: string): Promise<Actor | undefined> {
    const actor = await this.cache.get(sessionId, () => this.load(sessionId));
    const now = this.clock.now();
    const isOver = [actor?.sessionEndsAt, actor?.permissionsEndAt].some((end) => end !== undefined && end <= now);
    // Remembered since before the session expired, or before a permission ended.
    return isOver ? this.load(sessionId) : actor;
  }

  async authenticate(token: string): Promise<Actor> {
    const claims = this.tokens.findClaims(token);
    const actor = claims && (await this.resolve(claims.sid));
    if (actor) return actor;
    // The session ended with the account: signing in again does not help.
    if (claims?.sub !== undefined) await this.closedAccounts.assertOpen(claims.sub);
    throw new DomainError('UNAUTHENTICATED');
  }

  async fromToken(token: string): Promise<Actor | undefined> {
    const claims = this.tokens.findClaims(token);
    return claims && this.resolve(claims.sid);
  }

  async timeLeft(sessionId: string): Promise<number> {
    const session = await this.live(sessionId);
    return session ? sessionEnd(session).getTime() - this.clock.now().getTime() : 0;
  }

  private async load(sessionId: string): Promise<Actor | undefined> {
    const session = await this.live(sessionId);
    if (!session) return undefined;
    const account = await this.staff.account(session.userId.toHexString());
    if (account?.status !== 'active') return undefined;
    const confirmedAt = session.confirmedAt ?? session.createdAt;
    const secondFactorDueAt = await this.factorPolicies.dueOf(account);
    const sessionEndsAt = this.keepAlive(session);
    const person = asSignedIn(account, session.provider !== undefined);
    return this.staff.createActor(person, { sessionId, sessionEndsAt, confirmedAt, secondFactorDueAt });
  }

  private async live(sessionId: string): Promise<SessionRow | undefined> {
    const session = isId(sessionId) ? await this.sessions.find(sessionId) : null;
    return session && sessionEnd(session) > this.clock.now() ? session : undefined;
  }

  /**
   * Extends a session in use, and records the activity of its person: at most once in a few minutes, however many
   * requests and sessions there are. A failure does no harm to the request.
   * @returns when the session expires now.
   */
  private keepAlive(session: SessionRow): Date {
    const now = this.clock.now();
    const since = new Date(now.getTime() - TOUCH_AFTER_MS);
    if (session.lastSeenAt > since) return sessionEnd(session);
    const expiresAt = sessionEnd({ ...session, expiresAt: new Date(now.getTime() + SESSION_IDLE_MS) });
    Promise.all([
      this.sessions.touch(session, now, expiresAt),
      this.staff.recordActivity(session.userId.toHexString(), now, since),
    ]).catch((error: unknown) => this.logger.warn(error));
    return expiresAt;
  }
}

function sessionEnd({ createdAt, expiresAt }: Pick<SessionRow, 'createdAt' | 'expiresAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + MAX_SESSION_MS));
}

/** A temporary password needs no change where it was not used. */
export function asSignedIn<Person extends Pick<Account, 'mustChangePassword'>>(
  account: Person,
  isOfProvider: boolean,
): Person {
  return isOfProvider ? { ...account, mustChangePassword: false } : account;
}
