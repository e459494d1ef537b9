import { Injectable } from '@nestjs/common';
import { DomainError } from '../../platform/domain/domain-error';
import { FailureLimit } from '../../platform/limits/failure-limit';
import { LimiterFactory } from '../../platform/limits/limiter-factory';

/**
 * Slows down guessing the current password in a session that someone else has got hold of. Counted by session, so that
 * neither guesses at the sign-in nor colleagues behind the same address keep a person from changing the password.
 */
@Injectable()
export class PasswordChangeThrottle extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    super(limiters, {
      name: 'password-change',
      failures: 10,
      seconds: 900,
      counts: (error) => error instanceof DomainError && error.code === 'CURRENT_PASSWORD_WRONG',
    });
  }
}
