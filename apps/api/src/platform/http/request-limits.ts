import { Injectable } from '@nestjs/common';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { addressKey } from '../limits/address-key';
import { LimiterFactory } from '../limits/limiter-factory';
import { DomainError } from '../domain/domain-error';

/** Far above what a person does by hand, far below what would slow down others. */
const PERSON_PER_MINUTE = 6_000;
const ADDRESS_PER_MINUTE = 1_200;
/** Opening the app without a cache requests up to a hundred files, and the people of a laboratory share an address. */
const FILES_PER_MINUTE = 6_000;

@Injectable()
export class RequestLimits {
  private readonly persons;
  private readonly addresses;
  private readonly files;
  private lifted = false;

  constructor(limiters: LimiterFactory) {
    this.persons = limiters.create({ keyPrefix: 'rate:person', points: PERSON_PER_MINUTE, duration: 60 });
    this.addresses = limiters.create({ keyPrefix: 'rate:address', points: ADDRESS_PER_MINUTE, duration: 60 });
    this.files = limiters.create({ keyPrefix: 'rate:files', points: FILES_PER_MINUTE, duration: 60 });
  }

  /** For benchmarks: requests are still counted, but none is refused. */
  lift(): void {
    this.lifted = true;
  }

  /** @throws DomainError TOO_MANY_REQUESTS. */
  async countPerson(userId: string): Promise<void> {
    await this.count(this.persons, userId);
  }

  /** @throws DomainError TOO_MANY_REQUESTS. */
  async countAddress(address: string): Promise<void> {
    await this.count(this.addresses, addressKey(address));
  }

  /**
   * For what is outside the contract: pages, files, documentation, unknown addresses and the requests of sockets.
   * @throws DomainError TOO_MANY_REQUESTS.
   */
  async countFile(address: string): Promise<void> {
    await this.count(this.files, addressKey(address));
  }

  private async count(limiter: ReturnType<LimiterFactory['create']>, key: string): Promise<void> {
    try {
      await limiter.consume(key);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      if (this.lifted) return;
      throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: Math.ceil(refusal.msBeforeNext / 1000) });
    }
  }
}
