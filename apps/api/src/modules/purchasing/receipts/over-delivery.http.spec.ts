import { failureOf, OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';

jest.setTimeout(180_000);

describe('more than was ordered', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  it('is accepted up to the tolerance, over all receipts', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 10);
    const refused = failureOf(await desk.receive(order, desk.arrival(order, 11)).expect(409));
    expect([refused.code, refused.errors[0]?.message]).toEqual([
      'MORE_THAN_ORDERED',
      `Only 10 bottles of ${item.name} are outstanding.`,
    ]);
    await desk.policies({ overDeliveryPercent: 20 });
    await desk.receive(order, desk.arrival(order, 9)).expect(200);
    const tooMuch = failureOf(await desk.receive(order, desk.arrival(order, 4)).expect(409));
    expect(tooMuch.errors[0]?.message).toContain(
      `Only 1 bottle of ${item.name} is outstanding. At most 3 bottles can be accepted. `,
    );
    const after = orderOf(await desk.receive(order, desk.arrival(order, 3)).expect(200));
    expect(after).toMatchObject({ status: 'received', lines: [{ accepted: 12, outstanding: 0 }] });
  });

  describe('of an order of which everything has arrived', () => {
    beforeAll(() => desk.policies({ overDeliveryPercent: 20 }));

    it('enters the stock as far as it is tolerated, and then no more is offered', async () => {
      const item = await desk.item();
      const order = await desk.received(item, 10);
      expect(order).toMatchObject({ status: 'received', actions: { receive: { allowed: true } } });
      const more = orderOf(await desk.receive(order, desk.arrival(order, 1)).expect(200));
      expect(more).toMatchObject({ status: 'received', lines: [{ accepted: 11, outstanding: 0 }] });
      expect(failureOf(await desk.receive(order, desk.arrival(order, 2)).expect(409)).code).toBe('MORE_THAN_ORDERED');
      const short = desk.arrival(order, 0, { short: 1, reason: 'Not in the parcel' });
      expect(failureOf(await desk.receive(order, short).expect(409)).code).toBe('MORE_THAN_ORDERED');
      const all = orderOf(await desk.receive(order, desk.arrival(order, 1)).expect(200));
      expect(all.receipts).toHaveLength(3);
      expect(all.actions.receive).toBeUndefined();
      expect(await desk.stock.get(item._id)).toMatchObject({ quantity: 12, onOrder: null });
      const refused = failureOf(await desk.receive(order, desk.arrival(order, 1)).expect(409));
      expect(refused.code).toBe('PURCHASE_ORDER_STATE');
    });

    it('is not accepted once the order is closed, nor without a tolerance', async () => {
      const order = await desk.received(await desk.item(), 10);
      await desk.post(`/${order._id}/close`).expect(200);
      expect((await desk.receive(order, desk.arrival(order, 1))).status).toBe(409);
      const other = await desk.received(await desk.item(), 4);
      expect(other.actions.receive).toBeUndefined();
      expect((await desk.receive(other, desk.arrival(other, 1))).status).toBe(409);
    });

    it('is received once by two people at the same time, and once by a request that is repeated', async () => {
      const item = await desk.item();
      const order = await desk.received(item, 10);
      const { version } = order;
      const [one, two] = await Promise.all(
        [desk.stock.manager, desk.stock.admin].map((person) =>
          desk.receive(order, { ...desk.arrival(order, 1), version }, person),
        ),
      );
      expect([one?.status, two?.status].toSorted()).toEqual([200, 409]);
      const [late] = [one, two].filter((answer) => answer?.status === 409);
      expect(late && failureOf(late).message).toMatch(/received 1 bottle of .* with GRN-.* in the meantime/);
      const key = 'c0000000-0000-4000-8000-000000000001';
      const repeat = () => desk.receive(order, desk.arrival(order, 1)).set('Idempotency-Key', key);
      const answers = [await repeat().expect(200), await repeat().expect(200)];
      expect(answers.map((answer) => orderOf(answer).receipts.length)).toEqual([3, 3]);
      expect((await desk.stock.get(item._id)).quantity).toBe(12);
    });

    it('is received without a version by one of many, where only one of them can be', async () => {
      const item = await desk.item();
      const order = await desk.received(item, 5);
      const answers = await Promise.all(Array.from({ length: 8 }, () => desk.receive(order, desk.arrival(order, 1))));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const others = answers.filter(({ status }) => status !== 200).map((answer) => failureOf(answer).code);
      expect(new Set(others)).toEqual(new Set(['PURCHASE_ORDER_STATE']));
      expect((await desk.stock.get(item._id)).quantity).toBe(6);
    });
  });
});
