import { UpdateInventoryItemBody } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { EditItems } from '../../src/modules/inventory/edit-items';
import { ItemRepository } from '../../src/modules/inventory/stock/item.repository';
import { DecideOrders } from '../../src/modules/purchasing/orders/decide-orders';
import { EditOrders } from '../../src/modules/purchasing/orders/edit-orders';
import { MoveOrders } from '../../src/modules/purchasing/orders/move-orders';
import { ReceiveOrder } from '../../src/modules/purchasing/receipts/receive-order';
import { StaffPort } from '../../src/modules/staff/staff.port';
import { addDays } from '../../src/platform/time/business-day';
import { actorOf, demoLaboratories } from '../demo-laboratories';
import { supplierId } from './supplier.demo';

/** The order of the steps that demo orders have taken. */
const steps = ['draft', 'submitted', 'approved', 'sent', 'partly_received', 'received'] as const;

type Planned = {
  code: string;
  supplier: string;
  reached: (typeof steps)[number];
  items: number;
  /** Whether its last item must be accepted before use. */
  accepted?: true;
  /** Whether a unit arrives damaged and is not delivered again. */
  loses?: true;
};

/** The first laboratory and the others have orders in these states. */
const plan: readonly Planned[] = [
  { code: 'KOL', supplier: 'Medline Traders', reached: 'draft', items: 3 },
  { code: 'KOL', supplier: 'Eastern Lab Systems', reached: 'submitted', items: 2 },
  { code: 'KOL', supplier: 'Medline Traders', reached: 'approved', items: 2 },
  { code: 'KOL', supplier: 'Medline Traders', reached: 'sent', items: 3 },
  { code: 'KOL', supplier: 'Eastern Lab Systems', reached: 'partly_received', items: 2, accepted: true },
  { code: 'DXB', supplier: 'Medline Traders', reached: 'submitted', items: 2 },
  { code: 'DXB', supplier: 'Medline Traders', reached: 'received', items: 1, loses: true },
];

const UNITS = 4;

/** Orders of the demo network in several states. Managers enter them, so that lab admins can decide on what is pending. */
export async function seedOrders(app: INestApplicationContext): Promise<void> {
  const laboratories = new Map((await demoLaboratories(app)).map((one) => [one.laboratory.code, one]));
  const head = await app.get(StaffPort).accountByEmail('super@shifa.example');
  for (const [index, planned] of plan.entries()) {
    const { code, supplier, reached, items: count, accepted, loses } = planned;
    const one = laboratories.get(code);
    if (!one || !head) continue;
    const { today } = one;
    const author = actorOf(one.people.find(({ role }) => role === 'manager') ?? one.admin);
    // Below the limit of the laboratory, so that one approval suffices.
    const active = { status: 'active', trackExpiry: true, unitCostPaise: { $lt: 200_000 } };
    const found = await app.get(ItemRepository).find(one.scope, active, { sort: { sortName: -1 }, limit: 12 });
    const items = found.slice(index, index + count);
    const order = await app.get(EditOrders).create(author, {
      laboratoryId: one.laboratory._id.toHexString(),
      supplierId: supplierId(supplier).toHexString(),
      lines: items.map(({ _id, unitCostPaise }) => ({
        itemId: _id.toHexString(),
        quantity: UNITS,
        pricePaise: unitCostPaise,
        expectedOn: addDays(today, 7 + index),
      })),
      notes: null,
    });
    const wanted = steps.indexOf(reached);
    if (wanted >= 1) await app.get(MoveOrders).submit(author, order._id, {});
    if (wanted >= 2) await app.get(DecideOrders).decide(actorOf(head), order._id, { approved: true });
    if (wanted >= 3) await app.get(MoveOrders).send(author, order._id, { way: 'emailed' });
    if (wanted < 4) continue;
    const last = items.at(-1);
    if (accepted && last) {
      const current = await app.get(ItemRepository).findById(one.scope, last._id.toHexString());
      const change = UpdateInventoryItemBody.parse({ requiresAcceptance: true, version: current?.version });
      await app.get(EditItems).update(actorOf(one.admin), last._id.toHexString(), change);
    }
    const lost = loses ? { short: 1, damaged: 1, reason: 'Broken in transit' } : { short: 0, damaged: 0 };
    const arrived = order.lines.map(({ _id, quantity }) => ({
      lineId: _id,
      batches: [
        {
          batchNumber: `L${String(index + 1).padStart(2, '0')}-PO`,
          expiryDate: addDays(today, 500),
          quantity: reached === 'received' ? quantity - lost.short : quantity / 2,
        },
      ],
      ...lost,
      refused: 0,
    }));
    const told = { deliveryNote: `DN-${1000 + index}`, acceptShortShelfLife: false };
    await app.get(ReceiveOrder).receive(author, order._id, { lines: arrived, ...told });
  }
}
