import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { mongo } from 'mongoose';
import { Caches, type Cache } from '../cache/caches';

/** How long a total may miss documents that others than this process have written: by hand, or the database's TTL. */
const MAX_AGE_MS = 5_000;
const FILTERS_PER_COLLECTION = 500;

/** The total numbers of matches that lists show, kept by filter until this process writes to the collection. */
@Injectable()
export class ListTotals {
  private readonly byCollection = new Map<string, Cache<number>>();

  constructor(private readonly caches: Caches) {}

  async of(collection: string, filter: mongo.Document, count: () => Promise<number>): Promise<number> {
    return this.cacheFor(collection).get(keyOf(filter), async () => ({ value: await count() }));
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

/** A digest of the filter as BSON, which, unlike JSON, distinguishes regular expressions and undefined values. */
function keyOf(filter: mongo.Document): string {
  return createHash('sha256')
    .update(mongo.BSON.serialize(filter, { ignoreUndefined: false }))
    .digest('base64');
}
