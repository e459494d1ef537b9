import { z } from 'zod';
import { actionsOf } from '../../common/action.js';
import { InstantSchema } from '../../common/day.js';
import { enumOf } from '../../common/enum.js';
import { IdSchema, VersionSchema } from '../../common/id.js';
import { PageQuery } from '../../common/page.js';
import { requiredText } from '../../common/text.js';
import { SupplierNameSchema } from './supplier.schema.js';

/** The texts that one acceptance can contain. */
export const MAX_LINKED_TEXTS = 50;
/** The items that one acceptance links; the others follow when it is repeated. */
export const MAX_LINKED_ITEMS = 500;
/** The groups of texts that one answer contains, those with the most items first. */
export const MAX_SUPPLIER_PROPOSALS = 100;

export const SupplierProposalsQuery = z.object({ laboratoryId: IdSchema.optional() });

/** Texts of items that seem to mean the same supplier. */
export const SupplierProposalSchema = z.object({
  /** The normalised text that the group is about. */
  key: z.string(),
  /** The most frequent text, without needless spaces. */
  name: z.string(),
  texts: z.array(z.object({ text: z.string(), items: z.number().int() })),
  /** The items without a supplier that have one of the texts. */
  items: z.number().int(),
  /** The supplier with this name, if there is one that the laboratory uses. */
  supplier: SupplierNameSchema.nullable(),
});
export type SupplierProposal = z.infer<typeof SupplierProposalSchema>;

export const SupplierProposalsSchema = z.object({
  proposals: z.array(SupplierProposalSchema),
  /** How many groups there are; more than listed where there are too many for one answer. */
  groups: z.number().int(),
  /** Not all texts were read, because there are too many. */
  incomplete: z.boolean(),
});
export type SupplierProposals = z.infer<typeof SupplierProposalsSchema>;

/** Links the items with these texts to a supplier: to an existing one, or to a new one of the name. */
export const AcceptSupplierNamesBody = z
  .object({
    laboratoryId: IdSchema.optional(),
    texts: z
      .array(requiredText('Text is required').max(120, 'Text must be at most 120 characters'))
      .min(1, 'Choose at least one text')
      .max(MAX_LINKED_TEXTS, `At most ${MAX_LINKED_TEXTS} texts at once`),
    /** How many items with the texts the person saw. If there are more or fewer now, nothing is linked. */
    items: z.number('Enter a whole number').int('Enter a whole number').min(1, 'Must be at least 1').max(10_000_000),
    supplierId: IdSchema.optional(),
    name: requiredText('Name is required')
      .min(2, 'Name must be at least 2 characters')
      .max(120, 'Name must be at most 120 characters')
      .optional(),
  })
  .refine(({ supplierId, name }) => (supplierId === undefined) !== (name === undefined), {
    path: ['name'],
    error: 'Choose a supplier, or enter the name of a new one',
  });
export type AcceptSupplierNamesBody = z.infer<typeof AcceptSupplierNamesBody>;

export const supplierLinkStatuses = ['linked', 'undone'] as const;
export const SupplierLinkStatusSchema = enumOf(supplierLinkStatuses);

export const UndoSupplierLinkBody = z.object({ version: VersionSchema.optional() }).prefault({});

export const SupplierLinkListQuery = PageQuery.pick({ page: true, limit: true });

/** One acceptance of a proposal, which can be undone. */
export const SupplierLinkSchema = z.object({
  _id: IdSchema,
  laboratory: z.object({ _id: IdSchema, name: z.string(), code: z.string() }),
  supplier: SupplierNameSchema,
  /** Whether the supplier was created for it. Undoing keeps the supplier. */
  createdSupplier: z.boolean(),
  texts: z.array(z.string()),
  /** The items that it linked. */
  items: z.number().int(),
  /** The items with the texts that are still without a supplier. */
  remaining: z.number().int(),
  status: SupplierLinkStatusSchema,
  /** The items that an undo left alone, because someone has changed their supplier since. */
  kept: z.number().int(),
  linkedBy: z.object({ _id: IdSchema, name: z.string() }),
  createdAt: InstantSchema,
  updatedAt: InstantSchema,
  updatedBy: z.string().nullable(),
  version: VersionSchema,
  actions: actionsOf('undo'),
});
export type SupplierLink = z.infer<typeof SupplierLinkSchema>;
