import { Injectable, Optional } from '@nestjs/common';
import {
  type IRateLimiterOptions,
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
} from 'rate-limiter-flexible';
import { SharedRedis } from '../redis/shared-redis';

/** Limits that count in this process, or in Redis where several processes share them. */
@Injectable()
export class LimiterFactory {
  constructor(@Optional() private readonly redis?: SharedRedis) {}

  create(options: IRateLimiterOptions): RateLimiterAbstract {
    return this.redis
      ? new RateLimiterRedis({
          ...options,
          storeClient: this.redis.client,
          insuranceLimiter: new RateLimiterMemory(options),
        })
      : new RateLimiterMemory(options);
  }
}
