import {
  type Blocker,
  inventoryItemStatuses,
  openTransferStatuses,
  TransferListQuery,
  WriteOffListQuery,
  plural,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import {
  type AttentionCheck,
  countOfList,
  type DashboardRequest,
  DashboardSources,
  linkToList,
} from '../dashboard/dashboard.port';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { ItemRepository } from './stock/item.repository';
import { InventoryStatistics } from './statistics';
import { inTransit, TransferRepository } from './transfers/transfer.repository';
import { Transfers } from './transfers/transfer';
import { waiting, WriteOffRepository } from './write-offs/write-off.repository';
import { DecideWriteOffs } from './write-offs/decide-write-offs';
import { INVENTORY_LOCK } from './stock/stock';

/** What inventory gives to other features: the dashboard, and facts about people and laboratories. */
@Injectable()
export class InventoryContributions implements OnModuleInit {
  constructor(
    private readonly dashboards: DashboardSources,
    private readonly facts: LaboratoryFacts,
    private readonly staffFacts: StaffFacts,
    private readonly items: ItemRepository,
    private readonly reports: InventoryStatistics,
    private readonly transfers: Transfers,
    private readonly transferRepository: TransferRepository,
    private readonly writeOffs: DecideWriteOffs,
    private readonly writeOffRepository: WriteOffRepository,
  ) {}

  onModuleInit(): void {
    this.dashboards.register({
      permission: 'inventory.view',
      blocks: { inventory: ({ actor, laboratoryId }) => this.reports.stats(actor, laboratoryId) },
      columns: { inventory: ({ actor }) => this.reports.statsByLaboratory(actor) },
      quick: { inventory: ({ actor, laboratoryId }) => this.reports.stats(actor, laboratoryId) },
      attention: (request) => this.attention(request),
    });
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('inventory.view')) return [];
        const sentByPerson = { ...inTransit, 'steps.0.by._id': { $in: userIds.map((id) => objectId(id)) } };
        const scope = actor.scope('inventory.view');
        const enteredBy = [...userIds];
        const requested = { ...waiting, 'requestedBy._id': { $in: userIds.map((id) => objectId(id)) } };
        return [
          ...transferBlockers(await this.transferRepository.count(scope, sentByPerson), {
            enteredBy,
            status: [...openTransferStatuses],
          }),
          ...writeOffBlockers(await this.writeOffRepository.count(scope, requested), { enteredBy }),
        ];
      },
    });
    this.facts.register({
      hasRecords: async (laboratoryId) => (await this.items.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const count = await this.items.count(LabScope.ofLaboratory(laboratoryId), { quantity: { $gt: 0 } });
        const transfers = await this.transferRepository.count(LabScope.ofLaboratory(laboratoryId), inTransit);
        const blockers: Blocker[] = [];
        if (count > 0)
          blockers.push({
            name: plural(count, 'item in stock', 'items in stock'),
            count,
            resource: 'inventory',
            // Discontinued items with stock are among them.
            filter: { inStock: ['true'], status: [...inventoryItemStatuses] },
          });
        const writeOffs = await this.writeOffRepository.count(LabScope.ofLaboratory(laboratoryId), waiting);
        return [...blockers, ...transferBlockers(transfers), ...writeOffBlockers(writeOffs)];
      },
      lock: INVENTORY_LOCK,
      stats: async ({ actor, laboratoryId }) => {
        if (!actor.may('inventory.view')) return {};
        const { valuePaise, low, out, expiredBatches } = await this.reports.stats(actor, laboratoryId);
        return { inventory: { valuePaise, lowCount: low + out, expiredCount: expiredBatches } };
      },
    });
  }

  /** @param field all that the name is made of. */
  private attention(request: DashboardRequest): AttentionCheck[] {
    const { actor, laboratoryId } = request;
    const stock = { request, permission: 'inventory.stock' } as const;
    const checks: AttentionCheck[] = [
      {
        level: 'error',
        names: ['item is out of stock', 'items are out of stock'],
        resource: 'inventory',
        ...linkToList({ ...stock, filter: { stockStatus: ['out'] } }),
        count: async () => (await this.reports.stats(actor, laboratoryId)).out,
      },
      {
        level: 'error',
        names: ['batch in stock has expired', 'batches in stock have expired'],
        resource: 'expiring',
        ...linkToList({ ...stock, filter: { expired: ['true'] } }),
        count: async () => (await this.reports.stats(actor, laboratoryId)).expiredBatches,
      },
    ];
    checks.push({
      level: 'warning',
      names: ['write-off needs your decision', 'write-offs need your decision'],
      resource: 'write-offs',
      ...countOfList({
        request,
        permission: 'inventory.approve',
        filter: { waitingForMe: ['true'] },
        schema: WriteOffListQuery,
        list: (query) => this.writeOffs.list(actor, query),
      }),
    });
    const destination = laboratoryId ?? actor.laboratoryId;
    if (destination === null) return checks;
    const arriving = {
      level: 'info',
      names: ['transfer is on its way to you', 'transfers are on their way to you'],
      resource: 'transfers',
      ...countOfList({
        ...stock,
        filter: { status: [...openTransferStatuses], toLaboratoryId: [destination] },
        schema: TransferListQuery,
        list: (query) => this.transfers.list(actor, query),
      }),
    } as const;
    return [...checks, arriving];
  }
}

function transferBlockers(count: number, filter?: Blocker['filter']): Blocker[] {
  const name = plural(count, 'transfer in transit', 'transfers in transit');
  return count === 0 ? [] : [{ name, count, resource: 'transfers', filter }];
}

function writeOffBlockers(count: number, filter?: Blocker['filter']): Blocker[] {
  const name = plural(count, 'write-off pending approval', 'write-offs pending approval');
  return count === 0 ? [] : [{ name, count, resource: 'write-offs', filter: { ...filter, status: ['pending'] } }];
}
