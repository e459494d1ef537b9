import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { type Actor, ActorResolver } from '../../platform/http/actor';
import { isId } from '../../platform/mongo/object-id';
import { Clock } from '../../platform/time/clock';
import { StaffPort } from '../staff/staff.port';
import { ActorCache } from './actor-cache';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';

/** The id of the session and of its person; tokens that were issued earlier lack the person. */
export type TokenClaims = { sid: string; sub?: string };

/** A session ends when it has not been used for this time. */
export const SESSION_IDLE_MS = 7 * 86_400_000;
/** A session ends after this time, even when it is in use; so does its token. */
export const MAX_SESSION_MS = 30 * 86_400_000;
const TOUCH_AFTER_MS = 5 * 60_000;

/** Resolves a token to the person as they are now; permissions depend on the session alone. */
@Injectable()
export class SessionActorResolver extends ActorResolver {
  private readonly logger = new Logger(SessionActorResolver.name);

  constructor(
    private readonly jwt: JwtService,
    private readonly sessions: SessionRepository,
    private readonly staff: StaffPort,
    private readonly cache: ActorCache,
    private readonly clock: Clock,
  ) {
    super();
  }

  async resolve(sessionId: string): Promise<Actor | undefined> {
    const actor = await this.cache.get(sessionId, () => this.load(sessionId));
    const hasExpired = actor?.sessionEndsAt !== undefined && actor.sessionEndsAt <= this.clock.now();
    // Remembered since before the session expired.
    return hasExpired ? this.load(sessionId) : actor;
  }

  async fromToken(token: string): Promise<Actor | undefined> {
    const claims = await this.jwt.verifyAsync<TokenClaims>(token).catch(() => undefined);
    return claims && this.resolve(claims.sid);
  }

  async timeLeft(sessionId: string): Promise<number> {
    const session = await this.live(sessionId);
    return session ? endOf(session).getTime() - this.clock.now().getTime() : 0;
  }

  private async load(sessionId: string): Promise<Actor | undefined> {
    const session = await this.live(sessionId);
    if (!session) return undefined;
    const account = await this.staff.account(session.userId.toHexString());
    if (account?.status !== 'active') return undefined;
    return this.staff.actorOf(account, { sessionId, sessionEndsAt: this.keepAlive(session) });
  }

  private async live(sessionId: string): Promise<SessionRow | undefined> {
    const session = isId(sessionId) ? await this.sessions.find(sessionId) : null;
    return session && endOf(session) > this.clock.now() ? session : undefined;
  }

  /**
   * Extends a session in use, and records the activity of its person: at most once in a few minutes, however many
   * requests and sessions there are. A failure does no harm to the request.
   * @returns when the session expires now.
   */
  private keepAlive(session: SessionRow): Date {
    const now = this.clock.now();
    const since = new Date(now.getTime() - TOUCH_AFTER_MS);
    if (session.lastSeenAt > since) return endOf(session);
    const expiresAt = endOf({ ...session, expiresAt: new Date(now.getTime() + SESSION_IDLE_MS) });
    Promise.all([
      this.sessions.touch(session, now, expiresAt),
      this.staff.recordActivity(session.userId.toHexString(), now, since),
    ]).catch((error: unknown) => this.logger.warn(error));
    return expiresAt;
  }
}

function endOf({ createdAt, expiresAt }: Pick<SessionRow, 'createdAt' | 'expiresAt'>): Date {
  return new Date(Math.min(expiresAt.getTime(), createdAt.getTime() + MAX_SESSION_MS));
}
