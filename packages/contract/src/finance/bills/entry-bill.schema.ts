import { z } from 'zod';
import { BusinessDaySchema } from '../../common/day.js';
import { enumOf } from '../../common/enum.js';
import { IdSchema } from '../../common/id.js';

/** The rates of GST in percent. 12 and 28 are on bills of before September 22, 2025, and 40 on later ones. */
export const gstRates = [0, 5, 12, 18, 28, 40] as const;
export type GstRate = (typeof gstRates)[number];

/**
 * How the tax of a bill is divided: within a state into halves for the centre and the state, between states not at all.
 * `gst` where one of the two states is unknown.
 */
export const gstKinds = ['cgst_sgst', 'igst', 'gst'] as const;
export type GstKind = (typeof gstKinds)[number];

/** What an entry says of the bill that it is for. */
export const EntryBillSchema = z.object({
  /** As the supplier wrote it. */
  number: z.string(),
  date: BusinessDaySchema,
  order: z.object({ _id: IdSchema, number: z.string() }),
  gstKind: enumOf(gstKinds),
  /** One per rate above zero. Tax is part of the cost: a laboratory, exempt itself, cannot claim it. */
  taxes: z.array(z.object({ gstRate: z.number().int(), taxablePaise: z.number().int(), taxPaise: z.number().int() })),
  goodsPaise: z.number().int(),
  freightPaise: z.number().int(),
  /** What keeps the entry from being approved, naming the item; none once it is decided. */
  differences: z.array(z.object({ lineId: IdSchema, kind: enumOf(['quantity', 'price']), message: z.string() })),
  /** Nothing differs by more than is tolerated. False once the entry is rejected, cancelled or reversed. */
  readyToPay: z.boolean(),
});
export type EntryBill = z.infer<typeof EntryBillSchema>;
