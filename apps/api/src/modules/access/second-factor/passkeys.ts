import {
  type AddPasskeyBody,
  CHALLENGE_MINUTES,
  MAX_PASSKEYS,
  type PasskeyAnswer,
  type PasskeyCreation,
  type PasskeyRequest,
  type RecoveryCodes,
} from '@shifa/contract';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { randomBytes } from 'node:crypto';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { type Account, StaffPort } from '../../staff/staff.port';
import { OneTimeRepository } from './one-time.repository';
import { PasskeyRepository } from './passkey.repository';
import type { OneTimeRow, PasskeyRow } from './second-factor.document';
import { SecondFactors } from './second-factors';
import { digest } from './second-step-tickets';

const TIMEOUT_MS = CHALLENGE_MINUTES * 60_000;
const PRODUCT = 'Shifa MS';
/** EdDSA, ES256 and RS256, which between them every authenticator supports. */
const ALGORITHMS = [-8, -7, -257];

/** `PUBLIC_URL`, or undefined. */
export const PUBLIC_ADDRESS = Symbol('the address at which people use the product');

/** Discoverable credentials of WebAuthn, of which each verifies its person and so is two factors at once. */
@Injectable()
export class Passkeys {
  private readonly logger = new Logger(Passkeys.name);

  constructor(
    @Inject(PUBLIC_ADDRESS) private readonly publicUrl: string | undefined,
    private readonly passkeys: PasskeyRepository,
    private readonly challenges: OneTimeRepository,
    private readonly factors: SecondFactors,
    private readonly staff: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @param site the address that the request was sent to, which counts unless PUBLIC_URL is set. */
  async request(site: string): Promise<PasskeyRequest> {
    const challenge = await this.newChallenge('passkey', null);
    return { challenge, timeout: TIMEOUT_MS, rpId: this.partyAt(site).id, userVerification: 'required' };
  }

  async creation({ userId, name }: Actor, site: string): Promise<PasskeyCreation> {
    const account = await this.staff.account(userId);
    const own = await this.passkeys.ofPerson(userId);
    return {
      challenge: await this.newChallenge('new-passkey', objectId(userId)),
      timeout: TIMEOUT_MS,
      rp: { id: this.partyAt(site).id, name: PRODUCT },
      user: {
        id: Buffer.from(userId, 'hex').toString('base64url'),
        name: account?.email ?? name,
        displayName: name,
      },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: own.map(({ credentialId }) => ({ type: 'public-key', id: credentialId })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    };
  }

  /** @throws DomainError PASSKEY_REFUSED, LIST_FULL. */
  async add(actor: Actor, { name, answer }: AddPasskeyBody, site: string): Promise<RecoveryCodes> {
    const { userId } = actor;
    const challenge = await this.useChallenge('new-passkey', answer.response.clientDataJSON, userId);
    const { id: expectedRPID, origin: expectedOrigin } = this.partyAt(site);
    const { registrationInfo } = await this.checked(() =>
      verifyRegistrationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
        supportedAlgorithmIDs: ALGORITHMS,
      }),
    );
    if (!registrationInfo) throw new DomainError('PASSKEY_REFUSED');
    const { credential, credentialBackedUp } = registrationInfo;
    return this.unitOfWork.exclusive('passkeys', userId, async () => {
      const own = await this.passkeys.ofPerson(userId);
      if (own.length >= MAX_PASSKEYS) throw new DomainError('LIST_FULL');
      // Only a copy of a request has the id of a passkey that exists.
      if (await this.passkeys.findByCredential(credential.id)) throw new DomainError('PASSKEY_REFUSED');
      await this.passkeys.insert({
        _id: newId(),
        userId: objectId(userId),
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        name,
        backedUp: credentialBackedUp,
        createdAt: this.clock.now(),
        lastUsedAt: null,
      });
      return this.factors.added(actor, 'passkey.added');
    });
  }

  /** @throws DomainError SECOND_FACTOR_NOT_FOUND, also for another person's passkey. */
  async rename(actor: Actor, id: string, name: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!(await this.passkeys.rename(actor.userId, id, name))) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.factors.note(actor, 'passkey.renamed');
    });
  }

  /** @throws DomainError SECOND_FACTOR_NOT_FOUND, also for another person's passkey, LAST_SECOND_FACTOR. */
  async remove(actor: Actor, id: string): Promise<void> {
    await this.factors.removing(actor.userId, async () => {
      if (!(await this.passkeys.remove(actor.userId, id))) throw new DomainError('SECOND_FACTOR_NOT_FOUND');
      await this.factors.removed(actor, 'passkey.removed');
    });
  }

  /**
   * The account of the passkey that answered the challenge; `ownerId` refuses those of others.
   * @throws DomainError PASSKEY_REFUSED
   */
  async verify(answer: PasskeyAnswer, site: string, ownerId?: string): Promise<Account> {
    const challenge = await this.useChallenge('passkey', answer.response.clientDataJSON, null);
    const passkey = await this.passkeys.findByCredential(answer.id);
    if (
      !passkey ||
      !belongsTo(passkey, answer) ||
      (ownerId !== undefined && passkey.userId.toHexString() !== ownerId)
    ) {
      throw new DomainError('PASSKEY_REFUSED');
    }
    const { id: expectedRPID, origin: expectedOrigin } = this.partyAt(site);
    const { verified, authenticationInfo } = await this.checked(() =>
      verifyAuthenticationResponse({
        response: { ...answer, clientExtensionResults: {} },
        expectedChallenge: challenge,
        expectedOrigin,
        expectedRPID,
        requireUserVerification: true,
        credential: {
          id: passkey.credentialId,
          publicKey: Buffer.from(passkey.publicKey, 'base64url'),
          counter: passkey.counter,
        },
      }),
    );
    const account = verified && (await this.staff.account(passkey.userId.toHexString()));
    if (!account) throw new DomainError('PASSKEY_REFUSED');
    await this.passkeys.used(passkey._id, authenticationInfo.newCounter, this.clock.now());
    return account;
  }

  private partyAt(site: string): { id: string; origin: string } {
    const { hostname, origin } = new URL(this.publicUrl ?? site);
    return { id: hostname, origin };
  }

  private async newChallenge(purpose: OneTimeRow['purpose'], userId: ObjectId | null): Promise<string> {
    const challenge = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + TIMEOUT_MS);
    await this.challenges.insert({ _id: digest(challenge), purpose, userId, passwordDigest: null, expiresAt });
    return challenge;
  }

  /** Used up also by an answer that is refused afterwards. */
  private async useChallenge(purpose: OneTimeRow['purpose'], clientData: string, userId: string | null) {
    const challenge = challengeIn(clientData);
    const row =
      challenge === undefined ? null : await this.challenges.find(digest(challenge), purpose, this.clock.now());
    const isOwn = row && (row.userId?.toHexString() ?? null) === userId;
    if (challenge === undefined || !isOwn || !(await this.challenges.use(row._id))) {
      throw new DomainError('PASSKEY_REFUSED');
    }
    return challenge;
  }

  /** The library throws for everything that it refuses, such as a signature counter that went back. */
  private async checked<Result>(verify: () => Promise<Result>): Promise<Result> {
    try {
      return await verify();
    } catch (error) {
      this.logger.warn(`A passkey was refused: ${error instanceof Error ? error.message : String(error)}`);
      throw new DomainError('PASSKEY_REFUSED');
    }
  }
}

/** Whether the passkey names the person that it is stored for. */
function belongsTo({ userId }: PasskeyRow, { response: { userHandle } }: PasskeyAnswer): boolean {
  return userHandle === undefined || Buffer.from(userHandle, 'base64url').toString('hex') === userId.toHexString();
}

function challengeIn(clientData: string): string | undefined {
  try {
    const { challenge } = JSON.parse(Buffer.from(clientData, 'base64url').toString()) as { challenge?: unknown };
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
