import type { InventoryItem } from '@shifa/contract';
import { itemOf } from '../../../../test/inventory/inventory-desk';
import { TransferDesk, transferOf } from '../../../../test/inventory/transfer-desk';

describe('what was agreed when a transfer was sent', () => {
  let desk: TransferDesk;
  beforeAll(async () => {
    desk = await TransferDesk.open();
  });
  afterAll(() => desk.close());

  const there = async (name: string) =>
    itemOf(
      await desk.desk.create({ name, laboratoryId: desk.other.id, manufacturer: 'Agappe' }, desk.receiver).expect(201),
    );

  const edit = async ({ _id }: InventoryItem, changes: object, person = desk.sender) => {
    const { version } = await desk.desk.get(_id, person);
    await desk.app
      .as(person)
      .put(`/api/inventory/${_id}`)
      .send({ ...changes, version })
      .expect(200);
  };

  const receivedItemOf = async (id: string, body: object = {}) =>
    transferOf(await desk.receive(id, body).expect(200)).lines[0]?.itemId ?? '';

  it('decides the item that it goes to, whatever either laboratory calls its own since', async () => {
    const [glucose, cholesterol] = [await there('Agreed glucose'), await there('Agreed cholesterol')];
    const item = await desk.stocked({ name: 'Agreed glucose', manufacturer: 'Agappe' });
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 2 }]);
    await edit(item, { name: 'Agreed cholesterol' });
    await edit(glucose, { name: 'Glucose, renamed there' }, desk.receiver);
    expect(await receivedItemOf(_id)).toBe(glucose._id);
    expect(await desk.desk.get(cholesterol._id, desk.receiver)).toMatchObject({ quantity: 0 });
  });

  it('is what the item is created from, and the rest goes to the same one', async () => {
    const item = await desk.stocked({ name: 'Agreed buffer', manufacturer: 'Agappe', stabilityDays: 28 });
    const sent = await desk.sent([{ itemId: item._id, quantity: 3 }]);
    const cholesterol = await there('Agreed buffer, new name');
    await edit(item, { name: 'Agreed buffer, new name', manufacturer: null, stabilityDays: null, trackExpiry: false });
    const lines = [{ lineId: sent.lines[0]?._id ?? '', quantity: 1 }];
    const first = await receivedItemOf(sent._id, { lines });
    expect(first).not.toBe(cholesterol._id);
    const created = await desk.desk.get(first, desk.receiver);
    const agreed = { name: 'Agreed buffer', manufacturer: 'Agappe', stabilityDays: 28, trackExpiry: true };
    expect(created).toMatchObject({ ...agreed, unit: item.unit, quantity: 1 });
    await edit(created, { name: 'Called otherwise there' }, desk.receiver);
    expect(await receivedItemOf(sent._id)).toBe(first);
  });

  it('does not turn into another unit', async () => {
    const target = await there('Agreed strips');
    const item = await desk.stocked({ name: 'Agreed strips', manufacturer: 'Agappe' });
    const { _id } = await desk.sent([{ itemId: item._id, quantity: 2 }]);
    await edit(target, { unit: 'box' }, desk.receiver);
    const received = await receivedItemOf(_id);
    expect(received).not.toBe(target._id);
    expect(await desk.desk.get(received, desk.receiver)).toMatchObject({ unit: item.unit, quantity: 2 });
  });

  it('tells the sender nothing of the item there', async () => {
    const target = await there('Agreed secret');
    const item = await desk.stocked({ name: 'Agreed secret', manufacturer: 'Agappe' });
    const sent = await desk.send([{ itemId: item._id, quantity: 2 }]).expect(201);
    const history = await desk.app.as(desk.sender).get('/api/inventory/transfers').expect(200);
    expect(JSON.stringify([sent.body, history.body])).not.toContain(target._id);
  });
});
