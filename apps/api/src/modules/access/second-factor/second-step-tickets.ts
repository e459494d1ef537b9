import { createHash, randomBytes } from 'node:crypto';
import { SECOND_STEP_MINUTES } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import type { ObjectId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import type { Account } from '../../staff/staff.port';
import type { ProviderSession } from './provider-session.document';
import { OneTimeRepository } from './one-time.repository';
import type { OneTimeRow } from './second-factor.document';

type OfProvider = { sid: string | undefined; subject: string | undefined; before: Date };

/**
 * Stands for a correct password, or the word of the provider, until the second step. A ticket is a random text and no token, so that no other route
 * accepts it. It is used once, and ends after some minutes or when the password changes.
 */
@Injectable()
export class SecondStepTickets {
  constructor(
    private readonly values: OneTimeRepository,
    private readonly clock: Clock,
  ) {}

  async issue(
    { _id: userId, passwordHash }: Account,
    provider?: ProviderSession,
  ): Promise<{ ticket: string; expiresAt: string }> {
    const ticket = randomBytes(32).toString('base64url');
    const expiresAt = new Date(this.clock.now().getTime() + SECOND_STEP_MINUTES * 60_000);
    const passwordDigest = digest(passwordHash);
    const row = { _id: digest(ticket), purpose: 'second-step', userId, passwordDigest, expiresAt } as const;
    await this.values.insert({ ...row, ...(provider && { provider }) });
    return { ticket, expiresAt: expiresAt.toISOString() };
  }

  /** @throws DomainError SIGN_IN_EXPIRED */
  async find(ticket: string): Promise<OneTimeRow & { userId: ObjectId }> {
    const row = await this.values.find(digest(ticket), 'second-step', this.clock.now());
    if (!row?.userId) throw new DomainError('SIGN_IN_EXPIRED');
    return { ...row, userId: row.userId };
  }

  /** Of sign-ins that the provider has ended before their second step. */
  async endOfProvider({ before, sid, subject }: OfProvider): Promise<void> {
    const until = new Date(before.getTime() + SECOND_STEP_MINUTES * 60_000);
    await this.values.removeOfProvider(
      { ...(sid !== undefined && { sid }), ...(subject !== undefined && { subject }) },
      until,
    );
  }

  /** @throws DomainError SIGN_IN_EXPIRED if it was used before, or for an earlier password. */
  async use({ _id, passwordDigest }: OneTimeRow, { passwordHash }: Account): Promise<void> {
    const isUsed = await this.values.use(_id);
    if (!isUsed || passwordDigest !== digest(passwordHash)) throw new DomainError('SIGN_IN_EXPIRED');
  }
}

export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
