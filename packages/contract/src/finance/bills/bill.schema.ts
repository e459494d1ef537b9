import { z } from 'zod';
import { actionsOf } from '../../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { enumOf } from '../../common/enum.js';
import { IdSchema } from '../../common/id.js';
import { MAX_AMOUNT_PAISE, pricePaiseUpTo } from '../../common/money.js';
import { requiredText, wholeNumber } from '../../common/text.js';
import { InventoryUnitSchema, MAX_QUANTITY, UnitCostPaiseSchema } from '../../inventory/inventory-item.schema.js';
import { expenseCategories } from '../transaction.category.js';
import { TransactionStatusSchema } from '../transaction.schema.js';
import { CreditableSchema, CreditSchema } from './credit.schema.js';
import { EntryBillSchema, gstKinds, gstRates } from './entry-bill.schema.js';

const PersonSchema = z.object({ _id: IdSchema, name: z.string() });

/** The bills of one order, those that were cancelled included. */
export const MAX_BILLS_OF_ORDER = 50;
/** An order has at most as many. */
const MAX_LINES = 100;

const GstRateSchema = z.literal(gstRates, `Must be one of ${gstRates.join(', ')}`);

const BilledLineBody = z.object({
  /** The line of the order. */
  lineId: IdSchema,
  /** Units of the item. */
  quantity: wholeNumber(1, MAX_QUANTITY),
  /** Of one unit without tax, in paise. */
  pricePaise: UnitCostPaiseSchema,
  /** In percent. */
  gstRate: GstRateSchema,
});

export const EnterBillBody = z
  .object({
    /** As the supplier wrote it; compared without case and spaces. */
    number: requiredText('Bill number is required').max(40, 'Bill number must be at most 40 characters'),
    /** The day on the bill, not in the future. */
    date: requiredText('Date is required').pipe(
      BusinessDaySchema.refine((day) => day >= '2000-01-01', 'Must not be before the year 2000'),
    ),
    lines: z
      .array(BilledLineBody, 'Enter at least one line')
      .min(1, 'Enter at least one line')
      .max(MAX_LINES, `A bill can have at most ${MAX_LINES} lines`)
      .refine(
        (lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length,
        'Each line of the order can appear once',
      ),
    /** With its tax, if any. */
    freightPaise: pricePaiseUpTo(MAX_AMOUNT_PAISE).default(0),
    category: enumOf(expenseCategories, 'Category is required').default('reagents_consumables'),
  })
  .superRefine(({ lines, freightPaise }, context) => {
    // In hundredths of a paisa, with the tax.
    const worth = lines.reduce(
      (sum, { quantity, pricePaise, gstRate }) => sum + BigInt(quantity) * BigInt(pricePaise) * BigInt(100 + gstRate),
      BigInt(freightPaise) * 100n,
    );
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['lines'], message });
    if (worth === 0n) fault('Enter a bill of more than ₹0.00');
    if (worth > BigInt(MAX_AMOUNT_PAISE) * 100n) fault('A bill can be worth at most ₹10,000,000,000.00');
  });
export type EnterBillBody = z.infer<typeof EnterBillBody>;
export type EnterBillInput = z.input<typeof EnterBillBody>;

/** A bill of a supplier. It is never changed: one that was entered wrongly is cancelled with its entry. */
export const BillSchema = EntryBillSchema.extend({
  /** Also of its entry. */
  _id: IdSchema,
  supplier: PersonSchema,
  lines: z.array(
    z.object({
      lineId: IdSchema,
      name: z.string(),
      unit: InventoryUnitSchema,
      quantity: z.number().int(),
      pricePaise: z.number().int(),
      gstRate: z.number().int(),
    }),
  ),
  totalPaise: z.number().int(),
  entry: z.object({ _id: IdSchema, transactionNo: z.string(), status: TransactionStatusSchema }),
  /** In the order in which they were entered. */
  credits: z.array(CreditSchema),
  createdBy: PersonSchema,
  createdAt: InstantSchema,
});
export type Bill = z.infer<typeof BillSchema>;

/** The bills of an order, the newest first, and what the next one is compared with. */
export const OrderBillsSchema = z.object({
  bills: z.array(BillSchema),
  lines: z.array(
    z.object({
      lineId: IdSchema,
      name: z.string(),
      unit: InventoryUnitSchema,
      ordered: z.number().int(),
      received: z.number().int(),
      /** Over the bills whose entries are neither rejected nor cancelled nor reversed. */
      billed: z.number().int(),
      pricePaise: z.number().int(),
    }),
  ),
  /** Returns for which no credit was entered, with each bill that they can be credited on. */
  creditable: z.array(CreditableSchema),
  tolerance: z.object({ percent: z.number().int(), paise: z.number().int() }),
  gstKind: enumOf(gstKinds),
  /** In the laboratory. */
  today: BusinessDaySchema,
  actions: actionsOf('enterBill'),
});
export type OrderBills = z.infer<typeof OrderBillsSchema>;
