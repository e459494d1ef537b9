import type { PaymentMethod, TransactionCategory, TransactionStatus, TransactionType } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import type { StoredInteger } from '../../../platform/mongo/stored-integer';

/** The number of entries and the sum of their amounts; contra entries count negative. */
export type Tally = { count: number; paise: bigint };
export type StoredTally = Record<keyof Tally, StoredInteger>;
export type Grain = 'day' | 'month';
/** What reports can tell apart, besides laboratories, periods, types and statuses. */
export const totalsDimensions = ['category', 'paymentMethod'] as const;
export type TotalsDimension = (typeof totalsDimensions)[number];
export type ByStatus = Partial<Record<TransactionStatus, StoredTally>>;

/**
 * The totals of a laboratory for a day or a month, updated in the transaction of each entry, so that no screen has to
 * scan the entries. A tally that drops to zero stays. Tallies are exact up to 2^63 − 1: nine million entries of the
 * largest amount in one laboratory and month.
 */
export type LedgerTotalsRow = Stored & {
  laboratoryId: Types.ObjectId;
  grain: Grain;
  /** `2026-11-21` or `2026-11`. */
  period: string;
  cells: Partial<Record<TransactionCategory, Partial<Record<PaymentMethod, ByStatus>>>>;
  /** The cells of each type added up, for reports that need no categories or methods. */
  sums: Partial<Record<TransactionType, ByStatus>>;
};

export const LEDGER_TOTALS_MODEL = 'LedgerTotals';

export const ledgerTotalsSchema = new Schema<LedgerTotalsRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    grain: { type: String, enum: ['day', 'month'], required: true },
    period: { type: String, required: true },
    cells: { type: Schema.Types.Mixed, required: true },
    sums: { type: Schema.Types.Mixed, required: true },
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'finance-figures', versionKey: false, minimize: false },
);

ledgerTotalsSchema.index({ laboratoryId: 1, grain: 1, period: 1 }, { unique: true });
ledgerTotalsSchema.index({ grain: 1, period: 1, laboratoryId: 1 });
