import { Injectable } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { LimiterFactory } from '../limits/limiter-factory';
import { DomainError } from './domain-error';

/** Far above what a person does by hand, far below what would starve the others. */
const PERSON_PER_MINUTE = 6_000;
const ADDRESS_PER_MINUTE = 1_200;

@Injectable()
export class RequestLimits {
  private readonly persons;
  private readonly addresses;

  constructor(limiters: LimiterFactory) {
    this.persons = limiters.create({ keyPrefix: 'rate:person', points: PERSON_PER_MINUTE, duration: 60 });
    this.addresses = limiters.create({ keyPrefix: 'rate:address', points: ADDRESS_PER_MINUTE, duration: 60 });
  }

  /** @throws DomainError TOO_MANY_REQUESTS with a Retry-After header. */
  async countPerson(userId: string, reply: FastifyReply): Promise<void> {
    await count(this.persons, userId, reply);
  }

  /** @throws DomainError TOO_MANY_REQUESTS with a Retry-After header. */
  async countAddress(address: string, reply: FastifyReply): Promise<void> {
    await count(this.addresses, address, reply);
  }
}

async function count(limiter: ReturnType<LimiterFactory['create']>, key: string, reply: FastifyReply): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.ceil(refusal.msBeforeNext / 1000);
    void reply.header('Retry-After', seconds);
    throw new DomainError('TOO_MANY_REQUESTS', { retryAfter: seconds });
  }
}
