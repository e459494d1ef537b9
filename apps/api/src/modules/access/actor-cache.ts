import { Injectable, Optional } from '@nestjs/common';
import type { Actor } from '../../platform/http/actor';
import { SharedRedis } from '../../platform/redis/shared-redis';
import { Clock } from '../../platform/time/clock';

const KEPT_MS = 30_000;
const MOST = 10_000;

/**
 * Who is behind a session, remembered between requests. Only where this process is the only one: it then hears of
 * every change before the next request does. Where processes share a Redis, each request asks the database.
 */
@Injectable()
export class ActorCache {
  private readonly entries = new Map<string, { actor: Actor; until: number }>();
  private readonly alone: boolean;
  private generation = 0;

  constructor(
    private readonly clock: Clock,
    @Optional() redis?: SharedRedis,
  ) {
    this.alone = !redis;
  }

  async get(sessionId: string, load: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const now = this.clock.now().getTime();
    const known = this.entries.get(sessionId);
    if (known && known.until > now) return known.actor;

    const { generation } = this;
    const actor = await load();
    this.entries.delete(sessionId);
    // What was read before a change was heard of must not outlive it.
    if (actor && this.alone && generation === this.generation) {
      if (this.entries.size >= MOST) this.entries.clear();
      this.entries.set(sessionId, { actor, until: now + KEPT_MS });
    }
    return actor;
  }

  forget(userId: string): void {
    this.generation += 1;
    for (const [sessionId, { actor }] of this.entries) if (actor.userId === userId) this.entries.delete(sessionId);
  }
}
