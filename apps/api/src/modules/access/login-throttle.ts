import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../../platform/http/domain-error';
import { addressKey } from '../../platform/limits/address-key';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

const QUARTER_HOUR = 900;
/** Timers of Node.js cannot wait longer than 24 days. */
const KNOWN_FOR_SECONDS = 20 * 86_400;

/**
 * Slows down guessing without locking out the owner of an account. Failures are counted per pair of address and
 * account, so that guesses from elsewhere do not affect the owner. The wider counts, per address and per account, are
 * skipped for an address from which this account has signed in before.
 */
@Injectable()
export class LoginThrottle {
  private readonly pair;
  private readonly address;
  private readonly account;
  private readonly known;

  constructor(limiters: LimiterFactory) {
    this.pair = limiters.create({ keyPrefix: 'login:pair', points: 10, duration: QUARTER_HOUR });
    this.address = limiters.create({ keyPrefix: 'login:address', points: 100, duration: QUARTER_HOUR });
    this.account = limiters.create({ keyPrefix: 'login:account', points: 100, duration: QUARTER_HOUR });
    this.known = limiters.create({ keyPrefix: 'login:known', points: 1, duration: KNOWN_FOR_SECONDS });
  }

  /**
   * Counts an attempt before it is made, so that simultaneous attempts are counted too.
   * @throws DomainError TOO_MANY_LOGINS with the seconds to wait.
   */
  async attempt(email: string, address: string): Promise<void> {
    const [pair, account] = keysOf(email, address);
    await this.count(this.pair, pair);
    if ((await this.known.get(pair)) !== null) return;
    await this.count(this.address, address);
    await this.count(this.account, account);
  }

  async succeeded(email: string, address: string): Promise<void> {
    const [pair, account] = keysOf(email, address);
    if ((await this.known.get(pair)) === null) {
      await this.address.reward(address, 1);
      await this.account.reward(account, 1);
    }
    await this.pair.delete(pair);
    await this.known.set(pair, 1, KNOWN_FOR_SECONDS);
  }

  private async count(limiter: ReturnType<LimiterFactory['create']>, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      throw new DomainError('TOO_MANY_LOGINS', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
    }
  }
}

/** Hashed, so that a shared store contains no email or network addresses. */
function keysOf(email: string, address: string): [pair: string, account: string] {
  const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 22);
  return [digest(`${email.toLowerCase()}\n${address}`), digest(email.toLowerCase())];
}
