import { UpdateInventoryItemBody } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { EditItems } from '../../src/modules/inventory/edit-items';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { DecideOrders } from '../../src/modules/purchasing/orders/decide-orders';
import { EditOrders } from '../../src/modules/purchasing/orders/edit-orders';
import { MoveOrders } from '../../src/modules/purchasing/orders/move-orders';
import { ReceiveOrder } from '../../src/modules/purchasing/receipts/receive-order';
import { addDays } from '../../src/platform/time/business-day';
import { actorOf, demoHead, demoLaboratories, laboratoryWith } from '../demo-laboratories';
import { type SupplierCode, supplierId } from './supplier.demo';

/** The order of the steps that demo orders have taken. */
const steps = ['draft', 'submitted', 'approved', 'sent', 'partly_received', 'received'] as const;

type Planned = [
  laboratory: string,
  supplier: SupplierCode,
  reached: (typeof steps)[number],
  items: number,
  /** Whether its last item must be accepted before use, and whether a unit arrives damaged and isn't delivered again. */
  unusual?: { accepted?: true; loses?: true },
];

/** The first laboratory and the others have orders in these states. */
const plan: readonly Planned[] = [
  ['KOL', 'MEDLINE', 'draft', 3],
  ['KOL', 'EASTERN', 'submitted', 2],
  ['KOL', 'MEDLINE', 'approved', 2],
  ['KOL', 'MEDLINE', 'sent', 3],
  ['KOL', 'EASTERN', 'partly_received', 2, { accepted: true }],
  ['DXB', 'MEDLINE', 'submitted', 2],
  ['DXB', 'MEDLINE', 'received', 1, { loses: true }],
];

const UNITS = 4;

/** Orders of the demo network in several states. Managers enter them, so that lab admins can decide on what is pending. */
export async function seedOrders(app: INestApplicationContext): Promise<void> {
  const [laboratories, head] = [await demoLaboratories(app), actorOf(await demoHead(app))];
  const [items, moves] = [app.get(ItemRepository), app.get(MoveOrders)];
  for (const [index, [code, supplier, reached, count, { accepted, loses } = {}]] of plan.entries()) {
    const { laboratory, scope, admin, manager, today } = laboratoryWith(code, laboratories);
    const author = actorOf(manager);
    // Below the limit of the laboratory, so that one approval suffices.
    const active = { status: 'active', trackExpiry: true, unitCostPaise: { $lt: 200_000 } };
    const found = await items.find(scope, active, { sort: { sortName: -1 }, limit: 12 });
    const ordered = found.slice(index, index + count);
    const order = await app.get(EditOrders).create(author, {
      laboratoryId: laboratory._id.toHexString(),
      supplierId: supplierId(supplier),
      lines: ordered.map(({ _id, unitCostPaise }) => ({
        itemId: _id.toHexString(),
        quantity: UNITS,
        pricePaise: unitCostPaise,
        expectedOn: addDays(today, 7 + index),
      })),
      notes: null,
    });
    const wanted = steps.indexOf(reached);
    if (wanted >= 1) await moves.submit(author, order._id, {});
    if (wanted >= 2) await app.get(DecideOrders).decide(head, order._id, { approved: true });
    if (wanted >= 3) await moves.send(author, order._id, { way: 'emailed' });
    if (wanted < 4) continue;
    const last = ordered.at(-1)?._id.toHexString();
    if (accepted && last !== undefined) {
      const current = await items.findById(scope, last);
      const change = UpdateInventoryItemBody.parse({ requiresAcceptance: true, version: current?.version });
      await app.get(EditItems).update(actorOf(admin), last, change);
    }
    const lost = loses ? { short: 1, damaged: 1, reason: 'Broken in transit' } : { short: 0, damaged: 0 };
    const batch = { batchNumber: `L${String(index + 1).padStart(2, '0')}-PO`, expiryDate: addDays(today, 500) };
    const quantity = reached === 'received' ? UNITS - lost.short : UNITS / 2;
    const lines = order.lines.map(({ _id: lineId }) => ({
      lineId,
      batches: [{ ...batch, quantity }],
      ...lost,
      refused: 0,
    }));
    const note = { deliveryNote: `DN-${1000 + index}`, acceptShortShelfLife: false };
    await app.get(ReceiveOrder).receive(author, order._id, { lines, ...note });
  }
}
