import { resolvePermissions } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { Actor, ActorResolver } from '../../platform/http/actor';
import { isId } from '../../platform/mongo/object-id';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { ActorCache } from './actor-cache';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';

export type TokenClaims = { sid: string };

export const SESSION_IDLE_MS = 7 * 86_400_000;
const TOUCH_AFTER_MS = 5 * 60_000;

/** Resolves a token to the person as they are now; only the id of the session is read from the token. */
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
    return this.cache.get(sessionId, () => this.load(sessionId));
  }

  async fromToken(token: string): Promise<Actor | undefined> {
    const claims = await this.jwt.verifyAsync<TokenClaims>(token).catch(() => undefined);
    return claims && this.resolve(claims.sid);
  }

  private async load(sessionId: string): Promise<Actor | undefined> {
    if (!isId(sessionId)) return undefined;
    const session = await this.sessions.find(sessionId);
    if (!session || session.expiresAt <= this.clock.now()) return undefined;
    const account = await this.staff.account(session.userId.toHexString());
    if (account?.status !== 'active') return undefined;
    this.keepAlive(session);
    return toActor(account, sessionId);
  }

  /** Extends a session in use. A failure does no harm to the request. */
  private keepAlive({ _id, lastSeenAt }: SessionRow): void {
    const now = this.clock.now();
    if (now.getTime() - lastSeenAt.getTime() < TOUCH_AFTER_MS) return;
    this.sessions
      .touch(_id.toHexString(), now, new Date(now.getTime() + SESSION_IDLE_MS))
      .catch((error: unknown) => this.logger.warn(error));
  }
}

export function toActor(account: Account, sessionId: string): Actor {
  const { _id, name, role, laboratoryId, mustChangePassword, permissionOverrides } = account;
  return new Actor({
    userId: _id.toHexString(),
    name,
    role,
    laboratoryId: laboratoryId?.toHexString() ?? null,
    sessionId,
    mustChangePassword,
    permissions: resolvePermissions(role, permissionOverrides),
  });
}
