import type { InventoryItem, PurchaseOrder, Supplier } from '@shifa/contract';
import { createInventoryItemBody } from '@shifa/contract/testing';
import { Clock } from '../../src/platform/time/clock';
import type { TestApp } from '../test-app';
import { dayAhead } from '../today';

type Signed = { token: string };
type People = {
  laboratoryId: string;
  /** Adds the supplier and the item. */
  admin: Signed;
  /** Enters the order, and cannot decide on it. */
  requester: Signed;
};

let suppliers = 0;

/** The id of an order of ₹1,200.00 that is pending approval. */
export async function waitingOrder(app: TestApp, { laboratoryId, admin, requester }: People): Promise<string> {
  suppliers += 1;
  const named = { name: `Supplier of waiting order ${suppliers}`, uses: [{ laboratoryId }] };
  const supplier = await app.as(admin).post('/api/suppliers').send(named).expect(201);
  const made = await app.as(admin).post('/api/inventory').send(createInventoryItemBody({ laboratoryId })).expect(201);
  const expectedOn = dayAhead(7, app.services.get(Clock).now());
  const itemId = (made.body as { data: InventoryItem }).data._id;
  const body = {
    laboratoryId,
    supplierId: (supplier.body as { data: Supplier }).data._id,
    lines: [{ itemId, quantity: 10, pricePaise: 12_000, expectedOn }],
  };
  const entered = await app.as(requester).post('/api/purchase-orders').send(body).expect(201);
  const { _id } = (entered.body as { data: PurchaseOrder }).data;
  await app.as(requester).post(`/api/purchase-orders/${_id}/submit`).send({}).expect(200);
  return _id;
}
