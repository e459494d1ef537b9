import { Injectable } from '@nestjs/common';
import { type Cache, Caches } from '../../platform/cache/caches';
import type { Actor } from '../../platform/domain/actor';
import { Clock } from '../../platform/time/clock';

const MAX_AGE_MS = 30_000;
const MAX_ENTRIES = 10_000;

/** Remembers who is behind a session between requests. */
@Injectable()
export class ActorCache {
  private readonly actors: Cache<Actor | undefined>;
  /** When people who were resolved here can next do less without any write, by the id of the person. */
  private readonly ends = new Map<string, Date>();

  constructor(
    caches: Caches,
    private readonly clock: Clock,
  ) {
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
      const end = actor && this.nextEndOf(actor);
      if (end) this.ends.set(actor.userId, end);
      // A session that no one is behind can come back, such as when a suspension ends.
      return actor ? { value: actor } : { value: actor, until: new Date(0) };
    });
  }

  /** The people among those resolved here who can do less since this was last asked. */
  takeEnded(now: Date): string[] {
    const ended = [...this.ends].filter(([, end]) => end <= now).map(([userId]) => userId);
    for (const userId of ended) this.ends.delete(userId);
    return ended;
  }

  invalidate(userIds: readonly string[]): void {
    this.actors.invalidateGroups(userIds);
  }

  /** After a change that concerns whole roles. */
  clear(): void {
    this.actors.clear();
  }

  /** The end of a permission, or of the time to add a second factor. */
  private nextEndOf({ permissionsEndAt, secondFactorDueAt }: Actor): Date | undefined {
    const now = this.clock.now();
    return [permissionsEndAt, secondFactorDueAt]
      .filter((end) => end !== undefined && end > now)
      .toSorted((a, b) => Number(a) - Number(b))[0];
  }
}
