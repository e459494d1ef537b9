import type { LoginBody, PasskeySignInBody, SecondFactorBody, SessionUser, StartedSession } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { AuditLog } from '../../platform/audit/audit-log';
import { DomainError } from '../../platform/domain/domain-error';
import { addressKey } from '../../platform/limits/address-key';
import { newId } from '../../platform/domain/object-id';
import { PurposeCipher } from '../../platform/purpose-cipher';
import { readAll, UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { type Account, StaffPort, toActor } from '../staff/staff.port';
import { ClosedAccounts } from './closed-accounts';
import { describeDevice } from './device';
import { type LoginOrigin, LoginThrottle } from './login-throttle';
import { PasswordHasher } from './password-hasher';
import type { Identity } from './provider-client';
import { Passkeys } from './second-factor/passkeys';
import type { ProviderSession } from './second-factor/provider-session.document';
import { SecondFactorOwners } from './second-factor/second-factor-owners';
import { SecondFactorPolicies } from './second-factor/second-factor-policies';
import { SecondFactors } from './second-factor/second-factors';
import { SecondStepTickets } from './second-factor/second-step-tickets';
import { asSignedIn, SESSION_IDLE_MS } from './session-actor-resolver';
import type { TokenClaims } from './verified-tokens';
import { toSessionUser } from './session.mapper';
import type { SessionRow } from './session.document';
import { SessionRepository } from './session.repository';

/** Of characters: part of an address when the person signs out, and servers refuse those that are longer. */
const MAX_ID_TOKEN = 4_000;

/** The client that sent a request. */
export type Origin = LoginOrigin & { userAgent: string; site: string };

/** Encrypts the tokens that name sessions to the provider. */
export class IdTokenCipher extends PurposeCipher {
  constructor(secret: string) {
    super(secret, 'tokens of the provider');
  }
}

/** From a password, and a code where the account has a second factor, to a session. */
@Injectable()
export class SignIn {
  constructor(
    private readonly staff: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly sessions: SessionRepository,
    private readonly passwords: PasswordHasher,
    private readonly throttle: LoginThrottle,
    private readonly secondFactors: SecondFactors,
    private readonly factorOwners: SecondFactorOwners,
    private readonly factorPolicies: SecondFactorPolicies,
    private readonly passkeys: Passkeys,
    private readonly tickets: SecondStepTickets,
    private readonly idTokens: IdTokenCipher,
    private readonly jwt: JwtService,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly closedAccounts: ClosedAccounts,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError INVALID_CREDENTIALS, ACCOUNT_INACTIVE, TEMPORARY_PASSWORD_EXPIRED, TOO_MANY_LOGINS, and
   * SECOND_FACTOR_REQUIRED with a ticket if the password is correct and does not suffice.
   */
  async withPassword({ email, password }: LoginBody, origin: Origin): Promise<StartedSession> {
    await this.throttle.attempt(email, origin);
    const account = await this.staff.accountByEmail(email);
    const matches = await this.passwords.verify(addressKey(origin.ipAddress), account?.passwordHash, password);
    if (!account || !matches) throw new DomainError('INVALID_CREDENTIALS');
    await this.throttle.succeeded(email, origin);
    await this.assertOpen(account);
    const { temporaryPasswordExpiresAt: expiry } = account;
    if (expiry && expiry <= this.clock.now()) throw new DomainError('TEMPORARY_PASSWORD_EXPIRED');

    const methods = await this.factorOwners.methodsOf(account._id.toHexString());
    if (methods.length > 0) {
      const secondStep = { ...(await this.tickets.issue(account)), methods };
      throw new DomainError('SECOND_FACTOR_REQUIRED', { secondStep });
    }
    return this.answer(account, await this.startSession(account, origin, {}, 'INVALID_CREDENTIALS'));
  }

  /** @throws DomainError SIGN_IN_EXPIRED, SECOND_FACTOR_WRONG, TOO_MANY_LOGINS. */
  async withCode({ ticket, code }: SecondFactorBody, origin: Origin): Promise<StartedSession> {
    const found = await this.tickets.find(ticket);
    const account = await this.staff.account(found.userId.toHexString());
    if (account?.status !== 'active') throw new DomainError('SIGN_IN_EXPIRED');
    const sessionId = await this.secondFactors.withCode(account, { code, ipAddress: origin.ipAddress }, async () => {
      await this.tickets.use(found, account);
      return this.startSession(account, origin, found.provider && { provider: found.provider });
    });
    return this.answer(account, sessionId, found.provider !== undefined);
  }

  /** @throws DomainError PASSKEY_REFUSED, ACCOUNT_INACTIVE, SIGN_IN_EXPIRED. */
  async withPasskey({ answer, ticket }: PasskeySignInBody, origin: Origin): Promise<StartedSession> {
    const begun = ticket === undefined ? undefined : await this.tickets.find(ticket);
    const account = await this.passkeys.verify(answer, origin.site, begun?.userId.toHexString());
    await this.assertOpen(account);
    const sessionId = await this.unitOfWork.run(async () => {
      if (begun) await this.tickets.use(begun, account);
      return this.startSession(account, origin, begun?.provider && { provider: begun.provider });
    });
    return this.answer(account, sessionId, begun?.provider !== undefined);
  }

  /**
   * With the word of the provider. It replaces the second factor only where the provider has checked several factors.
   * @throws DomainError ACCOUNT_INACTIVE, and SECOND_FACTOR_REQUIRED with a ticket.
   */
  async withIdentity(account: Account, identity: Identity, origin: Origin): Promise<StartedSession> {
    await this.assertOpen(account);
    const userId = account._id.toHexString();
    const provider = this.providerSession(account, identity);
    const methods = identity.isStrong ? [] : await this.factorOwners.methodsOf(userId);
    if (methods.length > 0) {
      const secondStep = { ...(await this.tickets.issue(account, provider)), methods };
      throw new DomainError('SECOND_FACTOR_REQUIRED', { secondStep });
    }
    // Someone who signed in at the provider this morning has not confirmed anything now, and no one will have tomorrow.
    const confirmedAt = new Date(Math.min(identity.authenticatedAt?.getTime() ?? 0, this.clock.now().getTime()));
    return this.answer(account, await this.startSession(account, origin, { provider, confirmedAt }), true);
  }

  /** What a session keeps of the one at the provider. */
  providerSession({ _id: userId }: Account, { subject, sid, idToken }: Identity): ProviderSession {
    const isShort = idToken.length <= MAX_ID_TOKEN;
    return {
      subject,
      sid: sid ?? null,
      idToken: isShort ? this.idTokens.encrypt(userId.toHexString(), idToken) : null,
    };
  }

  /** What names the session to the provider; undefined if it was encrypted with another key. */
  readIdToken({ userId, provider }: SessionRow): string | undefined {
    try {
      return provider?.idToken ? this.idTokens.decrypt(userId.toHexString(), provider.idToken) : undefined;
    } catch {
      return undefined;
    }
  }

  /** The account with what its person can do now. */
  async describe(account: Account): Promise<SessionUser> {
    const [laboratory, actor, { display = {} }, secondFactorDueAt] = await readAll(
      () => this.laboratories.ownerOf(account),
      () => this.staff.createActor(account, { sessionId: '' }),
      () => this.staff.preferences(account._id.toHexString()),
      () => this.factorPolicies.dueOf(account),
    );
    return toSessionUser(account, { laboratory, actor, display, secondFactorDueAt, now: this.clock.now() });
  }

  /** @throws DomainError ACCOUNT_INACTIVE */
  async assertOpen(account: Account): Promise<void> {
    if (account.status === 'active') return;
    throw new DomainError('ACCOUNT_INACTIVE', { message: await this.closedAccounts.explain(account) });
  }

  private async answer(account: Account, sessionId: string, isOfProvider = false): Promise<StartedSession> {
    const claims: TokenClaims = { sid: sessionId, sub: account._id.toHexString() };
    const user = await this.describe({ ...asSignedIn(account, isOfProvider), lastLogin: this.clock.now() });
    return { token: await this.jwt.signAsync(claims), user };
  }

  /**
   * @param account as it was verified. What ended its sessions meanwhile, such as a new password, ends this one as well.
   * @throws DomainError with the code if the account has changed since.
   */
  private async startSession(
    account: Account,
    { ipAddress, userAgent }: Origin,
    begun: Pick<SessionRow, 'provider' | 'confirmedAt'> = {},
    changed: 'INVALID_CREDENTIALS' | 'SIGN_IN_EXPIRED' = 'SIGN_IN_EXPIRED',
  ): Promise<string> {
    const now = this.clock.now();
    const _id = newId();
    const sessionId = _id.toHexString();
    const { _id: userId, laboratoryId } = account;
    const actor = toActor(account, { sessionId }, now);
    await this.unitOfWork.run(async () => {
      const current = await this.staff.account(userId.toHexString());
      if (current?.status !== 'active' || current.passwordHash !== account.passwordHash) throw new DomainError(changed);
      await this.sessions.insert({
        _id,
        userId,
        device: describeDevice(userAgent),
        ipAddress,
        createdAt: now,
        lastSeenAt: now,
        expiresAt: new Date(now.getTime() + SESSION_IDLE_MS),
        ...begun,
      });
      await this.staff.recordLogin(userId.toHexString());
      const about = { entity: 'user', entityId: userId, laboratoryId, before: null, after: null } as const;
      await this.audit.record({ actor, action: 'session.started', ...about });
    });
    return sessionId;
  }
}
