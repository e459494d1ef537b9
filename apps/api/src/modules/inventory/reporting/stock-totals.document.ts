import type { InventoryCategory } from '@shifa/contract';
import { Schema, type Types } from 'mongoose';
import type { Stored } from '../../../platform/mongo/scoped-repository';
import type { StoredInteger } from '../../../platform/mongo/stored-integer';

/**
 * The stock of a laboratory in numbers, updated in the transaction of each change, so that no screen has to scan the
 * items. Entries that drop to zero stay.
 */
export type StockTotalsRow = Stored & {
  laboratoryId: Types.ObjectId;
  /** Active items, and those of them with too little stock. */
  items: StoredInteger;
  /** Items that are no longer in use. */
  discontinued?: StoredInteger;
  low: StoredInteger;
  out: StoredInteger;
  /** All rows of the movement ledger. */
  movements: StoredInteger;
  categories?: Partial<Record<InventoryCategory, { items: StoredInteger; paise: StoredInteger }>>;
  /** Batches with stock by their last day of use, `NEVER` included. */
  expiry?: Partial<Record<string, { batches: StoredInteger; paise: StoredInteger }>>;
  swept?: SweptDays;
};

/** The last days of use up to which expiring and urgent batches have been announced; see `StockAlertSweep`. */
export type SweptDays = { warned: string; urgent: string };

export const STOCK_TOTALS_MODEL = 'StockTotals';

export const stockTotalsSchema = new Schema<StockTotalsRow>(
  {
    laboratoryId: { type: Schema.Types.ObjectId, required: true },
    items: Schema.Types.Mixed,
    discontinued: Schema.Types.Mixed,
    low: Schema.Types.Mixed,
    out: Schema.Types.Mixed,
    movements: Schema.Types.Mixed,
    categories: Schema.Types.Mixed,
    expiry: Schema.Types.Mixed,
    swept: new Schema({ warned: String, urgent: String }, { _id: false }),
    version: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    updatedAt: { type: Date, required: true },
  },
  { collection: 'stock_totals', versionKey: false, minimize: false },
);

stockTotalsSchema.index({ laboratoryId: 1 }, { unique: true });
