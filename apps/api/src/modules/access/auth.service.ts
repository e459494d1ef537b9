import type { ChangePasswordBody, LoginBody, Session, SessionUser } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { addressKey } from '../../platform/limits/address-key';
import { newId } from '../../platform/mongo/object-id';
import { readAll, UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, StaffPort, toActor } from '../staff/staff.port';
import { type SessionsEnded, sessionsEnded } from './access.events';
import { ClosedAccounts } from './closed-accounts';
import { describeDevice } from './device';
import { type LoginOrigin, LoginThrottle } from './login-throttle';
import { PasswordChangeThrottle } from './password-change-throttle';
import { PasswordHasher } from './password-hasher';
import { SESSION_IDLE_MS } from './session-actor-resolver';
import type { TokenClaims } from './verified-tokens';
import { toSession, toSessionUser } from './session.mapper';
import { SessionRepository } from './session.repository';

/** The client that sent a request. */
export type Origin = LoginOrigin & { userAgent: string };

@Injectable()
export class AuthService {
  constructor(
    private readonly staff: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly sessions: SessionRepository,
    private readonly passwords: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly changes: PasswordChangeThrottle,
    private readonly jwt: JwtService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly closedAccounts: ClosedAccounts,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, TEMPORARY_PASSWORD_EXPIRED, TOO_MANY_LOGINS. */
  async login({ email, password }: LoginBody, origin: Origin): Promise<{ token: string; user: SessionUser }> {
    await this.throttle.attempt(email, origin);
    const account = await this.staff.accountByEmail(email);
    const matches = await this.passwords.verify(addressKey(origin.ipAddress), account?.passwordHash, password);
    if (!account || !matches) throw new DomainError('INVALID_CREDENTIALS');
    await this.throttle.succeeded(email, origin);
    if (account.status !== 'active') {
      throw new DomainError('ACCOUNT_INACTIVE', { message: await this.closedAccounts.explain(account) });
    }
    const { temporaryPasswordExpiresAt: expiry } = account;
    if (expiry && expiry <= this.clock.now()) throw new DomainError('TEMPORARY_PASSWORD_EXPIRED');

    const sessionId = await this.startSession(account, origin);
    const claims: TokenClaims = { sid: sessionId, sub: account._id.toHexString() };
    const user = await this.describe({ ...account, lastLogin: this.clock.now() });
    return { token: await this.jwt.signAsync(claims), user };
  }

  async me(actor: Actor): Promise<{ user: SessionUser }> {
    return { user: await this.describe(await this.getAccount(actor)) };
  }

  /** @throws DomainError CURRENT_PASSWORD_WRONG, PASSWORD_UNCHANGED, TOO_MANY_LOGINS. */
  async changePassword(actor: Actor, body: ChangePasswordBody): Promise<void> {
    const account = await this.getAccount(actor);
    await this.changes.attempt(actor.sessionId, async () => {
      if (await this.passwords.verify(actor.userId, account.passwordHash, body.currentPassword)) return;
      throw DomainError.onField('CURRENT_PASSWORD_WRONG', 'currentPassword');
    });
    if (body.newPassword === body.currentPassword) throw DomainError.onField('PASSWORD_UNCHANGED', 'newPassword');

    const passwordHash = await this.passwords.hash(actor.userId, body.newPassword);
    await this.unitOfWork.run(async () => {
      await this.staff.setPassword(actor, account, passwordHash);
      await this.sessions.endAll(actor.userId, actor.sessionId);
      await this.announce({ userId: actor.userId, kept: actor.sessionId });
    });
  }

  async logout(actor: Actor): Promise<void> {
    await this.endSession(actor, actor.sessionId).catch((error: unknown) => {
      // A session that has already ended is what the person wants.
      if (!(error instanceof DomainError && error.code === 'SESSION_NOT_FOUND')) throw error;
    });
  }

  async listSessions(actor: Actor): Promise<Session[]> {
    const rows = await this.sessions.findActive(actor.userId, this.clock.now());
    return rows.map((row) => toSession(row, actor.sessionId));
  }

  /** @throws DomainError SESSION_NOT_FOUND, also for another person's session. */
  async endSession(actor: Actor, sessionId: string): Promise<void> {
    const account = await this.getAccount(actor);
    await this.unitOfWork.run(async () => {
      if (!(await this.sessions.end(actor.userId, sessionId))) throw new DomainError('SESSION_NOT_FOUND');
      await this.record(actor, 'session.ended', account);
      await this.announce({ userId: actor.userId, sessionId });
    });
  }

  async endOtherSessions(actor: Actor): Promise<void> {
    const account = await this.getAccount(actor);
    await this.unitOfWork.run(async () => {
      await this.sessions.endAll(actor.userId, actor.sessionId);
      await this.record(actor, 'sessions.ended', account);
      await this.announce({ userId: actor.userId, kept: actor.sessionId });
    });
  }

  private async startSession(account: Account, { ipAddress, userAgent }: Origin): Promise<string> {
    const now = this.clock.now();
    const _id = newId();
    const sessionId = _id.toHexString();
    await this.unitOfWork.run(async () => {
      await this.sessions.insert({
        _id,
        userId: account._id,
        device: describeDevice(userAgent),
        ipAddress,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
      });
      await this.staff.recordLogin(account._id.toHexString());
      await this.record(toActor(account, { sessionId }, now), 'session.started', account);
    });
    return sessionId;
  }

  private async describe(account: Account): Promise<SessionUser> {
    const [laboratory, actor, { display = {} }] = await readAll(
      () => this.laboratories.of(account),
      () => this.staff.createActor(account, { sessionId: '' }),
      () => this.staff.preferences(account._id.toHexString()),
    );
    return toSessionUser(account, laboratory, actor, display);
  }

  private async getAccount(actor: Actor): Promise<Account> {
    const account = await this.staff.account(actor.userId);
    if (!account) throw new DomainError('UNAUTHENTICATED');
    return account;
  }

  private async record(actor: Actor, action: string, account: Account): Promise<void> {
    const { _id, laboratoryId } = account;
    await this.audit.record({ actor, action, entity: 'user', entityId: _id, laboratoryId, before: null, after: null });
  }

  private async announce(ended: SessionsEnded): Promise<void> {
    await this.unitOfWork.raise(sessionsEnded, ended);
  }
}
