import { z } from 'zod';
import { BusinessDaySchema, DayRangeQuery } from '../../common/day.js';
import { IdSchema } from '../../common/id.js';
import { InventoryUnitSchema } from '../../inventory/inventory-item.schema.js';

/** The orders that one review can cover. */
export const MAX_REVIEWED_ORDERS = 5_000;
/** The items that a review names, of each kind. */
export const MAX_REVIEWED_ITEMS = 20;

const day = BusinessDaySchema.refine((text) => text >= '2000-01-01', 'Must not be before the year 2000');

/**
 * The days on which the orders were entered, each in the time zone of its laboratory, both included. Without them, the
 * 365 days through today; with the last one only, the 365 days through it; with the first one only, at most 365 days from
 * it, and none after today.
 */
export const SupplierReviewQuery = DayRangeQuery.safeExtend({
  from: day.optional(),
  to: day.optional(),
  /** All laboratories of the viewer's scope unless given. */
  laboratoryId: IdSchema.optional(),
});
export type SupplierReviewQuery = z.infer<typeof SupplierReviewQuery>;

const count = z.number().int().min(0);

/** So many of so many lines. */
const LinesSchema = z.object({ lines: count, of: z.number().int().min(1) });
export type ReviewedLines = z.infer<typeof LinesSchema>;

/** An item as its latest order names it. Items belong to laboratories, so that the same reagent can be there twice. */
const reviewedItem = {
  itemId: IdSchema,
  item: z.object({ itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  laboratory: z.object({ _id: IdSchema, code: z.string() }),
};

const PriceSchema = z.object({ pricePaise: count, on: BusinessDaySchema });

/**
 * What a supplier has done with the orders that were entered in a period, as they are today. An order counts once the
 * supplier has it: from `sent` on. What does not exist is null, never 0: no line was due, no order has ended, nothing
 * has arrived, nothing was ordered twice. Quantities of different items are never added up, as their units differ.
 */
export const SupplierReviewSchema = z.object({
  period: z.object({ from: BusinessDaySchema, to: BusinessDaySchema }),
  orders: z.object({
    /** `sent`, `partly_received`, `received`, `closed` and `closed_short`. */
    sent: count,
    /** Of these, `received`, `closed` and `closed_short`. */
    ended: count,
    /** Of these, `sent` and `partly_received`. */
    open: count,
    /** Of the open ones, those with an outstanding line whose expected day is over; as in the list of orders. */
    overdue: count,
    /** Sent and then cancelled; not among the others. */
    cancelled: count,
  }),
  /**
   * Lines of which all that was ordered and not reported short was accepted by the expected day of the line, of the
   * lines that can be judged: nothing is outstanding, or the expected day was over, today or when the order was closed
   * short or cancelled. The day of a delivery is that of its receipt. What was damaged or refused has not arrived.
   */
  onTime: LinesSchema.nullable(),
  /** Lines of which at least the ordered quantity was accepted, of the lines of orders that have ended. */
  complete: LinesSchema.nullable(),
  /** Lines of which something arrived damaged, of the lines of which anything arrived. */
  damaged: LinesSchema.nullable(),
  /** Lines of which something was refused at the door, of the lines of which anything arrived. */
  refused: LinesSchema.nullable(),
  /** Items with something damaged or refused. */
  faults: z.object({
    total: count,
    /** The largest share first, at most `MAX_REVIEWED_ITEMS`. */
    items: z.array(
      z.object({
        ...reviewedItem,
        /** Units of the item: accepted, damaged and refused. */
        arrived: z.number().int().min(1),
        damaged: count,
        refused: count,
        /** Of what arrived, damaged and refused together. */
        basisPoints: count,
      }),
    ),
  }),
  /**
   * How the prices of single units have changed, so that packs of any size compare, among the items that were ordered
   * at least twice in the same unit. Null where there are none.
   */
  prices: z
    .object({
      compared: z.number().int().min(1),
      changed: count,
      /** Only what has changed, the largest change first, at most `MAX_REVIEWED_ITEMS`. */
      items: z.array(
        z.object({
          ...reviewedItem,
          /** Of the first and of the last order in the period, with the days on which they were entered. */
          first: PriceSchema,
          last: PriceSchema,
          /** Of the first price; negative where the item has become cheaper, null where it was free at first. */
          changeBasisPoints: z.number().int().nullable(),
        }),
      ),
    })
    .nullable(),
});
export type SupplierReview = z.infer<typeof SupplierReviewSchema>;
