import { type AuthenticatorSetup, PasskeySchema, type RecoveryCodes, type SecondFactor } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../../platform/audit/audit-log';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { readAll, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { declaredFields } from '../../../platform/records/declared-fields';
import { PurposeCipher } from '../../../platform/purpose-cipher';
import { Clock } from '../../../platform/time/clock';
import { type Account, StaffPort } from '../../staff/staff.port';
import { addressOf, newSecret, stepOf } from './authenticator';
import { CodeThrottle } from './code-throttle';
import { PasskeyRepository } from './passkey.repository';
import { hashOfRecoveryCode, newRecoveryCodes } from './recovery-codes';
import { SecondFactorOwners } from './second-factor-owners';
import { SecondFactorPolicies } from './second-factor-policies';
import { type SecondFactorAction, secondFactorChanged } from './second-factor.events';
import { SecondFactorRepository } from './second-factor.repository';

const SETUP_MS = 15 * 60_000;

/** Encrypts the secrets of authenticator apps. */
export class SecretCipher extends PurposeCipher {
  constructor(secret: string) {
    super(secret, 'authenticator secrets');
  }
}

/** What people set up for themselves to sign in with besides their password. */
@Injectable()
export class SecondFactors {
  private readonly logger = new Logger(SecondFactors.name);

  constructor(
    private readonly rows: SecondFactorRepository,
    private readonly passkeys: PasskeyRepository,
    private readonly owners: SecondFactorOwners,
    private readonly policies: SecondFactorPolicies,
    private readonly staff: StaffPort,
    private readonly cipher: SecretCipher,
    private readonly throttle: CodeThrottle,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async get({ userId }: Actor): Promise<SecondFactor> {
    const [row, passkeys] = await readAll(
      () => this.rows.find(userId),
      () => this.passkeys.ofPerson(userId),
    );
    const { addedAt, lastUsedAt } = row?.authenticator ?? {};
    return {
      authenticator: addedAt ? { addedAt: addedAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null } : null,
      passkeys: passkeys.map((passkey) => declaredFields(PasskeySchema, passkey)),
      recoveryCodesLeft: row?.recoveryHashes.length ?? 0,
    };
  }

  async startAuthenticator({ userId }: Actor): Promise<AuthenticatorSetup> {
    const account = await this.getAccount(userId);
    const secret = newSecret();
    const pending = { secret: this.cipher.encrypt(userId, secret), createdAt: this.clock.now() };
    await this.unitOfWork.run(() => this.rows.set(userId, { pending }));
    return { secret, address: addressOf(secret, account.email) };
  }

  /** @throws DomainError AUTHENTICATOR_SETUP_EXPIRED, SECOND_FACTOR_WRONG, TOO_MANY_LOGINS. */
  async addAuthenticator(actor: Actor, code: string, ipAddress: string): Promise<RecoveryCodes> {
    const account = await this.getAccount(actor.userId);
    return this.throttle.attempt(actor.userId, ipAddress, () =>
      this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const row = await this.rows.find(actor.userId);
        const { secret, createdAt } = row?.pending ?? {};
        if (!secret || !createdAt || now.getTime() - createdAt.getTime() > SETUP_MS) {
          throw new DomainError('AUTHENTICATOR_SETUP_EXPIRED');
        }
        const lastStep = this.stepOf(actor.userId, secret, code);
        if (lastStep === undefined) throw wrongCode();
        const action = row?.authenticator ? 'authenticator.replaced' : 'authenticator.added';
        const isFirst = (await this.owners.methodsOf(actor.userId)).length === 0;
        const authenticator = { secret, addedAt: now, lastUsedAt: now, lastStep };
        await this.rows.set(actor.userId, { authenticator, pending: null });
        await this.record(account, actor, action);
        return isFirst ? this.newCodes(actor.userId) : { recoveryCodes: [] };
      }),
    );
  }

  /** @throws DomainError SECOND_FACTOR_NOT_FOUND, LAST_SECOND_FACTOR. */
  async removeAuthenticator(actor: Actor): Promise<void> {
    await this.removing(actor.userId, async () => {
      const row = await this.rows.find(actor.userId);
      if (!row?.authenticator) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.rows.set(actor.userId, { authenticator: null });
      await this.removed(actor, 'authenticator.removed');
    });
  }

  /** To be called in the transaction in which another factor was added. Answers recovery codes with the first. */
  async added(actor: Actor, action: SecondFactorAction): Promise<RecoveryCodes> {
    await this.record(await this.getAccount(actor.userId), actor, action);
    const row = await this.rows.find(actor.userId);
    const isFirst = !row?.authenticator && (await this.passkeys.ofPerson(actor.userId)).length === 1;
    return isFirst ? this.newCodes(actor.userId) : { recoveryCodes: [] };
  }

  /** So that of two factors that are removed at the same time, the second is known to be the last. */
  removing<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    return this.unitOfWork.exclusive('second-factor', userId, work);
  }

  /**
   * To be called within `removing`, after a factor was removed. The recovery codes end with the last.
   * @throws DomainError LAST_SECOND_FACTOR
   */
  async removed(actor: Actor, action: SecondFactorAction): Promise<void> {
    await this.record(await this.getAccount(actor.userId), actor, action);
    const left = (await this.owners.methodsOf(actor.userId)).filter((method) => method !== 'recovery');
    if (left.length > 0) return;
    if (await this.policies.requires(actor.role)) throw new DomainError('LAST_SECOND_FACTOR');
    await this.rows.remove(actor.userId);
  }

  /** @throws DomainError SECOND_FACTOR_NOT_FOUND */
  async renewRecoveryCodes(actor: Actor): Promise<RecoveryCodes> {
    const account = await this.getAccount(actor.userId);
    return this.unitOfWork.run(async () => {
      if ((await this.owners.methodsOf(actor.userId)).length === 0) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.record(account, actor, 'recovery-codes.created');
      return this.newCodes(actor.userId);
    });
  }

  /**
   * Accepts a code of the app or a recovery code, each once, and does what it is accepted for in the same transaction.
   * @throws DomainError SECOND_FACTOR_WRONG, TOO_MANY_LOGINS, and what `then` throws.
   */
  async withCode<Result>(
    account: Account,
    { code, ipAddress }: { code: string; ipAddress: string },
    then: () => Promise<Result>,
  ): Promise<Result> {
    return this.throttle.attempt(account._id.toHexString(), ipAddress, () =>
      this.unitOfWork.run(async () => {
        if (!(await this.useCode(account, code))) throw wrongCode();
        return then();
      }),
    );
  }

  private async useCode(account: Account, code: string): Promise<boolean> {
    const userId = account._id.toHexString();
    const row = await this.rows.find(userId);
    if (!row) return false;
    if (!/^\d{6}$/.test(code)) {
      if (!(await this.rows.useRecoveryCode(row, hashOfRecoveryCode(userId, code)))) return false;
      await this.record(account, { userId, name: account.name }, 'recovery-code.used');
      return true;
    }
    if (!row.authenticator) return false;
    const step = this.stepOf(userId, row.authenticator.secret, code);
    return step !== undefined && this.rows.useStep(row._id, row.authenticator, step, this.clock.now());
  }

  /** Undefined as well if the secret was encrypted with another key: recovery codes are then the way in. */
  private stepOf(userId: string, encrypted: string, code: string): number | undefined {
    try {
      return stepOf(this.cipher.decrypt(userId, encrypted), code, this.clock.now());
    } catch {
      this.logger.warn(`The authenticator secret of ${userId} is unreadable. JWT_SECRET may have changed.`);
      return undefined;
    }
  }

  private async newCodes(userId: string): Promise<RecoveryCodes> {
    const recoveryCodes = newRecoveryCodes();
    const recoveryHashes = recoveryCodes.map((code) => hashOfRecoveryCode(userId, code));
    await this.rows.set(userId, { recoveryHashes });
    return { recoveryCodes };
  }

  private async getAccount(userId: string): Promise<Account> {
    const account = await this.staff.account(userId);
    if (!account) throw new DomainError('UNAUTHENTICATED');
    return account;
  }

  /** For the audit log only, where there is nothing to tell the person. In the transaction of the change. */
  async note(actor: Actor, action: string): Promise<void> {
    const { _id, laboratoryId } = await this.getAccount(actor.userId);
    await this.audit.record({ actor, action, entity: 'user', entityId: _id, laboratoryId, before: null, after: null });
  }

  /** In the transaction of the change. */
  async record(
    account: Account,
    actor: Pick<Actor, 'userId' | 'name'> | null,
    action: SecondFactorAction,
  ): Promise<void> {
    const { _id, laboratoryId } = account;
    await this.audit.record({ actor, action, entity: 'user', entityId: _id, laboratoryId, before: null, after: null });
    await this.unitOfWork.raise(secondFactorChanged, { account, actor, action });
  }
}

function wrongCode(): DomainError {
  return DomainError.onField('SECOND_FACTOR_WRONG', 'code');
}
