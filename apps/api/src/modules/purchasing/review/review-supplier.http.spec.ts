import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, Types } from 'mongoose';
import { MAX_REVIEWED_ORDERS, type PurchaseOrderListItem, type SupplierReview } from '@shifa/contract';
import { examinedBy, startedBy } from '../../../../test/explain';
import { failureOf, OrderDesk } from '../../../../test/purchasing/order-desk';
import type { Person } from '../../../../test/test-app';
import { dayAhead } from '../../../../test/today';

jest.setTimeout(180_000);

const none = { onTime: null, complete: null, damaged: null, refused: null, prices: null };
const ended = 'status=received&status=closed&status=closed_short';
const sent = `${ended}&status=sent&status=partly_received`;

describe('the review of a supplier', () => {
  let desk: OrderDesk;
  beforeAll(async () => {
    desk = await OrderDesk.open();
  });
  afterAll(() => desk.close());

  const ask = (query = '', person: Person = desk.stock.manager, id = desk.supplier._id) =>
    desk.stock.app.as(person).get(`/api/suppliers/${id}/review?${query}`);
  const review = async (query = '', person?: Person, id?: string) => {
    const answer = await ask(query, person, id).expect(200);
    return (answer.body as { data: SupplierReview }).data;
  };
  const listed = async (query: string, person: Person = desk.stock.manager) => {
    const path = `/api/purchase-orders?supplierId=${desk.supplier._id}&${query}`;
    const answer = await desk.stock.app.as(person).get(path).expect(200);
    return (answer.body as { pagination: { total: number }; data: PurchaseOrderListItem[] }).pagination.total;
  };
  const orders = () => desk.stock.app.services.get<Connection>(getConnectionToken()).collection('purchase_orders');

  it('is of a year through today, and empty without orders', async () => {
    const empty = await review();
    expect(empty).toMatchObject({ ...none, orders: { sent: 0, ended: 0, open: 0, overdue: 0, cancelled: 0 } });
    expect(empty.faults).toEqual({ total: 0, items: [] });
    expect(empty.period).toEqual({ from: dayAhead(-364), to: dayAhead(0) });
    expect((await review('from=2020-01-01')).period).toEqual({ from: '2020-01-01', to: '2020-12-30' });
    expect((await review('from=9999-12-31')).period).toEqual({ from: '9999-12-31', to: '9999-12-31' });
    expect((await review('from=9999-12-31&to=9999-12-31')).orders.sent).toBe(0);
    expect((await review('to=2020-12-30')).period).toEqual({ from: '2020-01-01', to: '2020-12-30' });
  });

  it('refuses periods that are too long or the wrong way round, and days that do not exist', async () => {
    const refused = async (query: string) => failureOf(await ask(query).expect(400)).errors.map(({ field }) => field);
    expect(await refused('from=2024-01-01&to=2025-01-01')).toEqual(['to']);
    expect(await refused('from=2024-02-01&to=2024-01-01')).toEqual(['to']);
    expect(await refused('from=2024-02-30')).toEqual(['from']);
    expect(await refused('from=1999-12-31')).toEqual(['from']);
  });

  it('counts what the list of orders shows, and says what arrived in time, whole, and at which price', async () => {
    const item = await desk.item();
    const arrived = await desk.sent(item, 10);
    await desk.receive(arrived, desk.arrival(arrived, 6)).expect(200);
    const problems = { damaged: 2, refused: 1, reason: 'Broken in transit' };
    await desk.receive(await desk.get(arrived._id), desk.arrival(arrived, 4, problems)).expect(200);
    const late = await desk.sent(item, 10);
    const lateId = { _id: new Types.ObjectId(late._id) };
    const { lines: [line] = [] } = (await orders().findOne<{ lines: object[] }>(lateId)) ?? {};
    const over = { lines: [{ ...line, expectedOn: dayAhead(-1) }], nextExpected: dayAhead(-1) };
    await orders().updateOne(lateId, { $set: over });
    const { version } = await desk.get(late._id);
    expect((await review()).orders).toEqual({ sent: 2, ended: 1, open: 1, overdue: 1, cancelled: 0 });
    await desk.receive({ ...late, version }, desk.arrival(late, 5)).expect(200);
    await desk.post(`/${late._id}/close-short`, { reason: 'The rest is not needed' }).expect(200);
    const open = await desk.sent(item, 10);
    await desk.post(`/${open._id}/cancel`, { reason: 'Ordered twice' }).expect(200);
    const draft = await desk.drafted(item);
    const dearer = [{ itemId: item._id, quantity: 10, pricePaise: 15_000, expectedOn: dayAhead(7) }];
    await desk.edit(draft._id, desk.body(item, 10, { lines: dearer })).expect(200);
    await desk.post(`/${draft._id}/submit`).expect(200);
    await desk.decide(draft._id).expect(200);
    const before = await review();
    expect(before).toMatchObject({
      orders: { sent: 2, ended: 2, open: 0, overdue: 0, cancelled: 1 },
      onTime: { lines: 1, of: 2 },
      complete: { lines: 1, of: 2 },
      damaged: { lines: 1, of: 2 },
      refused: { lines: 1, of: 2 },
      faults: {
        total: 1,
        items: [{ itemId: item._id, arrived: 18, damaged: 2, refused: 1, basisPoints: 1_667 }],
      },
      prices: { compared: 1, changed: 0, items: [] },
    });
    await desk.post(`/${draft._id}/send`, { way: 'told' }).expect(200);
    const after = await review();
    expect(after.orders).toEqual({ sent: 3, ended: 2, open: 1, overdue: 0, cancelled: 1 });
    expect(after.prices?.items).toMatchObject([
      { first: { pricePaise: 12_000 }, last: { pricePaise: 15_000, on: dayAhead(0) }, changeBasisPoints: 2_500 },
    ]);
    const { from, to } = after.period;
    const days = `from=${from}&to=${to}`;
    expect([await listed(`${sent}&${days}`), await listed(`${ended}&${days}`)]).toEqual([3, 2]);
    expect(await listed(`overdue=true&${days}`)).toBe(after.orders.overdue);
    expect(await listed(`${sent}&from=${dayAhead(1)}`)).toBe(0);
    expect(await listed(`${sent}&to=${dayAhead(-1)}`)).toBe(0);
    expect((await review(`to=${dayAhead(-1)}`)).orders.sent).toBe(0);
    expect(await listed(`${sent}&to=9999-12-31`)).toBe(3);
  });

  it('counts each order on the day of its laboratory', async () => {
    const item = await desk.item();
    const order = await desk.sent(item, 1);
    // 1:30 on January 2 in Kolkata.
    const entered = new Date('2025-01-01T20:00:00Z');
    await orders().updateOne({ _id: new Types.ObjectId(order._id) }, { $set: { createdAt: entered } });
    const on = async (day: string, person?: Person) => {
      const days = `from=${day}&to=${day}`;
      const found = [(await review(days, person)).orders.sent, await listed(`${sent}&${days}`, person)];
      return found.join(' ');
    };
    expect([await on('2025-01-01'), await on('2025-01-02')]).toEqual(['0 0', '1 1']);
    // Another laboratory in another zone does not change that for those who see both.
    const { app, head } = desk.stock;
    const newYork = await app.laboratory({ timezone: 'America/New_York' });
    expect([await on('2025-01-01', head), await on('2025-01-02', head)]).toEqual(['0 0', '1 1']);
    expect((await review(`from=2025-01-02&to=2025-01-02&laboratoryId=${newYork.id}`, head)).orders.sent).toBe(0);
  });

  it('is of the own laboratory, whatever others order, and of a supplier that it uses', async () => {
    const { app, head, laboratory, manager } = desk.stock;
    const other = await app.laboratory();
    const answer = await app
      .as(head)
      .post('/api/suppliers')
      .send({ name: 'Of another', uses: [{ laboratoryId: other.id }] });
    const theirs = (answer.body as { data: { _id: string } }).data._id;
    expect(failureOf(await ask('', manager, theirs).expect(404)).code).toBe('SUPPLIER_NOT_FOUND');
    expect(failureOf(await ask(`laboratoryId=${other.id}`).expect(404)).code).toBe('LABORATORY_NOT_FOUND');
    const [known] = await orders().find({}).limit(1).toArray();
    await orders().insertOne({
      ...known,
      _id: new Types.ObjectId(),
      number: 'PO-OTHER-1',
      status: 'closed',
      laboratoryId: other._id,
      createdAt: new Date(),
    });
    const own = await review();
    const all = await review('', head);
    expect(all.orders.sent).toBe(own.orders.sent + 1);
    expect((await review(`laboratoryId=${laboratory.id}`, head)).orders).toEqual(own.orders);
    expect((await review(`laboratoryId=${other.id}`, head)).orders.sent).toBe(1);
    const staff = await app.person('staff', { laboratoryId: laboratory._id });
    await ask('', staff).expect(403);
  });

  it('reads the orders of the supplier by an index, and nothing that only decisions need', async () => {
    const other = await OrderDesk.addSupplier(desk.stock, 'Transasia Bio-Medicals');
    const item = await desk.item();
    const [known] = await orders().find({ status: 'closed' }).limit(1).toArray();
    await orders().insertMany(
      Array.from({ length: 300 }, (_, index) => ({
        ...known,
        _id: new Types.ObjectId(),
        number: `PO-MANY-${index}`,
        laboratoryId: desk.stock.laboratory._id,
        supplier: { _id: new Types.ObjectId(other._id), code: other.code, name: other.name },
        searchWords: [other.code.toLowerCase(), other.name.toLowerCase()],
      })),
    );
    await desk.sent(item, 1);
    const connection = desk.stock.app.services.get<Connection>(getConnectionToken());
    for (const person of [desk.stock.manager, desk.stock.head]) {
      const { sent: found } = (await review('', person)).orders;
      const { purchase_orders: examined = 0 } = await examinedBy(connection, () => review('', person));
      expect(examined).toBeGreaterThanOrEqual(found);
      expect(examined).toBeLessThan(found + 10);
      const commands = await startedBy(connection, () => review('', person));
      const reads = commands.filter(({ command }) => command['find'] === 'purchase_orders');
      expect(reads).toHaveLength(1);
      expect(JSON.stringify(reads[0]?.command['projection'])).not.toContain('basis');
    }
  });

  it('is refused for more orders than can be read at once', async () => {
    const supplier = await OrderDesk.addSupplier(desk.stock, 'Supplier of thousands');
    const [known] = await orders().find({ status: 'closed' }).limit(1).toArray();
    const { _id, code, name } = supplier;
    const rows = Array.from({ length: MAX_REVIEWED_ORDERS + 1 }, (_, index) => ({
      ...known,
      _id: new Types.ObjectId(),
      number: `PO-THOUSANDS-${index}`,
      createdAt: new Date(),
      laboratoryId: desk.stock.laboratory._id,
      searchWords: [code.toLowerCase()],
      supplier: { _id: new Types.ObjectId(_id), code, name },
    }));
    await orders().insertMany(rows.slice(1));
    expect((await review('', undefined, _id)).orders.sent).toBe(MAX_REVIEWED_ORDERS);
    await orders().insertMany(rows.slice(0, 1));
    const refused = failureOf(await ask('', undefined, _id).expect(400));
    expect(refused).toMatchObject({
      code: 'TOO_MANY_AT_ONCE',
      message: expect.stringContaining('5,000 orders') as string,
    });
  });
});
