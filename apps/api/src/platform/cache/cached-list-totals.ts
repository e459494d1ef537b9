import { Injectable } from '@nestjs/common';
import { digestFilter, ListTotals } from '../mongo/list-totals';
import { Caches, type Cache } from './caches';

/** How long a total may miss documents that others than this process have written: by hand, or the database's TTL. */
const MAX_AGE_MS = 5_000;
const FILTERS_PER_COLLECTION = 500;

/** Keeps totals by filter until this process writes to the collection. */
@Injectable()
export class CachedListTotals extends ListTotals {
  private readonly byCollection = new Map<string, Cache<number>>();

  constructor(private readonly caches: Caches) {
    super();
  }

  async of(collection: string, filter: object, count: () => Promise<number>): Promise<number> {
    return this.cacheFor(collection).get(digestFilter(filter), async () => ({ value: await count() }));
  }

  private cacheFor(collection: string): Cache<number> {
    const known = this.byCollection.get(collection);
    if (known) return known;
    const totals = this.caches.create<number>({
      name: `totals of ${collection}`,
      maxSize: FILTERS_PER_COLLECTION,
      maxAgeMs: MAX_AGE_MS,
      collection,
    });
    this.byCollection.set(collection, totals);
    return totals;
  }
}
