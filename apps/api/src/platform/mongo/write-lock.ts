import { Schema } from 'mongoose';
import type { WriteStatement } from './deferred-writes';

/** A document that transactions write in order to conflict; see `UnitOfWork.exclusive`. */
type WriteLockRow = {
  /** What is locked, such as `finance:` and the id of a laboratory. */
  _id: string;
  writes: number;
};

export const WRITE_LOCK_MODEL = 'WriteLock';
export const WRITE_LOCKS = 'write_locks';

export const writeLockSchema = new Schema<WriteLockRow>(
  { _id: { type: String, required: true }, writes: { type: Number, required: true } },
  { collection: WRITE_LOCKS, versionKey: false },
);

export type LockIds = string | readonly string[] | null;

/** Sorted, so that two transactions do not wait for each other. */
export function lockKeys(kinds: string | readonly string[], ids: LockIds): string[] {
  const keys = [kinds].flat().flatMap((kind) => [ids ?? []].flat().map((id) => `${kind}:${id}`));
  return [...new Set(keys)].sort();
}

export function lockStatement(key: string): WriteStatement {
  return { updateOne: { filter: { _id: key }, update: { $inc: { writes: 1 } }, upsert: true } };
}
