import { z } from 'zod';
import { actionsOf } from '../../common/action.js';
import { EmailSchema } from '../../common/contact.js';
import { BusinessDaySchema, InstantSchema } from '../../common/day.js';
import { enumOf } from '../../common/enum.js';
import { eventsTo } from '../../common/event.js';
import { IdSchema, VersionSchema } from '../../common/id.js';
import { MAX_AMOUNT_PAISE } from '../../common/money.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../../common/page.js';
import { RoleSchema } from '../../common/role.js';
import { SheetFormatSchema } from '../../common/sheet.js';
import { ReasonSchema, wholeNumber } from '../../common/text.js';
import {
  InventoryUnitSchema,
  ItemLaboratorySchema,
  MAX_QUANTITY,
  UnitCostPaiseSchema,
} from '../../inventory/inventory-item.schema.js';
import { agreesWithPacks, EnteredPacksSchema, ItemPackageSchema, packsDisagree } from '../../inventory/item-package.js';
import { GoodsReceiptSchema } from '../receipts/goods-receipt.schema.js';
import { GoodsReturnSchema } from '../returns/goods-return.schema.js';
import { purchaseOrderActions, purchaseOrderStatuses } from './purchase-order.status.js';

export const PurchaseOrderStatusSchema = enumOf(purchaseOrderStatuses);

export const MAX_ORDER_LINES = 100;

/** How a supplier learned of an order. */
export const orderWays = ['printed', 'emailed', 'told'] as const;
export type OrderWay = (typeof orderWays)[number];
export const orderWayLabels: Record<OrderWay, string> = {
  printed: 'Handed over on paper',
  emailed: 'Emailed',
  told: 'Told by phone or in person',
};

/** What became of an email: on its way or to be tried again, accepted by the mail host, or given up. */
export const orderDeliveries = ['waiting', 'sent', 'failed'] as const;
export type OrderDelivery = (typeof orderDeliveries)[number];

const NotesSchema = z
  .string()
  .trim()
  .max(500, 'Notes must be at most 500 characters')
  .transform((text) => text || null)
  .nullable()
  .default(null);

const OrderLineBody = z
  .object({
    itemId: IdSchema,
    /** Units of the item. */
    quantity: wholeNumber(1, MAX_QUANTITY),
    /** Of quantity and price; refused if the item has another one now. That of the stored line or the item if absent. */
    unit: InventoryUnitSchema.optional(),
    /** Where the quantity was entered in packs of the item. */
    entered: EnteredPacksSchema.optional(),
    /** Of one unit, in paise. */
    pricePaise: UnitCostPaiseSchema,
    /** The day of delivery that the supplier is asked for. */
    expectedOn: BusinessDaySchema,
  })
  .refine(agreesWithPacks, packsDisagree);

/** In whole paise; exact, as a line can be worth more than 2^53 paise. */
export function orderTotal(lines: readonly { quantity: number; pricePaise: number }[]): bigint {
  return lines.reduce((sum, { quantity, pricePaise }) => sum + BigInt(quantity) * BigInt(pricePaise), 0n);
}

const linesField = z
  .array(OrderLineBody, 'Add at least one item')
  .min(1, 'Add at least one item')
  .max(MAX_ORDER_LINES, `An order can have at most ${MAX_ORDER_LINES} lines`)
  .superRefine((lines, context) => {
    for (const [index, { itemId }] of lines.entries()) {
      if (lines.findIndex((line) => line.itemId === itemId) === index) continue;
      context.addIssue({ code: 'custom', path: [index, 'itemId'], message: 'This item is already on the order' });
    }
    if (orderTotal(lines) > BigInt(MAX_AMOUNT_PAISE)) {
      context.addIssue({ code: 'custom', message: 'An order can be worth at most ₹10,000,000,000.00' });
    }
  });

export const CreatePurchaseOrderBody = z.object({
  /** The creator's own laboratory unless given. */
  laboratoryId: IdSchema.optional(),
  supplierId: IdSchema,
  lines: linesField,
  notes: NotesSchema,
});
export type CreatePurchaseOrderBody = z.infer<typeof CreatePurchaseOrderBody>;
export type CreatePurchaseOrderInput = z.input<typeof CreatePurchaseOrderBody>;

/** Replaces the content as a whole. */
export const UpdatePurchaseOrderBody = CreatePurchaseOrderBody.omit({ laboratoryId: true }).extend({
  version: VersionSchema.optional(),
});
export type UpdatePurchaseOrderBody = z.infer<typeof UpdatePurchaseOrderBody>;

/** One draft per supplier, at the latest price of each item. */
export const DraftOrdersBody = z.object({
  laboratoryId: IdSchema.optional(),
  items: z
    .array(
      z.object({
        itemId: IdSchema,
        quantity: wholeNumber(1, MAX_QUANTITY),
        /** What was on order of it in the suggestion. An item of which more is on order now is skipped. */
        orderedQuantity: wholeNumber(0, MAX_QUANTITY).optional(),
      }),
      'Choose at least one item',
    )
    .min(1, 'Choose at least one item')
    .max(MAX_ORDER_LINES, `At most ${MAX_ORDER_LINES} items at once`)
    .refine((items) => new Set(items.map(({ itemId }) => itemId)).size === items.length, 'Each item can appear once'),
});
export type DraftOrdersBody = z.infer<typeof DraftOrdersBody>;

export const OrderVersionBody = z.object({ version: VersionSchema.optional() }).prefault({});
export const OrderReasonBody = z.object({ reason: ReasonSchema, version: VersionSchema.optional() });
export const SendOrderBody = z
  .object({
    way: enumOf(orderWays, 'Choose how'),
    /** Where the product emails the order to. When absent, it is only recorded as sent. */
    email: EmailSchema.optional(),
    version: VersionSchema.optional(),
  })
  .refine(({ way, email }) => email === undefined || way === 'emailed', {
    path: ['email'],
    error: 'Only an order that is emailed has an address',
  });
export type SendOrderBody = z.infer<typeof SendOrderBody>;

const filters = {
  /** By number, supplier, or item. */
  search: PageQuery.shape.search,
  status: anyOf(PurchaseOrderStatusSchema).optional(),
  laboratoryId: anyOf(IdSchema).optional(),
  supplierId: IdSchema.optional(),
  itemId: IdSchema.optional(),
  /** Orders that a person entered. */
  enteredBy: IdSchema.optional(),
  /** First and last day on which the order was entered, in the time zone of its laboratory, both included. */
  from: BusinessDaySchema.optional(),
  to: BusinessDaySchema.optional(),
  /** With a line whose expected day is over. */
  overdue: FlagQuery.optional(),
  /** Only what the viewer can decide on. */
  waitingForMe: FlagQuery.optional(),
};

export const PurchaseOrderListQuery = PageQuery.extend({
  ...filters,
  sort: sortBy(['createdAt']).default('-createdAt'),
});
export type PurchaseOrderListQuery = z.infer<typeof PurchaseOrderListQuery>;

export const PurchaseOrderExportQuery = z.object({
  ...filters,
  sort: PurchaseOrderListQuery.shape.sort,
  format: SheetFormatSchema.default('xlsx'),
});
export type PurchaseOrderExportQuery = z.infer<typeof PurchaseOrderExportQuery>;

/** One row per line of an order. */
export const purchaseOrderExportColumns = {
  number: 'Order',
  status: 'Status',
  laboratory: 'Laboratory code',
  supplier: 'Supplier',
  itemCode: 'Item code',
  item: 'Item',
  quantity: 'Quantity',
  unit: 'Unit',
  price: 'Price per unit (₹)',
  amount: 'Amount (₹)',
  accepted: 'Received',
  outstanding: 'Outstanding',
  expectedOn: 'Expected',
  createdBy: 'Entered by',
  createdOn: 'Entered on',
} as const;

const PersonSchema = z.object({ _id: IdSchema, name: z.string() });

export const PurchaseOrderLineSchema = z.object({
  _id: IdSchema,
  itemId: IdSchema,
  item: z.object({ itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  quantity: z.number().int(),
  entered: EnteredPacksSchema.nullable(),
  /** The packs that the item has now. */
  packs: z.array(ItemPackageSchema),
  /** The unit that the item has now; only in drafts another one than that of the line. */
  unitNow: InventoryUnitSchema,
  pricePaise: z.number().int(),
  expectedOn: BusinessDaySchema,
  /** Over all receipts. What is damaged or refused is still outstanding. */
  accepted: z.number().int(),
  short: z.number().int(),
  damaged: z.number().int(),
  refused: z.number().int(),
  outstanding: z.number().int(),
  /** Of what was accepted, what went back to the supplier; it is not expected again. */
  returned: z.number().int(),
});
export type PurchaseOrderLine = z.infer<typeof PurchaseOrderLineSchema>;

export const PurchaseOrderListItemSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  status: PurchaseOrderStatusSchema,
  laboratoryId: ItemLaboratorySchema,
  supplier: PersonSchema.extend({ code: z.string() }),
  lineCount: z.number().int(),
  /** The lines of which something is outstanding. */
  outstandingLines: z.number().int(),
  totalPaise: z.number().int(),
  /** The earliest expected day of what the supplier has not delivered; null unless the order was sent. */
  nextExpected: BusinessDaySchema.nullable(),
  isOverdue: z.boolean(),
  approvalsGiven: z.number().int(),
  approvalsNeeded: z.number().int(),
  createdBy: PersonSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...purchaseOrderActions),
});
export type PurchaseOrderListItem = z.infer<typeof PurchaseOrderListItemSchema>;

export const PurchaseOrderSchema = PurchaseOrderListItemSchema.extend({
  lines: z.array(PurchaseOrderLineSchema),
  notes: z.string().nullable(),
  /** Why the supplier gets no new order, where that is so; the order can still be received. */
  supplierNote: z.string().nullable(),
  editedBy: PersonSchema.nullable(),
  approvals: z.array(
    z.object({
      by: PersonSchema.extend({ role: RoleSchema }),
      at: InstantSchema,
      /** Why it counts only as the first of two. */
      note: z.string().nullable(),
    }),
  ),
  /** Why the order is a draft again; null once it is submitted again. */
  rejection: z.object({ reason: z.string(), by: PersonSchema, at: InstantSchema }).nullable(),
  sent: z.array(
    z.object({
      way: enumOf(orderWays),
      /** Where the product emailed it to; null where people sent it themselves. */
      email: z.string().nullable(),
      /** What became of that email; null where there was none, or where that was not kept yet. */
      delivery: enumOf(orderDeliveries).nullable(),
      by: PersonSchema,
      at: InstantSchema,
    }),
  ),
  /** How the product can email the order; null where no mail host is set up. */
  emailing: z
    .object({
      /** The address of the first contact of the supplier that has one. */
      suggested: z.string().nullable(),
    })
    .nullable(),
  /** How the order ended, other than by receipts. */
  ended: z.object({ reason: z.string().nullable(), by: PersonSchema, at: InstantSchema }).nullable(),
  receipts: z.array(GoodsReceiptSchema),
  returns: z.array(GoodsReturnSchema),
  /** Of the laboratory, for the paper that its supplier gets. */
  letterhead: z.object({ address: z.string(), phone: z.string(), email: z.string().nullable() }),
  /** The limits of the laboratory for receipts. */
  limits: z.object({ overDeliveryPercent: z.number().int(), shortShelfLifeDays: z.number().int() }),
});
export type PurchaseOrder = z.infer<typeof PurchaseOrderSchema>;

export const DraftedOrdersSchema = z.object({
  orders: z.array(PurchaseOrderListItemSchema),
  /** What no draft was made for, and why. */
  skipped: z.array(z.object({ itemId: IdSchema, name: z.string(), reason: z.string() })),
});
export type DraftedOrders = z.infer<typeof DraftedOrdersSchema>;

/** Sent to those who can view the orders of the laboratory. */
export const purchaseOrderEvents = eventsTo(
  { permission: 'purchaseOrders.view' },
  {
    'purchase-order:updated': z.object({
      _id: IdSchema,
      number: z.string(),
      status: PurchaseOrderStatusSchema,
      laboratoryId: IdSchema,
      version: VersionSchema,
      by: PersonSchema.nullable(),
      at: InstantSchema,
    }),
  },
);
