import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf, PageQuery, sortBy } from '../common/page.js';
import { ReasonSchema, wholeNumber } from '../common/text.js';
import { InventoryUnitSchema, MAX_QUANTITY } from './inventory-item.schema.js';
import { agreesWithPacks, EnteredPacksSchema, packsDisagree } from './item-package.js';

/** Where a transfer stands. In the first two, stock is in transit; the others are final. */
export const transferStatuses = [
  'sent',
  'partly_received',
  'received',
  'received_short',
  'partly_returned',
  'returned',
] as const;
export const TransferStatusSchema = enumOf(transferStatuses);
export type TransferStatus = (typeof transferStatuses)[number];

export const transferStatusLabels: Record<TransferStatus, string> = {
  sent: 'In transit',
  partly_received: 'Partly received',
  received: 'Received',
  received_short: 'Received with losses',
  partly_returned: 'Rest returned',
  returned: 'Returned',
};

export const openTransferStatuses = ['sent', 'partly_received'] as const satisfies readonly TransferStatus[];

/** The batches of one transfer; each is a line. */
export const MAX_TRANSFER_LINES = 100;

const NotesSchema = z
  .string()
  .trim()
  .max(500, 'Notes must be at most 500 characters')
  .transform((text) => text || null)
  .nullable()
  .default(null);

/** A part of a laboratory that others learn when they exchange stock with it. */
export const TransferLaboratorySchema = z.object({ _id: IdSchema, name: z.string(), code: z.string() });
export type TransferLaboratory = z.infer<typeof TransferLaboratorySchema>;

const SentLineBody = z
  .object({
    itemId: IdSchema,
    batchId: IdSchema.optional(),
    quantity: wholeNumber(1, MAX_QUANTITY),
    /** Where the quantity was entered in packs of the item. */
    entered: EnteredPacksSchema.optional(),
  })
  .refine(agreesWithPacks, packsDisagree);

/**
 * Sends stock of one laboratory to another. Each line takes the usable batches of an item, first expiry first, or the
 * given batch, which must be usable.
 */
export const SendTransferBody = z.object({
  toLaboratoryId: IdSchema,
  lines: z
    .array(SentLineBody, 'Choose at least one item')
    .min(1, 'Choose at least one item')
    .max(MAX_TRANSFER_LINES, `At most ${MAX_TRANSFER_LINES} lines at once`),
  notes: NotesSchema,
});
export type SendTransferBody = z.infer<typeof SendTransferBody>;
export type SendTransferInput = z.input<typeof SendTransferBody>;

const ArrivalSchema = z.object({
  lineId: IdSchema,
  /** What arrived and can be kept. */
  quantity: wholeNumber(0, MAX_QUANTITY),
  /** What did not arrive and is not expected any longer. */
  missing: wholeNumber(0, MAX_QUANTITY).default(0),
  /** What arrived and cannot be used. */
  damaged: wholeNumber(0, MAX_QUANTITY).default(0),
});

/**
 * Without lines, everything that is in transit was received. What is missing or damaged is written off by the receiving
 * laboratory and needs a reason.
 */
export const ReceiveTransferBody = z
  .object({
    lines: z
      .array(ArrivalSchema)
      .max(MAX_TRANSFER_LINES, `At most ${MAX_TRANSFER_LINES} lines at once`)
      .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, 'Each line can appear once')
      .refine(
        (lines) => lines.some(({ quantity, missing, damaged }) => quantity + missing + damaged > 0),
        'Enter the quantity that was received',
      )
      .optional(),
    /** Why something is missing or damaged. The sending laboratory reads it as well. */
    reason: ReasonSchema.optional(),
    notes: NotesSchema,
    version: VersionSchema.optional(),
  })
  .prefault({})
  .refine(({ lines = [], reason }) => reason !== undefined || !lines.some(isShort), {
    path: ['reason'],
    error: 'Reason is required',
  });
export type ReceiveTransferBody = z.infer<typeof ReceiveTransferBody>;
export type ReceiveTransferInput = z.input<typeof ReceiveTransferBody>;

export const ReturnTransferBody = z.object({ reason: ReasonSchema, version: VersionSchema.optional() });
export type ReturnTransferBody = z.infer<typeof ReturnTransferBody>;

export const TransferListQuery = PageQuery.extend({
  /** By number, item name or code, or batch number. */
  search: PageQuery.shape.search,
  sort: sortBy(['createdAt']).default('-createdAt'),
  status: anyOf(TransferStatusSchema).optional(),
  /** On either side. */
  laboratoryId: anyOf(IdSchema).optional(),
  fromLaboratoryId: anyOf(IdSchema).optional(),
  toLaboratoryId: anyOf(IdSchema).optional(),
  /** What a person sent. */
  enteredBy: IdSchema.optional(),
});
export type TransferListQuery = z.infer<typeof TransferListQuery>;

function isShort({ missing, damaged }: z.infer<typeof ArrivalSchema>): boolean {
  return missing > 0 || damaged > 0;
}

/** One batch of a transfer. What is not accounted for is in transit, and no one's usable stock. */
export const TransferLineSchema = z.object({
  _id: IdSchema,
  item: z.object({ itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  /** The item of the viewer's own laboratory: where the batch came from or, once received, where it is. */
  itemId: IdSchema.nullable(),
  batchNumber: z.string(),
  expiryDate: BusinessDaySchema.nullable(),
  openedOn: BusinessDaySchema.nullable(),
  unitCostPaise: z.number().int(),
  /** Why the batch may not be used once received; null if it may. */
  blockedReason: z.string().nullable(),
  quantity: z.number().int(),
  receivedQuantity: z.number().int(),
  missingQuantity: z.number().int(),
  damagedQuantity: z.number().int(),
  returnedQuantity: z.number().int(),
  inTransitQuantity: z.number().int(),
});
export type TransferLine = z.infer<typeof TransferLineSchema>;

export const TransferStepSchema = z.object({
  kind: enumOf(['sent', 'received', 'returned']),
  at: InstantSchema,
  /** The name of the person. */
  by: z.string(),
  notes: z.string().nullable(),
  /** Why something is missing or damaged. */
  reason: z.string().nullable(),
  lines: z.array(
    z.object({
      lineId: IdSchema,
      quantity: z.number().int(),
      missing: z.number().int(),
      damaged: z.number().int(),
    }),
  ),
});
export type TransferStep = z.infer<typeof TransferStepSchema>;

export const transferActions = ['receive', 'return'] as const;
export type TransferAction = (typeof transferActions)[number];

export const StockTransferSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  status: TransferStatusSchema,
  from: TransferLaboratorySchema,
  to: TransferLaboratorySchema,
  lines: z.array(TransferLineSchema),
  /** What happened, in order. */
  steps: z.array(TransferStepSchema),
  notes: z.string().nullable(),
  /** Everything sent, at the cost of its batches. */
  valuePaise: TotalPaiseSchema,
  inTransitValuePaise: TotalPaiseSchema,
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  version: VersionSchema,
  actions: actionsOf(...transferActions),
});
export type StockTransfer = z.infer<typeof StockTransferSchema>;

/** Sent to those who may view the stock of either laboratory. Who acted is left out: their id concerns one side only. */
export const transferEvents = eventsTo(
  { permission: 'inventory.view', people: 'the same holders of the other laboratory' },
  {
    'stock-transfer:updated': z.object({
      _id: IdSchema,
      number: z.string(),
      status: TransferStatusSchema,
      fromLaboratoryId: IdSchema,
      toLaboratoryId: IdSchema,
      at: InstantSchema,
    }),
  },
);
