import type { ChangePasswordBody, ConfirmBody, Session, SessionUser } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { type Account, StaffPort } from '../staff/staff.port';
import { sessionConfirmed, type SessionsEnded, sessionsEnded } from './access.events';
import { PasswordChangeThrottle } from './password-change-throttle';
import { PasswordHasher } from './password-hasher';
import { Passkeys } from './second-factor/passkeys';
import { SecondFactors } from './second-factor/second-factors';
import { toSession } from './session.mapper';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';
import { type Origin, SignIn } from './sign-in';

type Confirmed = { confirmedAt: Date } & Pick<SessionRow, 'provider'>;

@Injectable()
export class AuthService {
  constructor(
    private readonly staff: StaffPort,
    private readonly sessions: SessionRepository,
    private readonly passwords: PasswordHasher,
    private readonly changes: PasswordChangeThrottle,
    private readonly secondFactors: SecondFactors,
    private readonly passkeys: Passkeys,
    private readonly signIn: SignIn,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async me(actor: Actor): Promise<{ user: SessionUser }> {
    const { mustChangePassword } = actor;
    return { user: await this.signIn.describe({ ...(await this.getAccount(actor)), mustChangePassword }) };
  }

  /**
   * A request whose answer was lost is repeated with the password of then: it is done, not wrong.
   * @throws DomainError CURRENT_PASSWORD_WRONG, PASSWORD_UNCHANGED, TOO_MANY_LOGINS.
   */
  async changePassword(actor: Actor, body: ChangePasswordBody): Promise<void> {
    const account = await this.getAccount(actor);
    const isRepeat = await this.changes.attempt(actor.sessionId, async () => {
      const isAccepted = (password: string) => this.passwords.verify(actor.userId, account.passwordHash, password);
      if (await isAccepted(body.currentPassword)) return false;
      if (!account.mustChangePassword && (await isAccepted(body.newPassword))) return true;
      throw DomainError.onField('CURRENT_PASSWORD_WRONG', 'currentPassword');
    });
    if (isRepeat) return;
    if (body.newPassword === body.currentPassword) throw DomainError.onField('PASSWORD_UNCHANGED', 'newPassword');

    const passwordHash = await this.passwords.hash(actor.userId, body.newPassword);
    const isChanged = await this.unitOfWork.run(async () => {
      const current = await this.getAccount(actor);
      if (current.passwordHash !== account.passwordHash) return false;
      await this.staff.setPassword(actor, current, passwordHash);
      await this.sessions.endAll(actor.userId, actor.sessionId);
      await this.announce({ userId: actor.userId, kept: actor.sessionId });
      return true;
    });
    // Another request has changed the password since it was checked.
    if (!isChanged) await this.changePassword(actor, body);
  }

  /** @throws DomainError CURRENT_PASSWORD_WRONG, SECOND_FACTOR_WRONG, PASSKEY_REFUSED, TOO_MANY_LOGINS. */
  async confirm(actor: Actor, body: ConfirmBody, origin: Pick<Origin, 'ipAddress' | 'site'>): Promise<void> {
    const account = await this.getAccount(actor);
    const confirm = () => this.confirmed(actor, account, { confirmedAt: this.clock.now() });
    if ('code' in body) {
      return this.secondFactors.withCode(account, { code: body.code, ipAddress: origin.ipAddress }, confirm);
    }
    if ('answer' in body) await this.passkeys.verify(body.answer, origin.site, actor.userId);
    else await this.checkPassword(actor, account, body.password);
    await confirm();
  }

  /** @param confirmed what the session then says of itself. */
  async confirmed(actor: Actor, account: Account, confirmed: Confirmed): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.sessions.confirm(actor.sessionId, confirmed);
      await this.record(actor, 'session.confirmed', account);
      await this.unitOfWork.raise(sessionConfirmed, { userId: actor.userId });
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

  private async checkPassword(actor: Actor, account: Account, password: string): Promise<void> {
    await this.changes.attempt(actor.sessionId, async () => {
      if (await this.passwords.verify(actor.userId, account.passwordHash, password)) return;
      throw DomainError.onField('CURRENT_PASSWORD_WRONG', 'password');
    });
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
