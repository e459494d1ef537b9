import { openTransferStatuses, TransferListQuery, WriteOffListQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DocumentNames } from '../../platform/audit/document-names';
import {
  type AttentionCheck,
  countOfList,
  type DashboardRequest,
  DashboardSources,
  linkToList,
} from '../dashboard/dashboard.port';
import { ItemRepository } from './items/item.repository';
import { InventoryReportService } from './reporting/inventory-report.service';
import { TransferRepository } from './transfers/transfer.repository';
import { TransferService } from './transfers/transfer.service';
import { WriteOffRepository } from './write-offs/write-off.repository';
import { WriteOffService } from './write-offs/write-off.service';

/** Stock on the dashboard. */
@Injectable()
export class InventoryDashboard implements OnModuleInit {
  constructor(
    private readonly sources: DashboardSources,
    private readonly names: DocumentNames,
    private readonly reports: InventoryReportService,
    private readonly itemRepository: ItemRepository,
    private readonly transfers: TransferService,
    private readonly transferRepository: TransferRepository,
    private readonly writeOffs: WriteOffService,
    private readonly writeOffRepository: WriteOffRepository,
  ) {}

  onModuleInit(): void {
    this.names.register({
      entity: 'inventory',
      permission: 'inventory.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { name: 1 } } as const;
        const rows = await this.itemRepository.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, name }) => [_id, name] as const);
      },
    });
    this.names.register({
      entity: 'stock-transfer',
      permission: 'inventory.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { number: 1 } } as const;
        const rows = await this.transferRepository.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, number }) => [_id, number] as const);
      },
    });
    this.names.register({
      entity: 'write-off',
      permission: 'inventory.view',
      names: async (scope, ids) => {
        const options = { limit: ids.length, projection: { number: 1 } } as const;
        const rows = await this.writeOffRepository.find(scope, { _id: { $in: ids } }, options);
        return rows.map(({ _id, number }) => [_id, number] as const);
      },
    });
    this.sources.register({
      permission: 'inventory.view',
      blocks: { inventory: ({ actor, laboratoryId }) => this.reports.stats(actor, laboratoryId) },
      columns: { inventory: ({ actor }) => this.reports.statsByLaboratory(actor) },
      quick: { inventory: ({ actor, laboratoryId }) => this.reports.stats(actor, laboratoryId) },
      attention: (request) => this.attention(request),
    });
  }

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
      names: ['write-off waits for your decision', 'write-offs wait for your decision'],
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
