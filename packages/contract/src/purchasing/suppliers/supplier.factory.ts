import { nextId, nextNumber } from '../../testing/sequence.js';
import {
  type SupplierLink,
  SupplierLinkSchema,
  type SupplierProposal,
  SupplierProposalSchema,
} from './supplier-link.schema.js';
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
