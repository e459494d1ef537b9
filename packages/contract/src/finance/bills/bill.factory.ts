import { nextId, nextNumber } from '../../testing/sequence.js';
import { type Bill, BillSchema, type OrderBills, OrderBillsSchema } from './bill.schema.js';

/** A pending bill of 20 bottles that agrees with its order. */
export function bill(overrides: Partial<Bill> = {}): Bill {
  const number = nextNumber();
  const _id = nextId();
  return BillSchema.parse({
    _id,
    number: `INV-${number}`,
    date: '2026-11-20',
    order: { _id: nextId(), number: 'PO-KOL-2026-27-000012' },
    supplier: { _id: nextId(), name: 'Medline Traders' },
    lines: [
      { lineId: nextId(), name: 'Glucose reagent', unit: 'bottle', quantity: 20, pricePaise: 12_500, gstRate: 18 },
    ],
    gstKind: 'igst',
    taxes: [{ gstRate: 18, taxablePaise: 250_000, taxPaise: 45_000 }],
    goodsPaise: 250_000,
    freightPaise: 0,
    totalPaise: 295_000,
    entry: { _id, transactionNo: `KOL-2026-27-${String(number).padStart(6, '0')}`, status: 'pending' },
    differences: [],
    readyToPay: true,
    credits: [],
    createdBy: { _id: nextId(), name: 'Meera Nair' },
    createdAt: '2026-11-20T06:30:00.000Z',
    ...overrides,
  });
}

/** No bills yet, of an order of 20 bottles of which 12 were received. */
export function orderBills(overrides: Partial<OrderBills> = {}): OrderBills {
  return OrderBillsSchema.parse({
    bills: [],
    lines: [
      {
        lineId: nextId(),
        name: 'Glucose reagent',
        unit: 'bottle',
        pricePaise: 12_500,
        ordered: 20,
        received: 12,
        billed: 0,
      },
    ],
    creditable: [],
    tolerance: { percent: 1, paise: 10_000 },
    gstKind: 'gst',
    today: '2026-11-27',
    actions: { enterBill: { allowed: true } },
    ...overrides,
  });
}
