import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { DryRunSchema } from '../common/bulk.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { pricePaiseUpTo, TotalPaiseSchema } from '../common/money.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { SheetFileSchema, SheetFormatSchema, SheetRowFaultSchema } from '../common/sheet.js';
import { optionalText, requiredText, wholeNumber } from '../common/text.js';
import { batchStatuses, stockStatuses } from './batch.status.js';
import { inventoryCategories, inventoryUnits } from './inventory.category.js';
import { ItemPackageSchema, ItemPackagesBody } from './item-package.js';

/** The largest quantity of one item and of one movement, in its unit. */
export const MAX_QUANTITY = 10_000_000;

export const InventoryCategorySchema = enumOf(inventoryCategories, 'Category is required');
export const InventoryUnitSchema = enumOf(inventoryUnits, 'Unit is required');
export const StockStatusSchema = enumOf(stockStatuses);
export const BatchStatusSchema = enumOf(batchStatuses);

export const inventoryItemStatuses = ['active', 'discontinued'] as const;
export const InventoryItemStatusSchema = enumOf(inventoryItemStatuses);
export type InventoryItemStatus = (typeof inventoryItemStatuses)[number];
export const inventoryItemStatusLabels: Record<InventoryItemStatus, string> = {
  active: 'Active',
  discontinued: 'Discontinued',
};

export const ExpiryDateSchema = BusinessDaySchema.refine(
  (day) => day >= '2000-01-01' && day <= '2100-12-31',
  'Must be between the years 2000 and 2100',
);
/** The number on the label; compared regardless of case. */
export const BatchNumberSchema = requiredText('Batch number is required').max(
  40,
  'Batch number must be at most 40 characters',
);
/** Up to ₹100,000,000.00 a unit. */
/** ₹100,000,000.00, the largest cost of one unit. */
export const MAX_UNIT_COST_PAISE = 10_000_000_000;
export const UnitCostPaiseSchema = pricePaiseUpTo(MAX_UNIT_COST_PAISE);

const describedFields = {
  name: requiredText('Name is required')
    .min(2, 'Name must be at least 2 characters')
    .max(120, 'Name must be at most 120 characters'),
  category: InventoryCategorySchema,
  manufacturer: optionalText('Manufacturer', 120),
  supplier: optionalText('Supplier', 120),
  /** Low stock at or below it; 0 for no alert. */
  minQuantity: wholeNumber(0, MAX_QUANTITY),
  /** The usual quantity of an order; suggestions are rounded up to it. 0 for none. */
  reorderQuantity: wholeNumber(0, MAX_QUANTITY),
  /** The days from an order to its delivery. */
  leadTimeDays: wholeNumber(0, 365),
  /** Of the latest purchase; each batch keeps its own. */
  unitCostPaise: UnitCostPaiseSchema,
  /** How long a batch may be used once opened, including the opening day; null for as long as it has not expired. */
  stabilityDays: wholeNumber(1, 3650).nullable(),
  storageCondition: optionalText('Storage condition', 80),
  storageLocation: optionalText('Storage location', 80),
};

export const inventoryItemFields = {
  ...describedFields,
  itemCode: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9][A-Z0-9./-]{0,29}$/, 'Code must have 1 to 30 letters, digits, dots, slashes or hyphens'),
  /** A supplier that the laboratory uses; null where only the text names one. */
  supplierId: IdSchema.nullable(),
  /** Cannot be changed after the first movement. */
  unit: InventoryUnitSchema,
  /** Whether every batch needs an expiry date. */
  trackExpiry: z.boolean(),
  /**
   * Whether someone has to accept what arrives before it may be used (ISO 15189:2022, 6.6.3). A change applies to later
   * arrivals: it neither blocks stock in use nor accepts what is pending.
   */
  requiresAcceptance: z.boolean(),
  /** The packs that quantities can be entered in. A changed factor applies to later movements only. */
  packages: ItemPackagesBody,
};

/** Why an item starts without stock for those who lack `inventory.stock`. */
export const NO_OPENING_STOCK =
  "You don't have permission to move stock, so you can't enter opening stock. Leave the quantity blank or enter 0.";

export const CreateInventoryItemBody = z
  .object({
    ...inventoryItemFields,
    /** Generated when absent. */
    itemCode: inventoryItemFields.itemCode.optional(),
    manufacturer: describedFields.manufacturer.default(null),
    supplier: describedFields.supplier.default(null),
    supplierId: inventoryItemFields.supplierId.default(null),
    minQuantity: describedFields.minQuantity.default(0),
    reorderQuantity: describedFields.reorderQuantity.default(0),
    leadTimeDays: describedFields.leadTimeDays.default(7),
    unitCostPaise: describedFields.unitCostPaise.default(0),
    stabilityDays: describedFields.stabilityDays.default(null),
    storageCondition: describedFields.storageCondition.default(null),
    storageLocation: describedFields.storageLocation.default(null),
    trackExpiry: inventoryItemFields.trackExpiry.default(true),
    requiresAcceptance: inventoryItemFields.requiresAcceptance.default(false),
    packages: inventoryItemFields.packages.default([]),
    /** The creator's own laboratory unless given; required of a creator who has none. */
    laboratoryId: IdSchema.optional(),
    /** Opening stock, entered as the first batch; needs `inventory.stock`. */
    quantity: wholeNumber(0, MAX_QUANTITY).default(0),
    batchNumber: BatchNumberSchema.optional(),
    expiryDate: ExpiryDateSchema.nullable().optional(),
  })
  .refine(({ quantity, trackExpiry, expiryDate }) => quantity === 0 || !trackExpiry || Boolean(expiryDate), {
    path: ['expiryDate'],
    error: 'Expiry date is required, because this item tracks expiry',
  });
export type CreateInventoryItemBody = z.infer<typeof CreateInventoryItemBody>;
export type CreateInventoryItemInput = z.input<typeof CreateInventoryItemBody>;

/** The fields to change, with the version they were read at. */
export const UpdateInventoryItemBody = z.object({
  ...z.object(inventoryItemFields).partial().shape,
  /** `active` takes a discontinued item back into use. */
  status: enumOf(['active']).optional(),
  version: VersionSchema,
});
export type UpdateInventoryItemBody = z.infer<typeof UpdateInventoryItemBody>;

/** Changes several items: all of them or, if any has a fault, none. */
export const BulkUpdateInventoryBody = z.object({
  updates: z
    .array(z.object({ _id: IdSchema, ...z.object(describedFields).partial().shape, version: VersionSchema.optional() }))
    .min(1, 'Choose at least one item')
    .max(200, 'At most 200 items at once')
    .refine((updates) => new Set(updates.map(({ _id }) => _id)).size === updates.length, 'Each item can appear once'),
  dryRun: DryRunSchema,
});
export type BulkUpdateInventoryBody = z.infer<typeof BulkUpdateInventoryBody>;

export const inventorySorts = ['name', 'itemCode', 'nearestExpiry'] as const;

/** Which items; the same for the list and its export. */
export const InventoryFilterQuery = z.object({
  /** By name, code, manufacturer or batch number. */
  search: PageQuery.shape.search,
  sort: sortBy(inventorySorts).default('name'),
  laboratoryId: anyOf(IdSchema).optional(),
  category: anyOf(InventoryCategorySchema).optional(),
  status: anyOf(InventoryItemStatusSchema).optional(),
  stockStatus: anyOf(StockStatusSchema).optional(),
  /** Items with stock that has not expired and will within so many days. */
  expiringWithin: z.coerce.number<number>().int().min(0).max(366).optional(),
  /** Items with expired stock. */
  expired: FlagQuery.optional(),
  /** Items with stock, whether or not it can be used. */
  inStock: FlagQuery.optional(),
  /** Items with stock that is quarantined, recalled or not accepted yet. */
  blocked: FlagQuery.optional(),
  /** Exact match, ignoring case. */
  supplier: z.string().trim().min(1).max(120).optional(),
  /** The supplier that items are linked to, whatever its name on them. */
  supplierId: IdSchema.optional(),
  storageLocation: z.string().trim().min(1).max(80).optional(),
});
export type InventoryFilterQuery = z.infer<typeof InventoryFilterQuery>;

export const InventoryListQuery = PageQuery.extend(InventoryFilterQuery.shape);
export type InventoryListQuery = z.infer<typeof InventoryListQuery>;

export const InventoryExportQuery = InventoryFilterQuery.extend({ format: SheetFormatSchema.default('xlsx') });
export type InventoryExportQuery = z.infer<typeof InventoryExportQuery>;

export const inventoryItemActions = ['edit', 'move', 'transfer', 'discontinue', 'reactivate'] as const;
export type InventoryItemAction = (typeof inventoryItemActions)[number];

export const ItemLaboratorySchema = z.object({
  _id: IdSchema,
  name: z.string(),
  code: z.string(),
  timezone: z.string(),
});

/** A row of the list. Quantities are whole numbers of `unit`. */
export const InventoryListItemSchema = z.object({
  _id: IdSchema,
  itemCode: z.string(),
  name: z.string(),
  category: InventoryCategorySchema,
  manufacturer: z.string().nullable(),
  /** As entered, also where there is a `supplierId`. */
  supplier: z.string().nullable(),
  supplierId: IdSchema.nullable(),
  unit: InventoryUnitSchema,
  minQuantity: z.number().int(),
  reorderQuantity: z.number().int(),
  leadTimeDays: z.number().int(),
  unitCostPaise: z.number().int(),
  trackExpiry: z.boolean(),
  requiresAcceptance: z.boolean(),
  stabilityDays: z.number().int().nullable(),
  storageCondition: z.string().nullable(),
  storageLocation: z.string().nullable(),
  status: InventoryItemStatusSchema,
  laboratoryId: ItemLaboratorySchema,
  /** Everything in the laboratory, expired and quarantined batches included. */
  quantity: z.number().int(),
  /** What may be used: the batches that are active and not expired. */
  usableQuantity: z.number().int(),
  stockStatus: StockStatusSchema,
  /** The earliest last day of use among usable batches. */
  nearestExpiry: BusinessDaySchema.nullable(),
  /** What has been ordered and not yet received. */
  onOrder: z
    .object({
      quantity: z.number().int(),
      /** The earlier of the days of its parts. */
      expectedOn: BusinessDaySchema,
      /** When the part that was recorded by hand is expected. */
      recordedOn: BusinessDaySchema.optional(),
      /** The part on purchase orders. */
      purchased: z.number().int().optional(),
      purchasedOn: BusinessDaySchema.optional(),
    })
    .nullable(),
  /** The part of the quantity that has expired. */
  expiredQuantity: z.number().int(),
  /** The part of the quantity that is quarantined, recalled or not accepted yet, and not expired. */
  blockedQuantity: z.number().int(),
  /** The quantity of each batch at its own cost. */
  valuePaise: TotalPaiseSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf(...inventoryItemActions),
});
export type InventoryListItem = z.infer<typeof InventoryListItemSchema>;

export const batchActions = ['open', 'quarantine', 'release', 'accept'] as const;
export type BatchAction = (typeof batchActions)[number];

export const BatchSchema = z.object({
  _id: IdSchema,
  batchNumber: z.string(),
  expiryDate: BusinessDaySchema.nullable(),
  openedOn: BusinessDaySchema.nullable(),
  /** The earlier of the expiry date and the end of stability after opening. */
  lastUsableDay: BusinessDaySchema.nullable(),
  quantity: z.number().int(),
  unitCostPaise: z.number().int(),
  status: BatchStatusSchema,
  /** Whether it is quarantined because no one has accepted it since it arrived; `accept` ends that, `release` can't. */
  acceptancePending: z.boolean(),
  isExpired: z.boolean(),
  /** Why the batch must not be used now; null if it may be, or has no stock. */
  unusableReason: z.string().nullable(),
  /** Why it was quarantined or recalled. */
  statusReason: z.string().nullable(),
  receivedAt: InstantSchema,
  actions: actionsOf(...batchActions),
});
export type Batch = z.infer<typeof BatchSchema>;

/** An item with its batches: those with stock by expiry, then the latest of those without. */
export const InventoryItemSchema = InventoryListItemSchema.extend({
  batches: z.array(BatchSchema),
  packages: z.array(ItemPackageSchema),
  /** The sequence number of the latest movement; a count states it to say what it was based on. */
  movementSeq: z.number().int(),
  /** Whether movements use the unit, so that it can no longer be changed. */
  unitFrozen: z.boolean(),
  /** When all of it was counted last, and by whom, whether it agreed or not; null if it never was. */
  lastCount: z
    .object({ at: InstantSchema, day: BusinessDaySchema, by: z.object({ _id: IdSchema, name: z.string() }) })
    .nullable(),
  /** The name of the person who made the last change; null for the system. */
  updatedBy: z.string().nullable(),
});
export type InventoryItem = z.infer<typeof InventoryItemSchema>;

export const ImportInventoryBody = SheetFileSchema.extend({ dryRun: DryRunSchema });
export type ImportInventoryBody = z.infer<typeof ImportInventoryBody>;

/** All rows or none, unless `validRowsOnly` is set: after any fault, or in a dry run, `created` is empty. */
export const InventoryImportSchema = z.object({
  applied: z.boolean(),
  rows: z.number().int(),
  faults: z.array(SheetRowFaultSchema),
  created: z.array(z.object({ _id: IdSchema, name: z.string() })),
});
export type InventoryImport = z.infer<typeof InventoryImportSchema>;
