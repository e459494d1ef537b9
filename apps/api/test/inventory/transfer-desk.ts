import type { InventoryItem, ReceiveTransferInput, SendTransferInput, StockTransfer } from '@shifa/contract';
import type { Person } from '../test-app';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { InventoryDesk } from './inventory-desk';

type Answer = { body: unknown };

export const transferOf = ({ body }: Answer) => (body as { data: StockTransfer }).data;

/** Two laboratories that exchange stock: that of the desk sends, the other receives. */
export class TransferDesk {
  private constructor(
    readonly desk: InventoryDesk,
    readonly other: LaboratoryRow & { id: string },
    /** The lab admin of the other laboratory. */
    readonly receiver: Person,
  ) {}

  static async open(opened?: InventoryDesk): Promise<TransferDesk> {
    const desk = opened ?? (await InventoryDesk.open());
    const other = await desk.app.laboratory();
    return new TransferDesk(desk, other, await desk.app.person('lab_admin', { laboratoryId: other._id }));
  }

  get sender(): Person {
    return this.desk.admin;
  }

  get app() {
    return this.desk.app;
  }

  send(lines: SendTransferInput['lines'], body: Partial<SendTransferInput> = {}, person = this.sender) {
    const sent = { toLaboratoryId: this.other.id, lines, ...body };
    return this.app.as(person).post('/api/inventory/transfers').send(sent);
  }

  async sent(lines: SendTransferInput['lines'], body: Partial<SendTransferInput> = {}): Promise<StockTransfer> {
    return transferOf(await this.send(lines, body).expect(201));
  }

  receive(id: string, body: ReceiveTransferInput = {}, person = this.receiver) {
    return this.app.as(person).post(`/api/inventory/transfers/${id}/receive`).send(body);
  }

  takeBack(id: string, body: object = { reason: "It wasn't needed" }, person = this.sender) {
    return this.app.as(person).post(`/api/inventory/transfers/${id}/return`).send(body);
  }

  async get(id: string, person = this.sender): Promise<StockTransfer> {
    return transferOf(await this.app.as(person).get(`/api/inventory/transfers/${id}`).expect(200));
  }

  /** The items of the receiving laboratory with a name. */
  async itemsThere(name: string): Promise<InventoryItem[]> {
    const listed = await this.desk.read<InventoryItem[]>(`?search=${encodeURIComponent(name)}`, this.receiver);
    return Promise.all(listed.map(({ _id }) => this.desk.get(_id, this.receiver)));
  }

  /** An item with two batches: 5 of `SOON` and 7 of `LATE`. */
  async stocked(body: Parameters<InventoryDesk['create']>[0] = {}): Promise<InventoryItem> {
    const { _id } = await this.desk.created(body);
    await this.desk.receive(_id, 5, { batchNumber: 'SOON', expiryDate: '2098-01-31', unitCostPaise: 500 });
    await this.desk.receive(_id, 7, { batchNumber: 'LATE', expiryDate: '2099-12-31', unitCostPaise: 700 });
    return this.desk.get(_id);
  }

  close(): Promise<void> {
    return this.desk.close();
  }
}
