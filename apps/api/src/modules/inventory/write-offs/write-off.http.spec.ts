import type { AttentionItem, BatchTrace, InventoryItem, InventoryStats, Movement, WriteOff } from '@shifa/contract';
import { chainOf } from '../../../../test/ledger';
import { notificationsOf } from '../../../../test/notifications';
import type { Person } from '../../../../test/test-app';
import { demoChance } from '../../../../demo/demo-values';
import { GroupCounts } from '../../notifications/notifications.port';
import { failureOf, InventoryDesk, stockChangeOf } from '../../../../test/inventory/inventory-desk';

jest.setTimeout(120_000);

describe('a write-off above the limit of the laboratory', () => {
  let desk: InventoryDesk;
  beforeAll(async () => {
    desk = await InventoryDesk.open();
  });
  afterAll(() => desk.close());

  const writeOffOf = ({ body }: { body: unknown }) => (body as { data: WriteOff }).data;
  const reason = 'Broken or spilled';
  /** Ten bottles of ₹1,000 each; the limit is ₹5,000. */
  const stocked = () =>
    desk.created({ quantity: 10, unitCostPaise: 100_000, expiryDate: '2099-12-31', batchNumber: 'LOT-7' });
  const waste = (item: InventoryItem, quantity: number, person: Person) =>
    desk.move(item._id, { type: 'waste', quantity, reason }, person);
  const anybody = () => desk.app.person('manager', { laboratoryId: desk.laboratory._id });
  const pending = async (filter = '', person = desk.admin) =>
    desk.read<WriteOff[]>(`/write-offs?status=pending&limit=100${filter}`, person);
  async function requested(quantity = 6) {
    const [item, by] = [await stocked(), await anybody()];
    await waste(item, quantity, by).expect(200);
    const [writeOff] = await pending(`&itemId=${item._id}`);
    if (!writeOff) throw new Error('No write-off waits');
    return { item, by, writeOff };
  }
  const decide = (id: string, body: object, person: Person = desk.admin) =>
    desk.app.as(person).put(`/api/inventory/write-offs/${id}/approve`).send(body);
  const approve = (id: string, person?: Person) => decide(id, { approved: true }, person);
  const reject = (id: string) => decide(id, { approved: false, reason: 'The bottles are fine' });
  const withdraw = (id: string, person: Person) =>
    desk.app.as(person).post(`/api/inventory/write-offs/${id}/withdraw`).send({});

  it('sets the stock aside, which stays held and cannot be used, moved or written off again', async () => {
    const { item, by, writeOff } = await requested();
    expect(writeOff).toMatchObject({
      status: 'pending',
      quantity: 6,
      valuePaise: 600_000,
      reason,
      limitPaise: 500_000,
    });
    const held = await desk.get(item._id);
    expect(held).toMatchObject({ quantity: 10, usableQuantity: 4, blockedQuantity: 6, valuePaise: 1_000_000 });
    const aside = held.batches.find(({ quantity }) => quantity === 6);
    expect(aside).toMatchObject({ status: 'quarantined', actions: {} });
    for (const change of [
      { type: 'waste', quantity: 1, reason },
      { type: 'return', quantity: 1, reason },
      { type: 'adjustment', quantity: 5, reason },
      { type: 'in', quantity: 1 },
    ] as const) {
      const refused = await desk.move(item._id, { ...change, batchId: aside?._id }, by).expect(409);
      expect(failureOf(refused).code).toBe('STOCK_SET_ASIDE');
    }
    const agreeing = { type: 'adjustment', quantity: 6, reason: 'Stock count', batchId: aside?._id } as const;
    expect(stockChangeOf(await desk.move(item._id, agreeing, by).expect(200)).movements).toEqual([]);
    expect((await waste(item, 5, by)).status).toBe(409);
    await desk.batch(item._id, aside?._id ?? '', { action: 'release' }).expect(409);
    await desk.app.as(desk.admin).delete(`/api/inventory/${item._id}`).expect(409);
    // A delivery of the same batch is usable, and does not join what is set aside.
    await desk.receive(item._id, 2, { batchNumber: 'LOT-7', unitCostPaise: 100_000 });
    expect(await desk.get(item._id)).toMatchObject({ quantity: 12, usableQuantity: 6 });
  });

  it('is written off by an approval, in movements that keep the ledger and the totals exact', async () => {
    const { item, writeOff } = await requested();
    const before = await desk.read<InventoryStats>('/stats');
    const approved = writeOffOf(await approve(writeOff._id).expect(200));
    expect(approved).toMatchObject({ status: 'approved', decidedBy: desk.admin.user.name, actions: {} });
    expect(await desk.get(item._id)).toMatchObject({ quantity: 4, usableQuantity: 4, blockedQuantity: 0 });
    const rows = await desk.read<Movement[]>(`/movements?itemId=${item._id}&sort=at`);
    expect(rows.map(({ type, quantity }) => [type, quantity])).toEqual([
      ['in', 10],
      ['quarantine', -6],
      ['quarantine', 6],
      ['waste', -6],
    ]);
    const after = await desk.read<InventoryStats>('/stats');
    expect(Number(before.valuePaise) - Number(after.valuePaise)).toBe(600_000);
    expect(await chainOf(desk.app, 'stock', desk.laboratory._id).verified()).toBeNull();
  });

  it.each(['rejected', 'withdrawn'] as const)('returns to its batch when it is %s', async (status) => {
    const { item, by, writeOff } = await requested(10);
    expect(await desk.get(item._id)).toMatchObject({ quantity: 10, usableQuantity: 0, stockStatus: 'out' });
    const answer = status === 'rejected' ? reject(writeOff._id) : withdraw(writeOff._id, by);
    expect(writeOffOf(await answer.expect(200)).status).toBe(status);
    const after = await desk.get(item._id);
    expect(after).toMatchObject({ quantity: 10, usableQuantity: 10, blockedQuantity: 0 });
    expect(after.batches.find(({ quantity }) => quantity > 0)).toMatchObject({
      _id: item.batches[0]?._id,
      quantity: 10,
    });
    for (const again of [approve(writeOff._id), reject(writeOff._id)]) {
      expect(failureOf(await again.expect(409)).code).toBe('WRITE_OFF_DECIDED');
    }
  });

  it('is decided once when many decide at the same time, and never by the requester', async () => {
    const { item, by, writeOff } = await requested();
    const answers = await Promise.all([
      ...Array.from({ length: 8 }, () => approve(writeOff._id)),
      ...Array.from({ length: 8 }, () => decide(writeOff._id, { approved: false, reason: 'No reason' }, desk.head)),
      withdraw(writeOff._id, by),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200).map(({ status }) => status)).toEqual(
      Array.from({ length: 16 }, () => 409),
    );
    const { quantity, usableQuantity } = await desk.get(item._id);
    expect([4, 10]).toContain(quantity);
    expect(usableQuantity).toBe(quantity);
  });

  it('is decided by others only, within their laboratory', async () => {
    const item = await stocked();
    await waste(item, 6, desk.admin).expect(200);
    const [writeOff] = await pending(`&itemId=${item._id}`);
    const id = writeOff?._id ?? '';
    expect(failureOf(await approve(id, desk.admin).expect(403)).code).toBe('OWN_WRITE_OFF');
    await approve(id, desk.manager).expect(403);
    const stranger = await desk.app.person('lab_admin', { laboratoryId: (await desk.app.laboratory())._id });
    await approve(id, stranger).expect(404);
    await desk.app.as(stranger).get(`/api/inventory/write-offs/${id}`).expect(404);
    await withdraw(id, desk.manager).expect(403);
    const mine = await desk.read<WriteOff[]>('/write-offs?waitingForMe=true&limit=100', desk.admin);
    expect(mine.map(({ _id }) => _id)).not.toContain(id);
    await approve(id, desk.head).expect(200);
  });

  it('counts what the person wrote off alone on the same day, and only that', async () => {
    const [item, by] = [await stocked(), await anybody()];
    expect(stockChangeOf(await waste(item, 3, by).expect(200)).writeOff).toBeUndefined();
    const dry = { type: 'waste', quantity: 3, reason, dryRun: true } as const;
    expect(stockChangeOf(await desk.move(item._id, dry, by).expect(200)).writeOff).toEqual({ number: null });
    expect(await pending(`&itemId=${item._id}`)).toEqual([]);
    expect(stockChangeOf(await waste(item, 3, by).expect(200)).writeOff?.number).toMatch(/^WOF-\d{6}$/);
    expect(stockChangeOf(await waste(item, 2, await anybody()).expect(200)).writeOff).toBeUndefined();
    // An approval does not use up what the approver can write off alone.
    const [writeOff] = await pending(`&itemId=${item._id}`);
    await approve(writeOff?._id ?? '').expect(200);
    const other = await stocked();
    expect(stockChangeOf(await waste(other, 5, desk.admin).expect(200)).writeOff).toBeUndefined();
  });

  it('is requested once for an Idempotency-Key, and decided on as it is', async () => {
    const [item, by] = [await stocked(), await anybody()];
    const send = () => waste(item, 6, by).set('Idempotency-Key', 'write-off-of-six-bottles');
    const first = await send().expect(200);
    expect((await send().expect(200)).body).toEqual(first.body);
    const waiting = await pending(`&itemId=${item._id}`);
    expect(waiting).toHaveLength(1);
    const { _id = '', version = 0 } = waiting[0] ?? {};
    await decide(_id, { approved: true, version: version + 1 }).expect(409);
    await decide(_id, { approved: true, version }).expect(200);
  });

  /** @returns the id of the recall of the item's batch. */
  async function recalled({ name }: InventoryItem, recallReason: string): Promise<string> {
    const { products } = await desk.read<BatchTrace>('/recalls/trace?batchNumber=LOT-7', desk.head);
    const productKeys = products.flatMap((product) => (product.name === name ? [product.productKey] : []));
    const body = { batchNumber: 'LOT-7', productKeys, reason: recallReason };
    const answer = await desk.app.as(desk.head).post('/api/inventory/recalls').send(body).expect(201);
    const product = (answer.body as { data: BatchTrace }).data.products.find((one) => one.name === name);
    return product?.recall?._id ?? '';
  }

  it('returns recalled where the batch was recalled while it waited', async () => {
    const { item, writeOff } = await requested(10);
    await recalled(item, 'False results');
    await reject(writeOff._id).expect(200);
    expect(await desk.get(item._id)).toMatchObject({ quantity: 10, usableQuantity: 0, blockedQuantity: 10 });
  });

  it('returns recalled beside what was released since', async () => {
    const { item, writeOff } = await requested(6);
    const recall = await recalled(item, 'False results');
    await desk.app.as(desk.head).post(`/api/inventory/recalls/${recall}/end`).send({}).expect(200);
    await desk.batch(item._id, item.batches[0]?._id ?? '', { action: 'release', reason }, desk.head).expect(200);
    const released = await desk.get(item._id);
    await reject(writeOff._id).expect(200);
    const after = await desk.get(item._id);
    expect(after).toMatchObject({ usableQuantity: released.usableQuantity, blockedQuantity: 6 });
    expect(after.batches).toContainEqual(
      expect.objectContaining({ quantity: 6, status: 'recalled', statusReason: 'False results' }),
    );
  });

  it.each(['rejected', 'withdrawn'] as const)(
    'of recalled stock returns to the next recall when it is %s',
    async (end) => {
      const [item, by] = [await stocked(), await anybody()];
      const first = await recalled(item, 'False results');
      await waste(item, 6, by).expect(200);
      const [writeOff] = await pending(`&itemId=${item._id}`);
      await desk.app.as(desk.head).post(`/api/inventory/recalls/${first}/end`).send({}).expect(200);
      await recalled(item, 'Leaking bottles');
      // What was still in the batch is checked and released; what returns was not.
      await desk.batch(item._id, item.batches[0]?._id ?? '', { action: 'release', reason }, desk.head).expect(200);
      expect(await desk.get(item._id)).toMatchObject({ quantity: 10, usableQuantity: 4, blockedQuantity: 6 });
      const id = writeOff?._id ?? '';
      await (end === 'rejected' ? reject(id) : withdraw(id, by)).expect(200);
      const after = await desk.get(item._id);
      expect(after).toMatchObject({ quantity: 10, usableQuantity: 4, blockedQuantity: 6 });
      expect(after.batches).toContainEqual(
        expect.objectContaining({ quantity: 6, status: 'recalled', statusReason: 'Leaking bottles' }),
      );
    },
  );

  it('is counted for those who can decide, until it is decided', async () => {
    const listed = () => desk.read<WriteOff[]>('/write-offs?waitingForMe=true&limit=100', desk.admin);
    for (const { _id } of await listed()) await reject(_id).expect(200);
    await desk.app.services.get(GroupCounts).run();
    const { writeOff, by } = await requested();
    const noticeOf = async () =>
      (await notificationsOf(desk.app, desk.admin)).find(({ title }) => title === 'Write-off pending approval');
    const actionUrl = `/approvals?kind=write-offs&item=${writeOff._id}`;
    expect(await noticeOf()).toMatchObject({ actionUrl, isRead: false });
    const attention = async () => {
      const answer = await desk.app.as(desk.admin).get('/api/dashboard').expect(200);
      const items = (answer.body as { data: { attention: AttentionItem[] } }).data.attention;
      return items.find(({ resource }) => resource === 'write-offs')?.count ?? 0;
    };
    const waiting = await listed();
    expect(await attention()).toBe(waiting.length);
    for (const { _id } of waiting) await reject(_id).expect(200);
    expect(await attention()).toBe(0);
    await desk.app.services.get(GroupCounts).run();
    expect(await noticeOf()).toMatchObject({ isRead: true });
    expect((await notificationsOf(desk.app, by))[0]).toMatchObject({
      title: 'Write-off rejected',
      message: `${desk.admin.user.name} rejected ${writeOff.number} of ${writeOff.item.name}: The bottles are fine`,
    });
  });

  it('prevents the laboratory from being archived, and can be rejected while it is suspended', async () => {
    const { writeOff } = await requested();
    const blockers = await desk.app.as(desk.head).get(`/api/laboratories/${desk.laboratory.id}/blockers`).expect(200);
    expect(JSON.stringify(blockers.body)).toContain('pending approval');
    await desk.setStatus('suspended');
    expect(failureOf(await approve(writeOff._id, desk.head).expect(409)).code).toBe('LABORATORY_SUSPENDED');
    await decide(writeOff._id, { approved: false, reason: 'Closed for now' }, desk.head).expect(200);
    await desk.setStatus('active');
  });

  it.each(['one', 'two'])('keeps held + usable = total, whatever is done: %s', async (seed) => {
    const chance = demoChance(seed);
    const below = (limit: number) => Math.floor(chance() * limit);
    const [item, by] = [await stocked(), await anybody()];
    for (let step = 0; step < 40; step += 1) {
      const action = below(5);
      const waiting = await pending(`&itemId=${item._id}`);
      const id = waiting[below(waiting.length || 1)]?._id;
      if (action === 0) await desk.move(item._id, { type: 'in', quantity: 1 + below(9), expiryDate: '2099-12-31' }, by);
      else if (action === 1) await desk.move(item._id, { type: 'out', quantity: 1 + below(5) }, by);
      else if (action === 2) await waste(item, 1 + below(9), by);
      else if (id) await [approve(id), reject(id), withdraw(id, by)][below(3)];
      const { quantity, usableQuantity, blockedQuantity, batches } = await desk.get(item._id);
      const rows = await desk.read<Movement[]>(`/movements?itemId=${item._id}&limit=100`);
      const held = (await pending(`&itemId=${item._id}`)).reduce((sum, one) => sum + one.quantity, 0);
      expect(rows.reduce((sum, row) => sum + row.quantity, 0)).toBe(quantity);
      expect([usableQuantity + blockedQuantity, blockedQuantity]).toEqual([quantity, held]);
      expect(batches.every((batch) => batch.quantity >= 0)).toBe(true);
    }
  });
});
