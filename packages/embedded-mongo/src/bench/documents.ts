import { ObjectId, serialize } from 'bson';
import type { Collection } from 'mongodb';

/** A row of about 220 bytes, typical of large collections. */
export interface Row {
  _id: ObjectId;
  code: string;
  laboratory: number;
  at: Date;
  amount: number;
  patient: string;
  text: string;
}

/** The number of laboratories among which the rows are divided evenly. */
export const LABORATORIES = 200;

const FIRST_DAY = Date.UTC(2020, 0, 1);
const TEXT = 'Complete blood count, lipid profile, thyroid; sample taken at the counter, sent on by van';

/** The row with the given number. */
export function rowOf(n: number): Row {
  return {
    _id: new ObjectId(),
    code: `R-${String(n).padStart(8, '0')}`,
    laboratory: n % LABORATORIES,
    at: new Date(FIRST_DAY + n * 60_000),
    amount: (n * 7919) % 10_000,
    patient: `Patient ${String((n * 104_729) % 1_000_003).padStart(7, '0')}`,
    text: TEXT,
  };
}

/** The bytes of a row. */
export const ROW_BYTES = serialize(rowOf(0)).length;

/** One unique index, one compound index, one on a date. */
export async function indexRows(collection: Collection<Row>): Promise<void> {
  await collection.createIndexes([
    { key: { code: 1 }, unique: true },
    { key: { laboratory: 1, at: -1 } },
    { key: { at: 1 } },
  ]);
}
