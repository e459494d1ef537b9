import type { Blocker, PurchaseOrderListItem } from '@shifa/contract';
import { OrderDesk } from '../../../test/purchasing/order-desk';

jest.setTimeout(60_000);

describe('what a person leaves open in purchasing', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('is counted, with the filter of a list, and of a file, of as many', async () => {
    const { app, admin, laboratory } = desk.stock;
    const leaving = await app.person('manager', { laboratoryId: laboratory._id });
    await desk.submitted(await desk.item(), 10);
    const own = await desk.submitted(await desk.item(), 10, leaving);
    await desk.drafted(await desk.item(), 10, leaving);
    const answer = await app.as(admin).get(`/api/staff/${leaving.id}/open-work`).expect(200);
    const [blocker, ...others] = (answer.body as { data: Blocker[] }).data;
    expect([blocker?.resource, blocker?.count, others]).toEqual(['purchase-orders', 1, []]);
    const filter = blocker?.filter ?? {};
    const listed = await app.as(admin).get('/api/purchase-orders').query(filter).expect(200);
    const { data } = listed.body as { data: PurchaseOrderListItem[] };
    expect(data.map(({ number }) => number)).toEqual([own.number]);
    const file = await app
      .as(admin)
      .get('/api/purchase-orders/export')
      .query({ ...filter, format: 'csv' })
      .expect(200);
    expect(file.text.match(/PO-[\w-]+/g)).toEqual([own.number]);
  });
});
