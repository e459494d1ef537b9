import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../platform/domain/domain-error';
import { addressKey } from '../../platform/limits/address-key';
import { FailureLimit } from '../../platform/limits/failure-limit';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

const HOUR = 3_600;

/** How many messages can be asked for, so that the product cannot be used to flood an inbox. */
@Injectable()
export class MessageLimits {
  private readonly confirmations;
  private readonly tests;
  private readonly codesOfPerson;
  private readonly codesOfNumber;
  private readonly codeAttempts: FailureLimit;
  private readonly resetsOfEmail;
  private readonly resetsOfAddress;

  constructor(limiters: LimiterFactory) {
    const limit = (name: string, points: number) =>
      limiters.create({ keyPrefix: `messages:${name}`, points, duration: HOUR });
    this.confirmations = limit('confirmation', 5);
    this.tests = limit('test', 10);
    this.codesOfPerson = limit('code', 5);
    // Of several people with one number, too.
    this.codesOfNumber = limit('code-number', 5);
    const counts = (error: unknown) => error instanceof DomainError && error.code === 'CODE_WRONG';
    this.codeAttempts = new FailureLimit(limiters, {
      name: 'messages:code-attempt',
      failures: 10,
      seconds: HOUR,
      counts,
    });
    this.resetsOfEmail = limit('reset-email', 5);
    this.resetsOfAddress = limit('reset-address', 50);
  }

  countConfirmation(userId: string): Promise<void> {
    return count(this.confirmations, userId);
  }

  countTest(userId: string): Promise<void> {
    return count(this.tests, userId);
  }

  async countCode(userId: string, number: string): Promise<void> {
    await count(this.codesOfPerson, userId);
    await count(this.codesOfNumber, keyOf(number));
  }

  /** @throws DomainError TOO_MANY_LOGINS after ten wrong codes in an hour, and what the attempt throws. */
  attemptCode<Result>(userId: string, run: () => Promise<Result>): Promise<Result> {
    return this.codeAttempts.attempt(userId, run);
  }

  /** Counts known and unknown email addresses alike. @throws DomainError TOO_MANY_MESSAGES with the seconds to wait. */
  async countReset(email: string, ipAddress: string): Promise<void> {
    await count(this.resetsOfAddress, addressKey(ipAddress));
    await count(this.resetsOfEmail, keyOf(email));
  }
}

/** A shared store contains neither email addresses nor telephone numbers. */
function keyOf(address: string): string {
  return createHash('sha256').update(address).digest('base64url');
}

async function count(limiter: ReturnType<LimiterFactory['create']>, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw new DomainError('TOO_MANY_MESSAGES', { retryAfter: Math.ceil(refusal.msBeforeNext / 1_000) });
  }
}
