import type {
  CreatePurchaseOrderInput,
  CreateSupplierInput,
  Failure,
  InventoryItem,
  PurchaseOrder,
  ReceiveOrderInput,
  ReturnGoodsInput,
  Supplier,
} from '@shifa/contract';
import { InventoryDesk } from '../inventory/inventory-desk';
import type { Person } from '../test-app';
import { dayAhead } from '../today';

type Answer = { status: number; body: unknown };
export const orderOf = ({ body }: Answer) => (body as { data: PurchaseOrder }).data;
export const failureOf = ({ body }: Answer) => body as Failure;

/** Later than any order of a test, within a year of all of them. */

/** A laboratory whose manager orders and receives, and whose lab admin approves. */
export class OrderDesk {
  protected constructor(
    readonly stock: InventoryDesk,
    readonly supplier: Supplier,
  ) {}

  static async open(settings?: Parameters<typeof InventoryDesk.open>[1]): Promise<OrderDesk> {
    const stock = await InventoryDesk.open({}, settings);
    return new OrderDesk(stock, await OrderDesk.addSupplier(stock, 'Meril Diagnostics'));
  }

  static async addSupplier(
    { app, head, laboratory }: InventoryDesk,
    name: string,
    overrides: Partial<CreateSupplierInput> = {},
  ): Promise<Supplier> {
    const body = { name, uses: [{ laboratoryId: laboratory.id }], ...overrides };
    const answer = await app.as(head).post('/api/suppliers').send(body).expect(201);
    return (answer.body as { data: Supplier }).data;
  }

  close(): Promise<void> {
    return this.stock.close();
  }

  item(overrides: Parameters<InventoryDesk['created']>[0] = {}): Promise<InventoryItem> {
    return this.stock.created({ unitCostPaise: 10_000, ...overrides });
  }

  post(path: string, body: object = {}, person: Person = this.stock.manager) {
    return this.stock.app.as(person).post(`/api/purchase-orders${path}`).send(body);
  }

  async get(id: string, person: Person = this.stock.manager): Promise<PurchaseOrder> {
    return orderOf(await this.stock.app.as(person).get(`/api/purchase-orders/${id}`).expect(200));
  }

  body(item: InventoryItem, quantity: number, overrides: Partial<CreatePurchaseOrderInput> = {}) {
    const line = { itemId: item._id, quantity, pricePaise: 12_000, expectedOn: dayAhead(7) };
    return {
      laboratoryId: this.stock.laboratory.id,
      supplierId: this.supplier._id,
      lines: [line],
      ...overrides,
    } satisfies CreatePurchaseOrderInput;
  }

  async drafted(item: InventoryItem, quantity = 10, person?: Person): Promise<PurchaseOrder> {
    return orderOf(await this.post('', this.body(item, quantity), person).expect(201));
  }

  async submitted(item: InventoryItem, quantity = 10, person?: Person): Promise<PurchaseOrder> {
    const { _id } = await this.drafted(item, quantity, person);
    return orderOf(await this.post(`/${_id}/submit`, {}, person).expect(200));
  }

  decide(id: string, body: object = { approved: true }, person: Person = this.stock.admin) {
    return this.stock.app.as(person).put(`/api/purchase-orders/${id}/approve`).send(body);
  }

  async approved(item: InventoryItem, quantity = 10): Promise<PurchaseOrder> {
    const { _id } = await this.submitted(item, quantity);
    return orderOf(await this.decide(_id).expect(200));
  }

  async sent(item: InventoryItem, quantity = 10): Promise<PurchaseOrder> {
    const { _id } = await this.approved(item, quantity);
    return orderOf(await this.post(`/${_id}/send`, { way: 'told' }).expect(200));
  }

  edit(id: string, body: object, person: Person = this.stock.manager) {
    return this.stock.app.as(person).put(`/api/purchase-orders/${id}`).send(body);
  }

  /** One line of the order: that many in one batch. */
  arrival({ lines: [line] }: PurchaseOrder, quantity: number, overrides: object = {}): ReceiveOrderInput {
    const batches = quantity === 0 ? [] : [{ batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity }];
    return { lines: [{ lineId: line?._id ?? '', batches, ...overrides }] };
  }

  receive(order: PurchaseOrder, body: ReceiveOrderInput, person: Person = this.stock.manager) {
    return this.post(`/${order._id}/receive`, body, person);
  }

  /** So many units of the batch of `arrival`, of the latest receipt. */
  departure({ lines: [line], receipts }: PurchaseOrder, quantity: number, overrides: object = {}): ReturnGoodsInput {
    const batch = { lineId: line?._id ?? '', batchNumber: 'LOT-1', expiryDate: '2099-12-31', quantity, ...overrides };
    return { receiptId: receipts.at(-1)?._id ?? '', lines: [batch], reason: 'Broken in transit' };
  }

  returnGoods(order: PurchaseOrder, body: ReturnGoodsInput, person: Person = this.stock.manager) {
    return this.post(`/${order._id}/returns`, body, person);
  }

  async received(item: InventoryItem, quantity = 10): Promise<PurchaseOrder> {
    const order = await this.sent(item, quantity);
    return orderOf(await this.receive(order, this.arrival(order, quantity)).expect(200));
  }

  async policies(purchasing: object): Promise<void> {
    const { app, head, laboratory } = this.stock;
    const read = await app.as(head).get(`/api/laboratories/${laboratory.id}`).expect(200);
    const { version } = (read.body as { data: { version: number } }).data;
    await app
      .as(head)
      .put(`/api/laboratories/${laboratory.id}`)
      .send({ policies: { purchasing }, version })
      .expect(200);
  }
}
