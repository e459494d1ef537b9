import type { InventoryItem } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { demoChance } from '../../../../demo/demo-values';
import { itemOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk, transferOf } from '../../../../test/inventory/transfer-desk';
import type { TransferRow } from './transfer.repository';
import { inTransitOf, lossOf } from './transfer-plan';

jest.setTimeout(120_000);

describe('the stock of two laboratories', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  async function stockOf(item: InventoryItem) {
    const here = await desk.desk.get(item._id);
    const there = await desk.itemsThere(item.name);
    const connection = desk.app.services.get<Connection>(getConnectionToken());
    const transfers = await connection.collection<TransferRow>('stock_transfers').find().toArray();
    const lines = transfers.flatMap((transfer) => transfer.lines).filter(({ item: { name } }) => name === item.name);
    const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
    return {
      here: here.quantity,
      there: sum(there.map(({ quantity }) => quantity)),
      inTransit: sum(lines.map(inTransitOf)),
      lost: sum(lines.map(lossOf)),
      items: there.length,
    };
  }

  it.each(['one', 'two'])('is never lost or doubled, whatever is sent, received and returned: %s', async (seed) => {
    const chance = demoChance(seed);
    const below = (limit: number) => Math.floor(chance() * limit);
    const item = await desk.stocked({ name: `Product ${seed}` });
    const open: string[] = [];
    for (let step = 0; step < 30; step += 1) {
      const action = below(4);
      if (action < 2) {
        const answer = await desk.send([{ itemId: item._id, quantity: 1 + below(6) }]);
        expect([201, 409]).toContain(answer.status);
        if (answer.status === 201) open.push(transferOf(answer)._id);
      } else if (open.length > 0) {
        const id = open[below(open.length)] ?? '';
        const { lines } = await desk.get(id);
        const some = lines.map(({ _id, quantity }) => {
          return { lineId: _id, quantity: 1 + below(quantity + 1), missing: below(2), damaged: below(2) };
        });
        const received = { lines: some, reason: 'The box was wet' };
        const answer = action === 2 ? await desk.receive(id, received) : await desk.takeBack(id);
        expect([200, 409]).toContain(answer.status);
      }
      const { here, there, inTransit, lost } = await stockOf(item);
      expect(here + there + inTransit + lost).toBe(12);
    }
  });

  it('receives a transfer once when 32 people confirm it at the same time', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 9 }]);
    const answers = await Promise.all(Array.from({ length: 32 }, () => desk.receive(_id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(31);
    expect(await stockOf(item)).toEqual({ here: 3, there: 9, inTransit: 0, lost: 0, items: 1 });
  });

  it('ends where either side acts first when one receives and the other takes back', async () => {
    const item = await desk.stocked();
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 9 }]);
    const answers = await Promise.all([desk.receive(_id), desk.takeBack(_id), desk.receive(_id), desk.takeBack(_id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { here, there, inTransit } = await stockOf(item);
    expect([here + there, inTransit]).toEqual([12, 0]);
  });

  it('changes once for an Idempotency-Key', async () => {
    const item = await desk.stocked();
    const send = () => desk.send([{ itemId: item._id, quantity: 4 }]).set('Idempotency-Key', 'send-four-bottles');
    const { _id } = transferOf(await send().expect(201));
    expect(transferOf(await send().expect(201))._id).toBe(_id);
    const lineId = (await desk.get(_id)).lines[0]?._id ?? '';
    const body = { lines: [{ lineId, quantity: 1 }] };
    const receive = () => desk.receive(_id, body).set('Idempotency-Key', 'receive-one-bottle');
    const first = await receive().expect(200);
    expect((await receive().expect(200)).body).toEqual(first.body);
    expect(await stockOf(item)).toMatchObject({ here: 8, there: 1, inTransit: 3 });
  });

  it('prevents either laboratory from being archived while it is in transit', async () => {
    const item = await desk.stocked();
    const [from, to] = [await desk.app.laboratory(), await desk.app.laboratory()];
    const sender = await desk.app.person('lab_admin', { laboratoryId: from._id });
    const body = { laboratoryId: from.id, quantity: 2, expiryDate: '2099-12-31', name: item.name };
    const { _id: itemId } = itemOf(await desk.desk.create(body, sender).expect(201));
    const sent = transferOf(await desk.send([{ itemId, quantity: 2 }], { toLaboratoryId: to.id }, sender).expect(201));
    for (const { id } of [from, to]) {
      const refused = await desk.app.as(desk.desk.head).delete(`/api/laboratories/${id}`).expect(409);
      expect(refused.body).toMatchObject({
        blockers: expect.arrayContaining([{ name: 'transfer in transit', count: 1, resource: 'transfers' }]) as unknown,
      });
    }
    await desk.receive(sent._id, {}, desk.desk.head).expect(200);
    const blockers = await desk.app.as(desk.desk.head).get(`/api/laboratories/${from.id}/blockers`).expect(200);
    expect(JSON.stringify(blockers.body)).not.toContain('transit');
  });

  it('does not reach a laboratory that is archived at the same time', async () => {
    const item = await desk.stocked();
    for (let round = 0; round < 5; round += 1) {
      const { id } = await desk.app.laboratory();
      const [archived, sent] = await Promise.all([
        desk.app.as(desk.desk.head).delete(`/api/laboratories/${id}`),
        desk.send([{ itemId: item._id, quantity: 1 }], { toLaboratoryId: id }, desk.desk.head),
      ]);
      expect([archived.status, sent.status].filter((status) => status < 300)).toHaveLength(1);
    }
  });

  it('is announced to both laboratories, and to no other', async () => {
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    const [here, there, elsewhere] = await Promise.all(
      [desk.sender, desk.receiver, stranger].map((one) => desk.desk.listening(one)),
    );
    const item = await desk.stocked();
    const sent = await desk.sent([{ itemId: item._id, quantity: 2 }]);
    await desk.receive(sent._id).expect(200);
    for (const side of [here, there, elsewhere]) await side?.settled();
    const statuses = (side: typeof here) =>
      side?.heard.flatMap(([event, payload]) => (event === 'stock-transfer:updated' ? [payload['status']] : []));
    expect(statuses(here)).toEqual(['sent', 'received']);
    expect(statuses(there)).toEqual(['sent', 'received']);
    expect(elsewhere?.heard).toEqual([]);
    const ofItems = there?.heard.filter(([event]) => event.startsWith('inventory:')) ?? [];
    expect(ofItems.length).toBeGreaterThan(0);
    expect(JSON.stringify(there?.heard)).not.toContain(item._id);
  });
});
