import { mongo } from 'mongoose';

/** A 64-bit integer in the database. The driver returns it as a number up to 2^53 − 1 and as a `Long` beyond. */
export type StoredInteger = number | mongo.Long;

export function isStoredInteger(value: StoredInteger | object): value is StoredInteger {
  return typeof value === 'number' || value instanceof mongo.Long;
}

/** Exact for every stored integer. */
export function toBigint(stored: StoredInteger): bigint {
  return BigInt(stored.toString());
}
