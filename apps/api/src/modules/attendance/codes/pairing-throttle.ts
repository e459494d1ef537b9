import { Injectable } from '@nestjs/common';
import { FailureLimit } from '../../../platform/limits/failure-limit';
import { LimiterFactory } from '../../../platform/limits/limiter-factory';

/** Slows down guessing pairing codes, by network address: far more than typing errors, hopeless for 40 bits. */
@Injectable()
export class PairingThrottle extends FailureLimit {
  constructor(limiters: LimiterFactory) {
    super(limiters, { name: 'pairing', failures: 30, seconds: 900 });
  }
}
