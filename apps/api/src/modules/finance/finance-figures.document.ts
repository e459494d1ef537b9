import type { PaymentMethod, TransactionCategory, TransactionStatus, TransactionType } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../platform/mongo/scoped-repository';

/** Entries, and the sum of their amounts in which contra entries are negative. */
export type Tally = { count: number; paise: number };
export type Grain = 'day' | 'month';
export type ByStatus = Partial<Record<TransactionStatus, Tally>>;

/**
 * The totals of a laboratory's day or month. They follow the entries within the same transaction, so that no screen
 * has to scan the entries; a tally of zeros stays where an entry was once counted.
 *
 * Tallies are exact as long as each stays below 2^53 paise, which is ninety trillion rupees.
 */
export type FiguresRow = Stored & {
  laboratoryId: Types.ObjectId;
  grain: Grain;
  /** `2026-11-21` or `2026-11`. */
  period: string;
  cells: Partial<Record<TransactionCategory, Partial<Record<PaymentMethod, ByStatus>>>>;
  /** The cells of each type added up: what a year by days reads instead of them. */
  sums: Partial<Record<TransactionType, ByStatus>>;
};

export const FINANCE_FIGURES_MODEL = 'FinanceFigures';

export const financeFiguresSchema = new Schema<FiguresRow>(
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

financeFiguresSchema.index({ laboratoryId: 1, grain: 1, period: 1 }, { unique: true });
financeFiguresSchema.index({ grain: 1, period: 1, laboratoryId: 1 });
