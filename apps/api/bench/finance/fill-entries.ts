import type { mongo } from 'mongoose';
import { filled } from '../bench-app';
import { addDays, businessDay, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { manyEntries } from './many-entries';

const BATCH = 5_000;
/** One entry of each other status for this many approved ones: 1 % are pending, and 1 % are approved once. */
const APPROVED = 94;

/** Adds random entries of the last 366 days, past the product; the ledger totals have to be rebuilt afterwards. */
export async function fillEntries(
  client: mongo.MongoClient,
  laboratories: readonly mongo.ObjectId[],
  count: number,
): Promise<void> {
  const entries = client.db().collection('transactions');
  const from = addDays(businessDay(new Date(), NETWORK_TIMEZONE), -365);
  await filled(entries, async () => {
    let batch: mongo.Document[] = [];
    for (const row of manyEntries(count, laboratories, { from, days: 366, approved: APPROVED })) {
      if (batch.push(row) < BATCH) continue;
      await entries.insertMany(batch, { ordered: false });
      batch = [];
    }
    if (batch.length > 0) await entries.insertMany(batch, { ordered: false });
  });
}
