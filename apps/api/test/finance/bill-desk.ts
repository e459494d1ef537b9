import type { Bill, EnterBillInput, OrderBills, PurchaseOrder } from '@shifa/contract';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { Caches } from '../../src/platform/cache/caches';
import { objectId } from '../../src/platform/domain/object-id';
import { OrderDesk } from '../purchasing/order-desk';
import type { Person } from '../test-app';
import { entryOf } from './finance-desk';
import { dayAhead } from '../today';

type Answer = { status: number; body: unknown };
export const billOf = ({ body }: Answer) => (body as { data: Bill }).data;
export const billsOf = ({ body }: Answer) => (body as { data: OrderBills }).data;

/** A laboratory whose clerk enters the bills of its orders, and whose lab admin approves them. */
export class BillDesk extends OrderDesk {
  private last = 0;

  protected constructor(
    { stock, supplier }: OrderDesk,
    readonly clerk: Person,
  ) {
    super(stock, supplier);
  }

  static override async open(): Promise<BillDesk> {
    const orders = await OrderDesk.open();
    return new BillDesk(orders, await BillDesk.addClerk(orders));
  }

  protected static addClerk({ stock: { app, laboratory } }: OrderDesk): Promise<Person> {
    return app.person('lab_admin', { laboratoryId: laboratory._id });
  }

  get connection(): Connection {
    return this.stock.app.services.get<Connection>(getConnectionToken());
  }

  nextNumber(prefix: string): string {
    this.last += 1;
    return `${prefix}/${String(this.last)}`;
  }

  async set(collection: string, id: string, fields: object): Promise<void> {
    await this.connection.collection(collection).updateOne({ _id: objectId(id) }, { $set: fields });
    this.stock.app.services.get(Caches).clear();
  }

  billBody({ lines }: PurchaseOrder, quantity: number, overrides: object = {}): EnterBillInput {
    return {
      number: this.nextNumber('INV'),
      date: dayAhead(-1),
      lines: [{ lineId: lines[0]?._id ?? '', quantity, pricePaise: 12_000, gstRate: 18, ...overrides }],
    };
  }

  enterBill(order: PurchaseOrder, body: object, person: Person = this.clerk) {
    return this.post(`/${order._id}/bills`, body, person);
  }

  async enteredBill(order: PurchaseOrder, quantity: number, overrides: object = {}): Promise<Bill> {
    return billOf(await this.enterBill(order, this.billBody(order, quantity, overrides)).expect(201));
  }

  ofOrder(order: PurchaseOrder, person: Person = this.clerk) {
    return this.stock.app.as(person).get(`/api/purchase-orders/${order._id}/bills`);
  }

  entries(person: Person) {
    const { app } = this.stock;
    return {
      get: async (id: string) => entryOf(await app.as(person).get(`/api/transactions/${id}`).expect(200)),
      decide: (id: string, body: object = { approved: true }) =>
        app.as(person).put(`/api/transactions/${id}/approve`).send(body),
      enter: (body: object) => app.as(person).post('/api/transactions').send(body),
      edit: (id: string, body: object) => app.as(person).put(`/api/transactions/${id}`).send(body),
      cancel: (id: string) => app.as(person).delete(`/api/transactions/${id}`),
    };
  }

  approver() {
    return this.entries(this.stock.admin);
  }

  /** An order of which a part or all was received. */
  async delivered(quantity: number, of = quantity): Promise<PurchaseOrder> {
    const order = await this.sent(await this.item(), of);
    await this.receive(order, this.arrival(order, quantity)).expect(200);
    return order;
  }
}
