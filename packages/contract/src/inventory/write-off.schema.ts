import { z } from 'zod';
import { actionsOf } from '../common/action.js';
import { BusinessDaySchema, InstantSchema } from '../common/day.js';
import { enumOf } from '../common/enum.js';
import { changedBy, eventsTo } from '../common/event.js';
import { IdSchema, VersionSchema } from '../common/id.js';
import { TotalPaiseSchema } from '../common/money.js';
import { anyOf, FlagQuery, PageQuery, sortBy } from '../common/page.js';
import { EnteredPacksSchema } from './item-package.js';
import { InventoryUnitSchema, ItemLaboratorySchema } from './inventory-item.schema.js';

/** A write-off above the limit waits for a decision; the others are final. */
export const writeOffStatuses = ['pending', 'approved', 'rejected', 'withdrawn'] as const;
export const WriteOffStatusSchema = enumOf(writeOffStatuses);
export type WriteOffStatus = (typeof writeOffStatuses)[number];

export const writeOffStatusLabels: Record<WriteOffStatus, string> = {
  pending: 'Pending approval',
  approved: 'Written off',
  rejected: 'Rejected',
  withdrawn: 'Withdrawn',
};

export const WriteOffListQuery = PageQuery.omit({ search: true }).extend({
  sort: sortBy(['createdAt']).default('-createdAt'),
  status: anyOf(WriteOffStatusSchema).optional(),
  laboratoryId: anyOf(IdSchema).optional(),
  itemId: IdSchema.optional(),
  /** What a person requested. */
  enteredBy: IdSchema.optional(),
  /** Only what the viewer can decide on. */
  waitingForMe: FlagQuery.optional(),
});
export type WriteOffListQuery = z.infer<typeof WriteOffListQuery>;

export const WithdrawWriteOffBody = z.object({ version: VersionSchema.optional() }).prefault({});

export const writeOffActions = ['approve', 'reject', 'withdraw'] as const;
export type WriteOffAction = (typeof writeOffActions)[number];

/** Stock that someone wants to write off. While it waits, it is set aside: held and not usable. */
export const WriteOffSchema = z.object({
  _id: IdSchema,
  number: z.string(),
  status: WriteOffStatusSchema,
  item: z.object({ _id: IdSchema, itemCode: z.string(), name: z.string(), unit: InventoryUnitSchema }),
  laboratoryId: ItemLaboratorySchema,
  lines: z.array(
    z.object({
      batchNumber: z.string(),
      expiryDate: BusinessDaySchema.nullable(),
      quantity: z.number().int(),
      valuePaise: TotalPaiseSchema,
    }),
  ),
  quantity: z.number().int(),
  /** The packs that the quantity was entered in; null where it was entered in units. */
  entered: EnteredPacksSchema.nullable(),
  valuePaise: TotalPaiseSchema,
  /** The limit of the laboratory when it was requested. */
  limitPaise: z.number().int(),
  reason: z.string(),
  notes: z.string().nullable(),
  requestedBy: z.object({ _id: IdSchema, name: z.string() }),
  decidedBy: z.string().nullable(),
  decidedAt: InstantSchema.nullable(),
  /** Why it was rejected, or a note to the approval. */
  decisionReason: z.string().nullable(),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf(...writeOffActions),
});
export type WriteOff = z.infer<typeof WriteOffSchema>;

/** Sent to those who can view the stock of the laboratory. */
export const writeOffEvents = eventsTo(
  { permission: 'inventory.view' },
  {
    'write-off:updated': z.object({
      _id: IdSchema,
      number: z.string(),
      itemId: IdSchema,
      laboratoryId: IdSchema,
      status: WriteOffStatusSchema,
      version: VersionSchema,
      ...changedBy,
    }),
  },
);
