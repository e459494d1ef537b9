import { Injectable, Optional } from '@nestjs/common';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { SharedRedis } from '../redis/shared-redis';

/** Creates rate limiters that count in this process, or in Redis when several processes share the limits. */
@Injectable()
export class LimiterFactory {
  constructor(@Optional() private readonly redis?: SharedRedis) {}

  create(options: IRateLimiterOptions): RateLimiterAbstract {
    return this.redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: this.redis.client,
          // Requests do not wait for a Redis that is away.
          rejectIfRedisNotReady: true,
          insuranceLimiter: new RateLimiterMemory(options),
        })
      : new RateLimiterMemory(options);
  }
}
