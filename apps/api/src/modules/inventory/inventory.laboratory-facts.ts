import type { Blocker } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { objectId } from '../../platform/mongo/object-id';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { ItemRepository } from './items/item.repository';
import { InventoryReportService } from './reporting/inventory-report.service';
import { waiting, WriteOffRepository } from './write-offs/write-off.repository';
import { inTransit, TransferRepository } from './transfers/transfer.repository';

/** Provides laboratories with facts about their stock. */
@Injectable()
export class InventoryLaboratoryFacts implements OnModuleInit {
  constructor(
    private readonly facts: LaboratoryFacts,
    private readonly staffFacts: StaffFacts,
    private readonly items: ItemRepository,
    private readonly reports: InventoryReportService,
    private readonly transfers: TransferRepository,
    private readonly writeOffs: WriteOffRepository,
  ) {}

  onModuleInit(): void {
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('inventory.view')) return [];
        const sentByPerson = { ...inTransit, 'steps.0.by._id': { $in: userIds.map((id) => objectId(id)) } };
        const scope = actor.scope('inventory.view');
        const requested = { ...waiting, 'requestedBy._id': { $in: userIds.map((id) => objectId(id)) } };
        return [
          ...transferBlockers(await this.transfers.count(scope, sentByPerson)),
          ...writeOffBlockers(await this.writeOffs.count(scope, requested)),
        ];
      },
    });
    this.facts.register({
      exist: async (laboratoryId) => (await this.items.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const count = await this.items.count(LabScope.ofLaboratory(laboratoryId), { quantity: { $gt: 0 } });
        const transfers = await this.transfers.count(LabScope.ofLaboratory(laboratoryId), inTransit);
        const blockers: Blocker[] = [];
        if (count > 0)
          blockers.push({ name: count === 1 ? 'item in stock' : 'items in stock', count, resource: 'inventory' });
        const writeOffs = await this.writeOffs.count(LabScope.ofLaboratory(laboratoryId), waiting);
        return [...blockers, ...transferBlockers(transfers), ...writeOffBlockers(writeOffs)];
      },
      lock: 'inventory',
      stats: async ({ actor, laboratoryId }) => {
        if (!actor.may('inventory.view')) return {};
        const { valuePaise, low, out, expiredBatches } = await this.reports.stats(actor, laboratoryId);
        return { inventory: { valuePaise, lowCount: low + out, expiredCount: expiredBatches } };
      },
    });
  }
}

function transferBlockers(count: number): Blocker[] {
  const name = count === 1 ? 'transfer in transit' : 'transfers in transit';
  return count === 0 ? [] : [{ name, count, resource: 'transfers' }];
}

function writeOffBlockers(count: number): Blocker[] {
  const name = count === 1 ? 'write-off waiting for approval' : 'write-offs waiting for approval';
  return count === 0 ? [] : [{ name, count, resource: 'write-offs', filter: { status: ['pending'] } }];
}
