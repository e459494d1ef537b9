import { Injectable, Optional } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../platform/domain/actor';
import { SharedRedis } from '../../platform/redis/shared-redis';
import { Clock } from '../../platform/time/clock';

const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;

/**
 * Remembers who is behind a session between requests, but only where this process is the only one, because it then
 * hears of every change before the next request does. Where processes share a Redis, each request asks the database.
 */
@Injectable()
export class ActorCache {
  private readonly actors: LRUCache<string, Actor>;
  private readonly enabled: boolean;
  private generation = 0;
  /** When the next permission ends of people who were resolved here, by the id of the person. */
  private readonly ends = new Map<string, Date>();

  constructor(clock: Clock, @Optional() redis?: SharedRedis) {
    this.enabled = !redis;
    // An entry is served through the last millisecond of its ttl. The resolution keeps no reading of the clock.
    const perf = { now: () => clock.now().getTime() };
    this.actors = new LRUCache({ max: MAX_ENTRIES, ttl: MAX_AGE_MS - 1, ttlResolution: 0, perf });
  }

  async get(sessionId: string, load: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    const cached = this.actors.get(sessionId);
    if (cached) return cached;

    const { generation } = this;
    const actor = await load();
    if (actor?.permissionsEndAt) this.ends.set(actor.userId, actor.permissionsEndAt);
    // What was read before a change was heard of must not outlive it.
    if (actor && this.enabled && generation === this.generation) this.actors.set(sessionId, actor);
    return actor;
  }

  /** The people among those resolved here of whom a permission has ended since this was last asked. */
  takeEnded(now: Date): string[] {
    const ended = [...this.ends].filter(([, end]) => end <= now).map(([userId]) => userId);
    for (const userId of ended) this.ends.delete(userId);
    return ended;
  }

  forget(userId: string): void {
    this.generation += 1;
    for (const [sessionId, actor] of this.actors.entries()) {
      if (actor.userId === userId) this.actors.delete(sessionId);
    }
  }
}
