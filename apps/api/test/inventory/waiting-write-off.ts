import type { InventoryItem, WriteOff } from '@shifa/contract';
import { createInventoryItemBody } from '@shifa/contract/testing';
import type { TestApp } from '../test-app';

type Signed = { token: string };
type People = {
  laboratoryId: string;
  /** Enters the stock. */
  admin: Signed;
  /** Writes it off, and cannot decide on it. */
  requester: Signed;
};

/** The id of a write-off that waits for approval: of ₹10,000.00, above the limit of every laboratory that keeps the default. */
export async function waitingWriteOff(app: TestApp, { laboratoryId, admin, requester }: People): Promise<string> {
  const stock = { quantity: 10, unitCostPaise: 100_000, expiryDate: '2099-12-31', batchNumber: 'LOT-7' };
  const made = await app
    .as(admin)
    .post('/api/inventory')
    .send(createInventoryItemBody({ laboratoryId, ...stock }))
    .expect(201);
  const item = (made.body as { data: InventoryItem }).data;
  await app
    .as(requester)
    .put(`/api/inventory/${item._id}/stock`)
    .send({ type: 'waste', quantity: 10, reason: 'Broken or spilled' })
    .expect(200);
  const listed = await app.as(admin).get(`/api/inventory/write-offs?itemId=${item._id}`).expect(200);
  const [writeOff] = (listed.body as { data: WriteOff[] }).data;
  if (!writeOff) throw new Error('No write-off is waiting');
  return writeOff._id;
}
