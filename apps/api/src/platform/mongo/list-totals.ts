import { createHash } from 'node:crypto';
import { mongo } from 'mongoose';

/** The total numbers of matches that lists show; `CachedListTotals` keeps them. */
export abstract class ListTotals {
  abstract of(collection: string, filter: mongo.Document, count: () => Promise<number>): Promise<number>;
}

/** A digest of the filter as BSON, which, unlike JSON, distinguishes regular expressions and undefined values. */
export function digestFilter(filter: mongo.Document): string {
  return createHash('sha256')
    .update(mongo.BSON.serialize(filter, { ignoreUndefined: false }))
    .digest('base64');
}
