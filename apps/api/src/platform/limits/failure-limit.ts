import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../domain/domain-error';
import type { LimiterFactory } from './limiter-factory';

type Options = {
  name: string;
  /** How many failures are allowed within `seconds`. */
  failures: number;
  seconds: number;
  /** What counts as a failure; every error, by default. */
  counts?: (error: unknown) => boolean;
  /** What a further attempt is told. */
  message?: string;
};

/** Slows down guessing: after too many failures with a key, further attempts are refused unseen. */
export class FailureLimit {
  private readonly limiter;

  constructor(
    limiters: LimiterFactory,
    private readonly options: Options,
  ) {
    const { name, failures, seconds } = options;
    this.limiter = limiters.create({ keyPrefix: name, points: failures, duration: seconds });
  }

  /**
   * Counts the attempt before it is made, so that simultaneous attempts count too.
   * @throws DomainError TOO_MANY_LOGINS with the seconds to wait, and what the attempt throws.
   */
  async attempt<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
    const { counts = () => true } = this.options;
    await this.count(key);
    try {
      const result = await run();
      await this.limiter.reward(key, 1);
      return result;
    } catch (error) {
      if (!counts(error)) await this.limiter.reward(key, 1);
      throw error;
    }
  }

  /** Counts a failure. @throws DomainError TOO_MANY_LOGINS with the seconds to wait, if there were too many before. */
  async count(key: string): Promise<void> {
    await consumePoint(this.limiter, key, this.options.message);
  }
}

/** @throws DomainError TOO_MANY_LOGINS with the seconds to wait, if no point is left. */
export async function consumePoint(limiter: RateLimiterAbstract, key: string, message?: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooMany(refusal, message);
  }
}

export function tooMany({ msBeforeNext }: RateLimiterRes, message?: string): DomainError {
  const retryAfter = Math.ceil(msBeforeNext / 1000);
  return new DomainError('TOO_MANY_LOGINS', { retryAfter, ...(message !== undefined && { message }) });
}
