import { Schema } from 'mongoose';
import { objectId } from '../../platform/mongo/object-id';
import type { Stored } from '../../platform/mongo/scoped-repository';

/** The network's closed books: there is one document, and none before a period is closed for the first time. */
export type PeriodLockRow = Stored & {
  /** The last closed day of each laboratory's calendar; null where nothing is closed. */
  lockedThrough: string | null;
  updatedBy: string | null;
};

export const PERIOD_LOCK_MODEL = 'PeriodLock';

export const PERIOD_LOCK_ID = objectId('0'.repeat(24));

export const periodLockSchema = new Schema<PeriodLockRow>(
  {
    lockedThrough: { type: String, default: null },
    updatedBy: { type: String, default: null },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'period_locks', versionKey: false },
);
