import { Injectable } from '@nestjs/common';
import { type Cache, Caches } from '../../platform/cache/caches';
import type { Actor } from '../../platform/domain/actor';

const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;

/** Remembers who is behind a session between requests. */
@Injectable()
export class ActorCache {
  private readonly actors: Cache<Actor | undefined>;
  /** When the next permission ends of people who were resolved here, by the id of the person. */
  private readonly ends = new Map<string, Date>();

  constructor(caches: Caches) {
    this.actors = caches.create({
      name: 'access.actors',
      maxSize: MAX_ENTRIES,
      maxAgeMs: MAX_AGE_MS,
      groupOf: (_, actor) => actor?.userId,
    });
  }

  get(sessionId: string, load: () => Promise<Actor | undefined>): Promise<Actor | undefined> {
    return this.actors.get(sessionId, async () => {
      const actor = await load();
      if (actor?.permissionsEndAt) this.ends.set(actor.userId, actor.permissionsEndAt);
      // A session that no one is behind can come back, such as when a suspension ends.
      return actor ? { value: actor } : { value: actor, until: new Date(0) };
    });
  }

  /** The people among those resolved here of whom a permission has ended since this was last asked. */
  takeEnded(now: Date): string[] {
    const ended = [...this.ends].filter(([, end]) => end <= now).map(([userId]) => userId);
    for (const userId of ended) this.ends.delete(userId);
    return ended;
  }

  invalidate(userIds: readonly string[]): void {
    this.actors.invalidateGroups(userIds);
  }
}
