import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { FailureLimit } from '../../platform/limits/failure-limit';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

/**
 * Limits how many email addresses in use a person can find out by entering them, as they may be in use in laboratories
 * that the person does not see. People who see the whole network learn nothing new.
 */
@Injectable()
export class EmailLimit extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    super(limiters, {
      name: 'email-taken',
      failures: 20,
      seconds: 86_400,
      counts: (error) => error instanceof DomainError && error.code === 'EMAIL_TAKEN',
      message: 'You have entered many email addresses that are in use. Try again tomorrow, or ask a super admin.',
    });
  }

  /** @throws DomainError TOO_MANY_LOGINS, and what the write throws. */
  write<Result>(actor: Actor, run: () => Promise<Result>): Promise<Result> {
    return actor.role === 'super_admin' ? run() : this.attempt(actor.userId, run);
  }

  /** Counts that an import is about to name an address in use. @throws DomainError TOO_MANY_LOGINS. */
  async found(actor: Actor): Promise<void> {
    if (actor.role !== 'super_admin') await this.count(actor.userId);
  }
}
