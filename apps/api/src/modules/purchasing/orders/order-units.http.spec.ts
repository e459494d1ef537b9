import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';

jest.setTimeout(180_000);

describe('purchase orders', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('keep the unit of their items while they are open', async () => {
    const item = await desk.item();
    await desk.sent(item, 10);
    const { version } = await desk.stock.get(item._id);
    const change = desk.stock.app
      .as(desk.stock.manager)
      .put(`/api/inventory/${item._id}`)
      .send({ unit: 'vial', version });
    expect(failureOf(await change.expect(409))).toMatchObject({
      code: 'ITEM_UNIT_FROZEN',
      errors: [{ field: 'unit', message: expect.stringContaining('on order') as string }],
    });
  });

  it('are not submitted in a unit that the item has no longer', async () => {
    const item = await desk.item();
    const draft = await desk.drafted(item);
    const { version } = await desk.stock.get(item._id);
    const change = desk.stock.app.as(desk.stock.manager).put(`/api/inventory/${item._id}`);
    await change.send({ unit: 'vial', version }).expect(200);
    expect(failureOf(await desk.post(`/${draft._id}/submit`).expect(409))).toMatchObject({
      code: 'PURCHASE_ORDER_STATE',
      errors: [{ field: 'lines.0.itemId', message: expect.stringContaining('is now counted in vials') as string }],
    });
  });

  it('are not saved with a line in a unit that the item has no longer', async () => {
    const item = await desk.item();
    const draft = await desk.drafted(item);
    const { version } = await desk.stock.get(item._id);
    const change = desk.stock.app.as(desk.stock.manager).put(`/api/inventory/${item._id}`);
    await change.send({ unit: 'vial', version }).expect(200);
    expect((await desk.get(draft._id)).lines).toMatchObject([{ item: { unit: 'bottle' }, unitNow: 'vial' }]);
    const inUnit = (unit?: string) => {
      const body = desk.body(item, 30);
      return { ...body, lines: body.lines.map((line) => ({ ...line, unit })) };
    };
    const message = `${item.name} is now counted in vials, not bottles. Remove it, and add it again with its quantity and price in vials.`;
    const errors = [{ field: 'lines.0.quantity', message }];
    // Without a unit, the line is taken to be in the one that it has.
    const refusals = [
      await desk.edit(draft._id, inUnit()),
      await desk.edit(draft._id, inUnit('bottle')),
      await desk.post('', inUnit('bottle')),
    ];
    for (const refused of refusals) expect(failureOf(refused)).toMatchObject({ code: 'VALIDATION_FAILED', errors });
    const saved = orderOf(await desk.edit(draft._id, inUnit('vial')).expect(200));
    expect(saved.lines).toMatchObject([{ quantity: 30, item: { unit: 'vial' }, unitNow: 'vial' }]);
    await desk.post(`/${draft._id}/submit`).expect(200);
    await desk.post('', inUnit()).expect(201);
  });
});
