import { once } from 'node:events';
import type { Failure, InventoryItem, StockChange, StockChangeInput } from '@shifa/contract';
import { createInventoryItemBody } from '@shifa/contract/testing';
import { getConnectionToken } from '@nestjs/mongoose';
import type { Connection } from 'mongoose';
import { io, type Socket } from 'socket.io-client';
import { Caches } from '../../src/platform/cache/caches';
import { RequestLimits } from '../../src/platform/http/request-limits';
import { Clock } from '../../src/platform/time/clock';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { ITEM_COLLECTION, type ItemRow } from '../../src/modules/inventory/stock/item.document';
import { derivedFields } from '../../src/modules/inventory/stock/item';
import { type Person, TestApp } from '../test-app';

type Answer = { status: number; body: unknown };
type Laboratory = LaboratoryRow & { id: string };

export const itemOf = ({ body }: Answer) => (body as { data: InventoryItem }).data;
export const stockChangeOf = ({ body }: Answer) => (body as { data: StockChange }).data;
export const failureOf = ({ body }: Answer) => body as Failure;
export const faultsOf = ({ body }: Answer) =>
  Object.fromEntries((body as Failure).errors.map(({ field, message }) => [field, message]));

/** What a person's open screen has received. */
export type Screen = {
  heard: [event: string, payload: Record<string, unknown>][];
  /** Once everything that was sent so far has arrived. */
  settled: () => Promise<unknown>;
};

/** A laboratory with a lab admin and a manager, and a super admin of the network. */
export class InventoryDesk {
  private readonly sockets: Socket[] = [];

  private constructor(
    readonly app: TestApp,
    readonly laboratory: Laboratory,
    readonly head: Person,
    readonly admin: Person,
    private readonly usualManager: Person,
    public manager: Person = usualManager,
  ) {}

  static async open(
    overrides: Partial<LaboratoryRow> = {},
    settings?: Parameters<typeof TestApp.start>[0],
  ): Promise<InventoryDesk> {
    const app = await TestApp.start(settings);
    app.services.get(RequestLimits).lift();
    const laboratory = await app.laboratory(overrides);
    const inLaboratory = { laboratoryId: laboratory._id };
    return new InventoryDesk(
      app,
      laboratory,
      await app.person('super_admin'),
      await app.person('lab_admin', inLaboratory),
      await app.person('manager', inLaboratory),
    );
  }

  /** Sets the time of the API and keeps it there, with a manager who signed in at that time. */
  async setTime(at: string): Promise<void> {
    jest.spyOn(this.app.services.get(Clock), 'now').mockReturnValue(new Date(at));
    this.manager = await this.app.person('manager', { laboratoryId: this.laboratory._id });
  }

  /** Back to the present, in which the manager of another time may no longer be signed in. */
  resetTime(): void {
    jest.restoreAllMocks();
    this.manager = this.usualManager;
  }

  create(body: Parameters<typeof createInventoryItemBody>[0] = {}, person: Person = this.admin) {
    return this.app
      .as(person)
      .post('/api/inventory')
      .send(createInventoryItemBody({ laboratoryId: this.laboratory.id, ...body }));
  }

  /** Sets the status of the laboratory, without what a change of it otherwise brings about. */
  async setStatus(status: LaboratoryRow['status']): Promise<void> {
    const laboratories = this.app.services.get<Connection>(getConnectionToken()).collection('laboratories');
    await laboratories.updateOne({ _id: this.laboratory._id }, { $set: { status } });
    this.app.services.get(Caches).clear();
  }

  async created(body: Parameters<typeof createInventoryItemBody>[0] = {}): Promise<InventoryItem> {
    return itemOf(await this.create(body).expect(201));
  }

  move(id: string, body: StockChangeInput, person: Person = this.manager) {
    return this.app.as(person).put(`/api/inventory/${id}/stock`).send(body);
  }

  async moved(id: string, body: StockChangeInput): Promise<StockChange> {
    return stockChangeOf(await this.move(id, body).expect(200));
  }

  async receive(id: string, quantity: number, batch: Partial<StockChangeInput> = {}): Promise<StockChange> {
    return this.moved(id, { type: 'in', quantity, expiryDate: '2099-12-31', ...batch });
  }

  batch(id: string, batchId: string, body: object, person: Person = this.manager) {
    return this.app.as(person).put(`/api/inventory/${id}/batches/${batchId}`).send(body);
  }

  async get(id: string, person: Person = this.manager): Promise<InventoryItem> {
    return itemOf(await this.app.as(person).get(`/api/inventory/${id}`).expect(200));
  }

  async read<Data>(path: string, person: Person = this.manager): Promise<Data> {
    const answer = await this.app.as(person).get(`/api/inventory${path}`).expect(200);
    return (answer.body as { data: Data }).data;
  }

  async listening({ token }: Person): Promise<Screen> {
    const socket = io(this.app.url, { auth: { token }, reconnection: false, transports: ['websocket'] });
    this.sockets.push(socket);
    await once(socket as never, 'connect');
    const heard: Screen['heard'] = [];
    socket.onAny((event: string, payload: Record<string, unknown>) => heard.push([event, payload]));
    // Earlier events arrive before the response.
    const settled = (): Promise<unknown> => socket.emitWithAck('leave-laboratory', '0'.repeat(24));
    return { heard, settled };
  }

  /** What every write of an item must have stored with it; checked after each suite. */
  async assertDerived(): Promise<void> {
    const connection = this.app.services.get<Connection>(getConnectionToken());
    for await (const item of connection.collection<ItemRow>(ITEM_COLLECTION).find()) {
      expect(item).toMatchObject({ itemCode: item.itemCode, ...derivedFields(item) });
    }
  }

  async close(): Promise<void> {
    await this.assertDerived();
    for (const socket of this.sockets) socket.close();
    await this.app.close();
  }
}
