import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../platform/domain/domain-error';
import { addressKey } from '../../platform/limits/address-key';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

const HOUR = 3_600;

/** How many messages can be asked for, so that the product cannot be used to flood an inbox. */
@Injectable()
export class MessageLimits {
  private readonly confirmations;
  private readonly tests;
  private readonly resetsOfEmail;
  private readonly resetsOfAddress;

  constructor(limiters: LimiterFactory) {
    const limit = (name: string, points: number) =>
      limiters.create({ keyPrefix: `messages:${name}`, points, duration: HOUR });
    this.confirmations = limit('confirmation', 5);
    this.tests = limit('test', 10);
    this.resetsOfEmail = limit('reset-email', 5);
    this.resetsOfAddress = limit('reset-address', 50);
  }

  countConfirmation(userId: string): Promise<void> {
    return count(this.confirmations, userId);
  }

  countTest(userId: string): Promise<void> {
    return count(this.tests, userId);
  }

  /** Counts known and unknown email addresses alike. @throws DomainError TOO_MANY_MESSAGES with the seconds to wait. */
  async countReset(email: string, ipAddress: string): Promise<void> {
    await count(this.resetsOfAddress, addressKey(ipAddress));
    // A shared store contains no email addresses.
    await count(this.resetsOfEmail, createHash('sha256').update(email).digest('base64url'));
  }
}

async function count(limiter: ReturnType<LimiterFactory['create']>, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new DomainError('TOO_MANY_MESSAGES', { retryAfter: Math.ceil(refusal.msBeforeNext / 1_000) });
  }
}
