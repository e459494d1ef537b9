import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import { addressKey } from '../../../platform/limits/address-key';
import { FailureLimit } from '../../../platform/limits/failure-limit';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';

const counts = (error: unknown) => error instanceof DomainError && error.code === 'SECOND_FACTOR_WRONG';

/**
 * Slows down guessing codes: 10 wrong ones of an account from an address within a quarter of an hour, and 100 within a
 * day from everywhere. Of a million codes, three are right at a time, so that a day of guessing succeeds with a
 * probability of 0.03 %. Only those who know the password, or have got hold of a session, get as far as this.
 */
@Injectable()
export class CodeThrottle {
  private readonly pair: FailureLimit;
  private readonly account: FailureLimit;

  constructor(limiters: LimiterFactory) {
    this.pair = new FailureLimit(limiters, { name: 'code:pair', failures: 10, seconds: 900, counts });
    this.account = new FailureLimit(limiters, { name: 'code:account', failures: 100, seconds: 86_400, counts });
  }

  /** @throws DomainError TOO_MANY_LOGINS with the seconds to wait, and what the attempt throws. */
  async attempt<Result>(userId: string, ipAddress: string, run: () => Promise<Result>): Promise<Result> {
    const pair = `${userId} ${addressKey(ipAddress)}`;
    return this.pair.attempt(pair, () => this.account.attempt(userId, run));
  }
}
