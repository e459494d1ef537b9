import type { InventoryStats, Movement, StockTransfer } from '@shifa/contract';
import { chainOf } from '../../../../test/ledger';
import { notificationsOf } from '../../../../test/notifications';
import { failureOf, faultsOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk, transferOf } from '../../../../test/inventory/transfer-desk';

describe('what is missing or damaged of a transfer', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  const reason = 'The box was wet';
  const lineOf = ({ lines }: StockTransfer, batch: string) =>
    lines.find(({ batchNumber }) => batchNumber === batch)?._id ?? '';
  const statsOf = (person = desk.receiver) => desk.desk.read<InventoryStats>('/stats', person);
  const movementsOf = (itemId: string, person = desk.receiver) =>
    desk.desk.read<Movement[]>(`/movements?itemId=${itemId}&sort=at`, person);

  it('is written off by the receiving laboratory, and the transfer closes', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const before = await Promise.all([statsOf(desk.sender), statsOf()]);
    const lines = [
      { lineId: lineOf(sent, 'SOON'), quantity: 2, missing: 2, damaged: 1 },
      { lineId: lineOf(sent, 'LATE'), quantity: 3 },
    ];
    const closed = transferOf(await desk.receive(sent._id, { lines, reason }).expect(200));
    expect(closed).toMatchObject({ status: 'received_short', inTransitValuePaise: 0, actions: {} });
    expect(closed.lines).toMatchObject([
      { batchNumber: 'SOON', quantity: 5, receivedQuantity: 2, missingQuantity: 2, damagedQuantity: 1 },
      { batchNumber: 'LATE', quantity: 3, receivedQuantity: 3, missingQuantity: 0, damagedQuantity: 0 },
    ]);
    expect(closed.steps.at(-1)).toMatchObject({ kind: 'received', reason, lines: [lines[0], { quantity: 3 }] });
    const [there] = await desk.itemsThere(item.name);
    expect(there).toMatchObject({ quantity: 5, usableQuantity: 5, valuePaise: 2 * 500 + 3 * 700 });
    const written = (await movementsOf(there?._id ?? '')).map(({ type, quantity, valuePaise, reason: why }) => {
      return [type, quantity, valuePaise, why];
    });
    expect(written).toEqual([
      ['transfer_in', 5, 2500, reason],
      ['waste', -2, -1000, `Missing on arrival: ${reason}`],
      ['waste', -1, -500, `Damaged on arrival: ${reason}`],
      ['transfer_in', 3, 2100, reason],
    ]);
    const after = await Promise.all([statsOf(desk.sender), statsOf()]);
    const gained = after.map(({ valuePaise }, index) => Number(valuePaise) - Number(before[index]?.valuePaise));
    expect(gained).toEqual([0, 2 * 500 + 3 * 700]);
    expect(await chainOf(desk.app, 'stock', desk.other._id).verified()).toBeNull();
  });

  it('closes a transfer of which nothing arrived', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 5 }]);
    const lines = [{ lineId: lineOf(sent, 'SOON'), quantity: 0, missing: 5 }];
    expect(transferOf(await desk.receive(sent._id, { lines, reason }).expect(200)).status).toBe('received_short');
    expect(await desk.itemsThere(item.name)).toMatchObject([{ quantity: 0, valuePaise: 0 }]);
    await desk.takeBack(sent._id).expect(409);
  });

  it('leaves in transit what is not accounted for, until it is received or taken back', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const lines = [{ lineId: lineOf(sent, 'SOON'), quantity: 0, damaged: 2 }];
    const open = transferOf(await desk.receive(sent._id, { lines, reason }).expect(200));
    expect(open).toMatchObject({ status: 'partly_received', inTransitValuePaise: 3 * 500 + 3 * 700 });
    const much = [{ lineId: lineOf(sent, 'SOON'), quantity: 2, missing: 1, damaged: 1 }];
    expect(faultsOf(await desk.receive(sent._id, { lines: much, reason }).expect(409))).toEqual({
      'lines.0.quantity': 'Only 3 bottles of batch SOON are in transit',
    });
    const closed = transferOf(await desk.takeBack(sent._id).expect(200));
    expect(closed.status).toBe('received_short');
    expect(await desk.desk.get(item._id)).toMatchObject({ quantity: 10 });
  });

  it('needs a reason', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 5 }]);
    const lines = [{ lineId: lineOf(sent, 'SOON'), quantity: 4, missing: 1 }];
    expect(faultsOf(await desk.receive(sent._id, { lines }).expect(400))).toEqual({ reason: 'Reason is required' });
    const none = [{ lineId: lineOf(sent, 'SOON'), quantity: 0 }];
    expect(failureOf(await desk.receive(sent._id, { lines: none, reason }).expect(400)).code).toBe('VALIDATION_FAILED');
    expect((await desk.get(sent._id)).status).toBe('sent');
  });

  it('is told to the sender only, although the status stays', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 8 }]);
    const short = (quantity: number) => {
      const lines = [{ lineId: lineOf(sent, 'SOON'), quantity, missing: 1, damaged: 1 }];
      return desk.receive(sent._id, { lines, reason }).expect(200);
    };
    await short(1);
    await short(0);
    const told = await notificationsOf(desk.app, desk.sender);
    const losses = told.filter(
      ({ title, message }) => title === 'Losses on a transfer' && message.includes(sent.number),
    );
    expect(losses).toHaveLength(2);
    expect(losses[0]).toMatchObject({
      message: `${sent.number}: partly received. 1 bottle missing and 1 bottle damaged of batch SOON of ${item.name}: ${reason}`,
      priority: 'high',
    });
    const there = await notificationsOf(desk.app, desk.receiver);
    expect(there.filter(({ title }) => title === 'Losses on a transfer')).toEqual([]);
  });

  it('is recorded once, by the receiving laboratory only', async () => {
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 5 }]);
    const body = { lines: [{ lineId: lineOf(sent, 'SOON'), quantity: 3, damaged: 2 }], reason };
    await desk.receive(sent._id, body, desk.sender).expect(403);
    const receive = () => desk.receive(sent._id, body).set('Idempotency-Key', 'three-of-five-arrived');
    const answers = await Promise.all(Array.from({ length: 8 }, receive));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    await desk.receive(sent._id, body).expect(409);
    const [there] = await desk.itemsThere(item.name);
    expect(await movementsOf(there?._id ?? '')).toHaveLength(2);
    expect(there).toMatchObject({ quantity: 3 });
  });
});
