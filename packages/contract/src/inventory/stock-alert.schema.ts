import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf, FlagQuery, PageQuery } from '../common/page.js';
import { wholeNumber } from '../common/text.js';
import {
  InventoryListItemSchema,
  InventoryUnitSchema,
  ItemLaboratorySchema,
  MAX_QUANTITY,
} from './inventory-item.schema.js';

/** What a stock alert is about. An item has at most one live alert of each kind. */
export const stockAlertKinds = ['low', 'out', 'expiring', 'expired'] as const;
export const StockAlertKindSchema = enumOf(stockAlertKinds);
export type StockAlertKind = (typeof stockAlertKinds)[number];

export const stockAlertKindLabels: Record<StockAlertKind, string> = {
  low: 'Low stock',
  out: 'Out of stock',
  expiring: 'Expiring',
  expired: 'Expired',
};

/** Every alert except a resolved one is live. */
export const stockAlertStates = ['open', 'acknowledged', 'ordered', 'snoozed', 'resolved'] as const;
export const StockAlertStateSchema = enumOf(stockAlertStates);
export type StockAlertState = (typeof stockAlertStates)[number];

export const stockAlertStateLabels: Record<StockAlertState, string> = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  ordered: 'Ordered',
  snoozed: 'Snoozed',
  resolved: 'Resolved',
};

const stockAlertChanges = ['acknowledge', 'snooze', 'reopen'] as const;
/** What people can do about an alert; `order` is an order of its item. */
export const stockAlertActions = [...stockAlertChanges, 'order'] as const;
export type StockAlertAction = (typeof stockAlertActions)[number];

/** The furthest day to which an alert can be snoozed, from today. */
export const MAX_SNOOZE_DAYS = 90;

export const StockAlertSchema = z.object({
  _id: IdSchema,
  item: z.object({ _id: IdSchema, itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  laboratoryId: ItemLaboratorySchema,
  kind: StockAlertKindSchema,
  state: StockAlertStateSchema,
  /** The last day before the alert opens again, for `ordered` and `snoozed`. */
  until: BusinessDaySchema.nullable(),
  /** For `expiring`: the first batch expires within the urgent period of the laboratory's policy. */
  isUrgent: z.boolean(),
  raisedAt: InstantSchema,
  /** When it went to the laboratory's administrators because no one had acted. */
  escalatedAt: InstantSchema.nullable(),
  resolvedAt: InstantSchema.nullable(),
  /** The person who acted last. */
  actedBy: z.object({ _id: IdSchema, name: z.string() }).nullable(),
  updatedAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf(...stockAlertActions),
});
export type StockAlert = z.infer<typeof StockAlertSchema>;

export const StockAlertListQuery = PageQuery.omit({ search: true }).extend({
  laboratoryId: anyOf(IdSchema).optional(),
  kind: anyOf(StockAlertKindSchema).optional(),
  /** By default, all live ones. */
  state: anyOf(StockAlertStateSchema).optional(),
  itemId: IdSchema.optional(),
  urgent: FlagQuery.optional(),
  /** With or without those that no one acted on in time. */
  escalated: FlagQuery.optional(),
});
export type StockAlertListQuery = z.infer<typeof StockAlertListQuery>;

/** `snooze` needs `until`, a day after today and at most 90 days ahead. */
export const ChangeStockAlertBody = z
  .object({
    action: enumOf(stockAlertChanges, 'Action is required'),
    until: BusinessDaySchema.optional(),
    version: VersionSchema.optional(),
  })
  .refine(({ action, until }) => action !== 'snooze' || until !== undefined, {
    path: ['until'],
    error: 'Date is required',
  });
export type ChangeStockAlertBody = z.infer<typeof ChangeStockAlertBody>;

/** An order with a supplier. A quantity of 0 withdraws it. */
export const OrderItemBody = z
  .object({
    quantity: wholeNumber(0, MAX_QUANTITY),
    /** The expected day of delivery; required for a quantity. */
    expectedOn: BusinessDaySchema.optional(),
    version: VersionSchema.optional(),
  })
  .refine(({ quantity, expectedOn }) => quantity === 0 || expectedOn !== undefined, {
    path: ['expectedOn'],
    error: 'Date is required',
  });
export type OrderItemBody = z.infer<typeof OrderItemBody>;

/** How a suggested order was computed, from these inputs alone; see `suggestedOrder`. */
const ReorderInputsSchema = z.object({
  /** Used in the last 90 days; stock sent to other laboratories does not count. */
  usedIn90Days: z.number().int(),
  leadTimeDays: z.number().int(),
  minQuantity: z.number().int(),
  usableQuantity: z.number().int(),
  orderedQuantity: z.number().int(),
  reorderQuantity: z.number().int(),
});
export type ReorderInputs = z.infer<typeof ReorderInputsSchema>;

/** The days over which the average use is taken. */
export const USE_DAYS = 90;

/**
 * Average daily use × lead time + minimum − usable − ordered, rounded up to whole orders of `reorderQuantity`; 0 if
 * nothing is needed.
 */
export function suggestedOrder(inputs: ReorderInputs): number {
  const useUntilDelivery = Math.ceil((inputs.usedIn90Days * inputs.leadTimeDays) / USE_DAYS);
  const needed = useUntilDelivery + inputs.minQuantity - inputs.usableQuantity - inputs.orderedQuantity;
  if (needed <= 0) return 0;
  const { reorderQuantity: lot } = inputs;
  return lot === 0 ? needed : Math.ceil(needed / lot) * lot;
}

/** An item of which more is needed, and how much. */
export const ReorderSuggestionSchema = InventoryListItemSchema.pick({
  _id: true,
  itemCode: true,
  name: true,
  unit: true,
  category: true,
  supplier: true,
  supplierId: true,
  stockStatus: true,
  laboratoryId: true,
  version: true,
}).extend({
  ...ReorderInputsSchema.shape,
  suggestedQuantity: z.number().int(),
  /** At the cost of the latest purchase. */
  costPaise: TotalPaiseSchema,
  expectedOn: BusinessDaySchema.nullable(),
});
export type ReorderSuggestion = z.infer<typeof ReorderSuggestionSchema>;

export const ReorderQuery = PageQuery.omit({ search: true }).extend({
  laboratoryId: IdSchema.optional(),
  supplier: z.string().trim().min(1).max(120).optional(),
  itemId: IdSchema.optional(),
});
export type ReorderQuery = z.infer<typeof ReorderQuery>;

export const ReorderTotalsQuery = ReorderQuery.pick({ laboratoryId: true, supplier: true });
export type ReorderTotalsQuery = z.infer<typeof ReorderTotalsQuery>;

export const ReorderTotalsSchema = z.object({
  items: z.number().int(),
  costPaise: TotalPaiseSchema,
  /** Suppliers of the items, the most expensive first; null for items without one. */
  suppliers: z.array(
    z.object({ supplier: z.string().nullable(), items: z.number().int(), costPaise: TotalPaiseSchema }),
  ),
});
export type ReorderTotals = z.infer<typeof ReorderTotalsSchema>;

/** Sent to everyone who may view the alert, when it is raised, changed or resolved. */
const StockAlertEvent = z.object({
  _id: IdSchema,
  itemId: IdSchema,
  kind: StockAlertKindSchema,
  state: StockAlertStateSchema,
  laboratoryId: IdSchema,
  version: VersionSchema,
  ...changedBy,
});
export type StockAlertEvent = z.infer<typeof StockAlertEvent>;
export const stockAlertEvents = eventsTo({ permission: 'inventory.view' }, { 'stock-alert:updated': StockAlertEvent });
