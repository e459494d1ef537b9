import { nextId, nextNumber } from '../../testing/sequence.js';
import { type PurchaseOrder, PurchaseOrderSchema } from './purchase-order.schema.js';

/** An order that the supplier has, of 20 bottles of one item, on which the viewer may perform no action. */
export function purchaseOrder(overrides: Partial<PurchaseOrder> = {}): PurchaseOrder {
  const at = new Date().toISOString();
  return PurchaseOrderSchema.parse({
    _id: nextId(),
    number: `PO-KOL-2026-27-${String(nextNumber()).padStart(6, '0')}`,
    status: 'sent',
    laboratoryId: { _id: nextId(), name: 'Kolkata Central', code: 'KOL', timezone: 'Asia/Kolkata' },
    supplier: { _id: nextId(), code: 'MEDLINE', name: 'Medline Traders' },
    lineCount: 1,
    outstandingLines: 1,
    totalPaise: 250_000,
    nextExpected: '2099-12-01',
    isOverdue: false,
    approvalsGiven: 1,
    approvalsNeeded: 1,
    createdBy: { _id: nextId(), name: 'Meera Nair' },
    createdAt: at,
    updatedAt: at,
    updatedBy: 'Meera Nair',
    version: 1,
    actions: {},
    lines: [
      {
        _id: nextId(),
        itemId: nextId(),
        item: { itemCode: 'REA-001', name: 'Glucose reagent', unit: 'bottle' },
        quantity: 20,
        entered: null,
        packs: [],
        unitNow: 'bottle',
        pricePaise: 12_500,
        expectedOn: '2099-12-01',
        accepted: 0,
        short: 0,
        damaged: 0,
        refused: 0,
        outstanding: 20,
        returned: 0,
      },
    ],
    notes: null,
    supplierNote: null,
    editedBy: null,
    approvals: [],
    rejection: null,
    sent: [],
    emailing: null,
    ended: null,
    receipts: [],
    returns: [],
    letterhead: { address: '12 Park Street, Kolkata', phone: '+91 33 4021 7700', email: null },
    limits: { overDeliveryPercent: 0, shortShelfLifeDays: 60 },
    ...overrides,
  });
}
