import { resolvePermissions } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Actor } from '../../../platform/http/actor';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { DemoNetwork } from '../../../platform/seed/demo-network';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { ItemRepository } from '../items/item.repository';
import { productKeyOf } from '../items/product';
import { RecallService } from '../recalls/recall.service';
import { TransferService } from '../transfers/transfer.service';

/** The codes of the sender and the receiver, how many items, and how many of their batches have arrived. */
const plan = [
  { from: 'KOL', to: 'DXB', items: 2, received: 0, notes: 'With the morning courier' },
  { from: 'KOL', to: 'SLK', items: 1, received: 0, notes: null },
  { from: 'DXB', to: 'KOL', items: 2, received: 1, notes: 'The rest follows tomorrow' },
  { from: 'SLK', to: 'KOL', items: 1, received: 9, notes: null },
] as const;

const UNITS = 2;
const MAX_ITEMS = 60;

/** Transfers between laboratories of the demo network, most of them in transit, and a recalled batch. */
@Injectable()
export class TransferDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly items: ItemRepository,
    private readonly transfers: TransferService,
    private readonly recalls: RecallService,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 5, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    for (const { from, to, items, received, notes } of plan) {
      const [sender, receiver] = [await this.adminOf(from), await this.adminOf(to)];
      if (!sender || !receiver) continue;
      const usable = { status: 'active', usableQuantity: { $gt: UNITS * 3 } };
      const scope = LabScope.ofLaboratory(sender.laboratory._id.toHexString());
      const stocked = await this.items.find(scope, usable, { sort: { sortName: 1 }, limit: MAX_ITEMS });
      const lines = stocked.slice(0, items).map(({ _id }) => ({ itemId: _id.toHexString(), quantity: UNITS }));
      const toLaboratoryId = receiver.laboratory._id.toHexString();
      const sent = await this.transfers.send(sender.actor, { toLaboratoryId, lines, notes });
      const arrived = sent.lines
        .slice(0, received)
        .map((line) => ({ lineId: line._id, quantity: line.quantity, missing: 0, damaged: 0 }));
      if (arrived.length > 0) await this.transfers.receive(receiver.actor, sent._id, { lines: arrived, notes: null });
    }
    await this.recall('KOL');
  }

  private async recall(code: string): Promise<void> {
    const admin = await this.adminOf(code);
    if (!admin) return;
    const scope = LabScope.ofLaboratory(admin.laboratory._id.toHexString());
    const usable = { status: 'active', usableQuantity: { $gt: 0 }, category: 'reagent' };
    const [item] = await this.items.find(scope, usable, { sort: { sortName: -1 }, limit: 1 });
    const batch = item?.batches.find(({ quantity, status }) => quantity > 0 && status === 'active');
    if (!item || !batch) return;
    const reason = 'The manufacturer reports wrong results with this batch';
    const recalled = { batchNumber: batch.batchNumber, productKeys: [productKeyOf(item)], reason };
    await this.recalls.recall(admin.actor, recalled);
  }

  private async adminOf(code: string): Promise<{ laboratory: LaboratoryRow; actor: Actor } | null> {
    const [laboratory] = await this.laboratories.findByCodes([code]);
    if (!laboratory) return null;
    const laboratoryId = laboratory._id.toHexString();
    const { items } = await this.people.pageOfLaboratory(LabScope.everywhere(), { laboratoryId, page: 1, limit: 100 });
    const admin = items.find(({ role }) => role === 'lab_admin');
    if (!admin) return null;
    const { _id, name, role } = admin;
    const permissions = resolvePermissions(role);
    const identity = { userId: _id.toHexString(), name, role, laboratoryId, permissions };
    return { laboratory, actor: new Actor({ ...identity, sessionId: '', mustChangePassword: false }) };
  }
}
