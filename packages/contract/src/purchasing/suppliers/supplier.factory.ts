import { nextId, nextNumber } from '../../testing/sequence.js';
import {
  type SupplierLink,
  SupplierLinkSchema,
  type SupplierProposal,
  SupplierProposalSchema,
} from './supplier-link.schema.js';
import { type SupplierReview, SupplierReviewSchema } from './supplier-review.schema.js';
import { CreateSupplierBody, type CreateSupplierInput, type Supplier, SupplierSchema } from './supplier.schema.js';

/** A valid request body with a unique name. */
export function createSupplierBody(overrides: Partial<CreateSupplierInput> = {}): CreateSupplierBody {
  return CreateSupplierBody.parse({ name: `Medline Traders ${nextNumber()}`, ...overrides });
}

const allowed = { allowed: true };

/** An approved supplier that the viewer can edit. */
export function supplier(overrides: Partial<Supplier> = {}): Supplier {
  return SupplierSchema.parse({
    ...createSupplierBody(),
    _id: nextId(),
    code: `MEDLINE-${nextNumber()}`,
    status: 'approved',
    statusReason: null,
    uses: [],
    usedByOthers: false,
    createdAt: '2026-01-05T04:30:00.000Z',
    updatedAt: '2026-01-05T04:30:00.000Z',
    updatedBy: null,
    version: 1,
    actions: { edit: allowed, hold: allowed, block: allowed },
    ...overrides,
  });
}

/** Two texts of one name, without a supplier. */
export function supplierProposal(overrides: Partial<SupplierProposal> = {}): SupplierProposal {
  return SupplierProposalSchema.parse({
    key: 'medline traders',
    name: 'Medline Traders',
    texts: [
      { text: 'Medline Traders', items: 3 },
      { text: 'M/s Medline Traders', items: 1 },
    ],
    items: 4,
    supplier: null,
    ...overrides,
  });
}

/** A link of four items that can be undone. */
export function supplierLink(overrides: Partial<SupplierLink> = {}): SupplierLink {
  const { _id, name, code, status } = supplier({ name: 'Medline Traders' });
  return SupplierLinkSchema.parse({
    _id: nextId(),
    laboratory: { _id: nextId(), name: 'Kolkata Central', code: 'KOL' },
    supplier: { _id, name, code, status },
    createdSupplier: true,
    texts: ['Medline Traders', 'M/s Medline Traders'],
    items: 4,
    remaining: 0,
    status: 'linked',
    kept: 0,
    linkedBy: { _id: nextId(), name: 'Asha Rao' },
    createdAt: '2026-01-05T04:30:00.000Z',
    updatedAt: '2026-01-05T04:30:00.000Z',
    updatedBy: 'Asha Rao',
    version: 1,
    actions: { undo: allowed },
    ...overrides,
  });
}

/** Ten orders in a year, with a reagent of which one bottle was damaged, and whose price rose by a tenth. */
export function supplierReview(overrides: Partial<SupplierReview> = {}): SupplierReview {
  const item = {
    itemId: nextId(),
    item: { itemCode: 'REA-001', name: 'Glucose reagent', unit: 'bottle' as const },
    laboratory: { _id: nextId(), code: 'KOL' },
  };
  return SupplierReviewSchema.parse({
    period: { from: '2025-11-28', to: '2026-11-27' },
    orders: { sent: 10, ended: 7, open: 3, overdue: 1, cancelled: 0 },
    onTime: { lines: 9, of: 12 },
    complete: { lines: 10, of: 11 },
    damaged: { lines: 1, of: 12 },
    refused: { lines: 0, of: 12 },
    faults: { total: 1, items: [{ ...item, arrived: 40, damaged: 1, refused: 0, basisPoints: 250 }] },
    prices: {
      compared: 3,
      changed: 1,
      items: [
        {
          ...item,
          first: { pricePaise: 12_000, on: '2026-01-05' },
          last: { pricePaise: 13_200, on: '2026-10-02' },
          changeBasisPoints: 1_000,
        },
      ],
    },
    ...overrides,
  });
}
