import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { gstRates, type InventoryItem, type PurchaseOrder } from '@shifa/contract';
import { effort } from '../../../../test/effort';
import { OrderDesk, orderOf } from '../../../../test/purchasing/order-desk';
import type { Person } from '../../../../test/test-app';
import type { MovementRow } from '../../inventory/stock/movement.repository';
import { dayAhead } from '../../../../test/today';

const LIVES = effort(2000, 24);
const TOLERANCE = 10;
const STEPS = 10;

jest.setTimeout(120_000 + LIVES * 3_000);

/** The step that leads on from a state, as `choose` counts them. */
const NEXT: Partial<Record<PurchaseOrder['status'], number>> = {
  draft: 1,
  pending_approval: 2,
  approved: 4,
  sent: 5,
  partly_received: 5,
};

/** Numbers that look random. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** What the rules say of one order with one line; the API must agree after every step. */
class Oracle {
  status: PurchaseOrder['status'] = 'draft';
  accepted = 0;
  short = 0;
  returned = 0;
  /** By approved bills. */
  billed = 0;
  /** Of each receipt, what is left of what it accepted. */
  left: number[] = [];
  approved: { quantity: number; price: number } | undefined;

  constructor(
    public quantity: number,
    public price: number,
  ) {}

  get outstanding(): number {
    return Math.max(0, this.quantity - this.accepted - this.short);
  }

  get most(): number {
    return this.quantity + Math.floor((this.quantity * TOLERANCE) / 100) - this.accepted - this.short;
  }

  edit(quantity: number, price: number): boolean {
    if (!['draft', 'pending_approval', 'approved'].includes(this.status)) return false;
    [this.quantity, this.price] = [quantity, price];
    if (this.status === 'approved' && this.approved) {
      const isMore = quantity > this.approved.quantity || price > this.approved.price;
      if (isMore) this.status = 'pending_approval';
    }
    return true;
  }

  move(from: readonly PurchaseOrder['status'][], to: PurchaseOrder['status'] | null): boolean {
    if (!from.includes(this.status)) return false;
    if (to === 'approved') this.approved = { quantity: this.quantity, price: this.price };
    if (to !== null) this.status = to;
    return true;
  }

  receive(accepted: number, short: number): boolean {
    if (!['sent', 'partly_received', 'received'].includes(this.status)) return false;
    if (accepted + short > this.most || (short > 0 && accepted + short > this.outstanding)) return false;
    this.accepted += accepted;
    this.short += short;
    this.left.push(accepted);
    this.status = this.outstanding === 0 ? 'received' : 'partly_received';
    return true;
  }

  return(receipt: number, quantity: number): boolean {
    if (!['partly_received', 'received', 'closed', 'closed_short'].includes(this.status)) return false;
    const left = this.left[receipt];
    if (left === undefined || quantity > left) return false;
    this.left[receipt] = left - quantity;
    this.returned += quantity;
    return true;
  }

  /** The tolerance of the laboratory, a hundredth, is less than a unit of every order here. */
  bill(quantity: number): boolean {
    if (!['sent', 'partly_received', 'received', 'closed', 'closed_short'].includes(this.status)) return false;
    if (this.billed + quantity > this.accepted - this.returned) return false;
    this.billed += quantity;
    return true;
  }
}

describe('random lives of orders', () => {
  let desk: OrderDesk;
  let items: InventoryItem[];
  let clerk: Person;
  let bills = 0;
  beforeAll(async () => {
    desk = await OrderDesk.open();
    clerk = await desk.stock.app.person('lab_admin', { laboratoryId: desk.stock.laboratory._id });
    await desk.policies({ overDeliveryPercent: TOLERANCE });
    items = await Promise.all(Array.from({ length: 4 }, () => desk.item()));
  });
  afterAll(() => desk.close());

  async function live(random: (below: number) => number, item: InventoryItem): Promise<[PurchaseOrder, Oracle]> {
    const oracle = new Oracle(1 + random(20), 1 + random(40));
    const line = () => ({
      itemId: item._id,
      quantity: oracle.quantity,
      pricePaise: oracle.price,
      expectedOn: dayAhead(7),
    });
    const { _id } = orderOf(await desk.post('', desk.body(item, 1, { lines: [line()] })).expect(201));
    let order = await desk.get(_id);
    for (let step = 0; step < STEPS; step += 1) {
      const [isAllowed, request] = choose(random, oracle, order, line);
      const { status } = await request();
      expect([status, isAllowed]).toEqual([isAllowed ? 200 : 409, isAllowed]);
      order = await desk.get(_id);
      const { accepted, short, outstanding, returned } = order.lines[0] ?? {};
      expect([order.status, accepted, short, outstanding, returned]).toEqual([
        oracle.status,
        oracle.accepted,
        oracle.short,
        oracle.outstanding,
        oracle.returned,
      ]);
    }
    return [order, oracle];
  }

  /** Enters a bill and has it approved; one that differs is cancelled. */
  async function bill({ _id }: PurchaseOrder, body: object): Promise<{ status: number }> {
    const entered = await desk.post(`/${_id}/bills`, body, clerk);
    if (entered.status !== 201) return entered;
    const path = `/api/transactions/${(entered.body as { data: { _id: string } }).data._id}`;
    const decided = await desk.stock.app.as(desk.stock.admin).put(`${path}/approve`).send({ approved: true });
    if (decided.status !== 200) await desk.stock.app.as(clerk).delete(path).expect(200);
    return decided;
  }

  function choose(
    random: (below: number) => number,
    oracle: Oracle,
    order: PurchaseOrder,
    line: () => object,
  ): [boolean, () => PromiseLike<{ status: number }>] {
    const { _id } = order;
    const reason = 'Random reason';
    // Most lives should reach the receipts.
    const next = NEXT[oracle.status];
    switch (random(3) > 0 && next !== undefined ? next : random(13)) {
      case 0: {
        const isAllowed = oracle.edit(1 + random(20), 1 + random(40));
        const lines = isAllowed
          ? [line()]
          : order.lines.map(({ itemId, quantity, pricePaise, expectedOn }) => ({
              itemId,
              quantity,
              pricePaise,
              expectedOn,
            }));
        return [isAllowed, () => desk.edit(_id, { supplierId: desk.supplier._id, lines })];
      }
      case 1:
        return [oracle.move(['draft'], 'pending_approval'), () => desk.post(`/${_id}/submit`)];
      case 2:
        return [oracle.move(['pending_approval'], 'approved'), () => desk.decide(_id)];
      case 3:
        return [oracle.move(['pending_approval'], 'draft'), () => desk.decide(_id, { approved: false, reason })];
      case 4: {
        const isFirst = oracle.move(['approved'], 'sent');
        const isAllowed = isFirst || oracle.move(['sent', 'partly_received'], null);
        return [isAllowed, () => desk.post(`/${_id}/send`, { way: 'told' })];
      }
      case 5: {
        const [accepted, short] = [random(oracle.quantity + 2), random(4) === 0 ? 1 + random(3) : 0];
        const body = desk.arrival(order, Math.max(accepted, short === 0 ? 1 : 0), { short, reason });
        const isAllowed = oracle.receive(Math.max(accepted, short === 0 ? 1 : 0), short);
        return [isAllowed, () => desk.receive(order, body)];
      }
      case 6:
        return [
          oracle.move(['draft', 'pending_approval', 'approved', 'sent'], 'cancelled'),
          () => desk.post(`/${_id}/cancel`, { reason }),
        ];
      case 7:
        return [oracle.move(['partly_received'], 'closed_short'), () => desk.post(`/${_id}/close-short`, { reason })];
      case 8:
      case 9: {
        const receipts = order.receipts.filter(({ lines }) => lines.some(({ batches }) => batches.length > 0));
        const place = random(receipts.length || 1);
        const quantity = 1 + random(oracle.quantity);
        const receipt = receipts[place];
        const index = receipt ? order.receipts.indexOf(receipt) : -1;
        const isAllowed = oracle.return(index, quantity);
        const body = desk.departure(order, quantity);
        return [isAllowed, () => desk.returnGoods(order, { ...body, receiptId: receipt?._id ?? '0'.repeat(24) })];
      }
      case 10:
      case 11: {
        const quantity = 1 + random(oracle.quantity);
        const gstRate = gstRates[random(gstRates.length)];
        const line = { lineId: order.lines[0]?._id, quantity, pricePaise: oracle.price, gstRate };
        const body = {
          number: `B-${String((bills += 1))}`,
          date: dayAhead(-1),
          lines: [line],
          freightPaise: random(900),
        };
        return [oracle.bill(quantity), () => bill(order, body)];
      }
      default:
        return [oracle.move(['received'], 'closed'), () => desk.post(`/${_id}/close`)];
    }
  }

  it('agree with the rules in every step, and with the stock in the end', async () => {
    const random = randomFrom(20_261_127);
    const lives: [PurchaseOrder, Oracle, InventoryItem][] = [];
    while (lives.length < LIVES) {
      const several = items.map(async (item) => [...(await live(random, item)), item] as const);
      for (const [order, oracle, item] of await Promise.all(several)) lives.push([order, oracle, item]);
    }
    expect(new Set(lives.map(([{ number }]) => number)).size).toBe(lives.length);
    const receipts = lives.flatMap(([order]) => order.receipts.map(({ number }) => number));
    expect(new Set(receipts).size).toBe(receipts.length);
    const returns = lives.flatMap(([order]) => order.returns.map(({ number }) => number));
    expect(returns.length).toBeGreaterThan(0);
    expect(new Set(returns).size).toBe(returns.length);
    const connection = desk.stock.app.services.get<Connection>(getConnectionToken());
    const movements = await connection.collection<MovementRow>('stock_movements').find().toArray();
    expect(movements.some(({ type }) => type === 'cost')).toBe(true);
    const ofReceipt = new Map<string, number>();
    expect(movements.every(({ balanceAfter, usableAfter }) => balanceAfter >= 0 && usableAfter >= 0)).toBe(true);
    for (const { receiptId, quantity } of movements) {
      const key = String(receiptId);
      ofReceipt.set(key, (ofReceipt.get(key) ?? 0) + quantity);
    }
    for (const [order, oracle] of lives) {
      const moved = order.receipts.reduce((sum, { _id }) => sum + (ofReceipt.get(_id) ?? 0), 0);
      expect(moved).toBe(oracle.accepted - oracle.returned);
      expect(oracle.accepted).toBeLessThanOrEqual(oracle.quantity + Math.floor((oracle.quantity * TOLERANCE) / 100));
      expect(oracle.billed).toBeLessThanOrEqual(oracle.accepted);
    }
    for (const item of items) {
      const own = lives.filter(([, , one]) => one === item).map(([, oracle]) => oracle);
      const { quantity, onOrder, valuePaise } = await desk.stock.get(item._id);
      const moved = movements.filter((row) => row.item._id.toHexString() === item._id);
      expect(moved.reduce((sum, row) => sum + (row.cost?.changePaise ?? row.quantity * row.unitCostPaise), 0)).toBe(
        valuePaise,
      );
      expect(quantity).toBe(own.reduce((sum, { accepted, returned }) => sum + accepted - returned, 0));
      const counted = own.filter(({ status }) =>
        ['pending_approval', 'approved', 'sent', 'partly_received'].includes(status),
      );
      expect(onOrder?.quantity ?? 0).toBe(counted.reduce((sum, { outstanding }) => sum + outstanding, 0));
    }
  });
});
