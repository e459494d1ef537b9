import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../../platform/http/domain-error';
import { addressKey } from '../../../platform/limits/address-key';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';

/** Far more than typing errors, and hopeless for guessing a code of 40 bits. */
const FAILURES_PER_QUARTER_HOUR = 30;

/** Slows down guessing pairing codes, by network address. */
@Injectable()
export class PairingThrottle {
  private readonly failures;

  constructor(limiters: LimiterFactory) {
    this.failures = limiters.create({ keyPrefix: 'pairing', points: FAILURES_PER_QUARTER_HOUR, duration: 900 });
  }

  /** Counts the attempt before it is made, so that simultaneous ones count too. @throws DomainError TOO_MANY_LOGINS. */
  async attempt<Paired>(address: string, pair: () => Promise<Paired>): Promise<Paired> {
    const key = addressKey(address);
    try {
      await this.failures.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new DomainError('TOO_MANY_LOGINS', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
    }
    const paired = await pair();
    await this.failures.reward(key, 1);
    return paired;
  }
}
