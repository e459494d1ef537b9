import { MAX_AMOUNT_PAISE, type PurchaseOrderStatus } from '@shifa/contract';
import { mongo } from 'mongoose';
import { derivedFields } from '../../src/modules/purchasing/orders/purchase-orders';
import type { PurchaseOrderRow } from '../../src/modules/purchasing/orders/purchase-order.repository';
import { addDays } from '../../src/platform/time/business-day';

const suppliers = ['Medline Traders', 'Meril Diagnostics', 'Roche', 'Transasia', 'Bengal Power', 'Zenith Labware'];
const LINES = 10;
const ITEMS = 200;
/** Of a hundred orders, most have ended. */
const statuses: readonly PurchaseOrderStatus[] = [
  ...Array<PurchaseOrderStatus>(90).fill('closed'),
  ...(['draft', 'pending_approval', 'approved', 'sent', 'sent', 'partly_received', 'received'] as const),
  ...(['closed_short', 'cancelled', 'cancelled'] as const),
];

/** Orders of ten lines over the last 366 days, with the same figures whenever they are made. */
export function* manyOrders(
  count: number,
  laboratories: readonly mongo.ObjectId[],
  from: string,
): Generator<mongo.Document> {
  const by = { _id: new mongo.ObjectId(), name: 'Meera Nair' };
  const supplierRows = suppliers.map((name, index) => ({ _id: new mongo.ObjectId(), code: `SUP-${index}`, name }));
  const items = Array.from({ length: ITEMS }, (_, index) => {
    return { _id: new mongo.ObjectId(), itemCode: `RGT-${1000 + index}`, name: `Reagent ${index}`, unit: 'bottle' };
  });
  for (let index = 0; index < count; index += 1) {
    const day = addDays(from, Math.floor((index * 366) / count));
    const createdAt = new Date(`${day}T06:00:00.000Z`);
    createdAt.setSeconds(index % 3_600);
    const status = statuses[(index * 37) % statuses.length];
    const isEnded = status === 'closed' || status === 'received';
    const lines = Array.from({ length: LINES }, (_, line) => ({
      ...{ _id: new mongo.ObjectId(), item: items[(index * 7 + line) % ITEMS], quantity: 10, entered: null },
      ...{ pricePaise: 12_000 + line, expectedOn: addDays(day, 7), accepted: isEnded ? 10 : 0 },
      ...{ short: 0, damaged: 0, refused: 0 },
    }));
    const totalPaise = lines.reduce((sum, { quantity, pricePaise }) => sum + quantity * pricePaise, 0);
    const row = {
      _id: new mongo.ObjectId(),
      number: `PO-MANY-2026-27-${String(index).padStart(6, '0')}`,
      laboratoryId: laboratories[index % laboratories.length],
      supplier: supplierRows[index % supplierRows.length],
      ...{ lines, notes: null, totalPaise: Math.min(totalPaise, MAX_AMOUNT_PAISE), status },
      basis: { supplierId: supplierRows[index % supplierRows.length]?._id, lines: [] },
      ...{ isAboveLimit: false, approvals: [], rejection: null, sent: [], ended: null, receipts: [] },
      ...{ createdBy: by, editedBy: null, updatedBy: by.name, overdueTold: null },
      ...{ version: 1, createdAt, updatedAt: createdAt },
    };
    yield { ...row, ...derivedFields(row as unknown as PurchaseOrderRow) };
  }
}
