import {
  type Blocker,
  countedAsOrdered,
  plural,
  PurchaseOrderListQuery,
  type PurchaseOrderStatus,
} from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import { objectId } from '../../platform/domain/object-id';
import { countOfList, DashboardSources } from '../dashboard/dashboard.port';
import { LaboratoryFacts } from '../laboratories/laboratories.port';
import { StaffFacts } from '../staff/staff.port';
import { ListOrders } from './orders/list-orders';
import { PurchaseOrderRepository } from './orders/purchase-order.repository';
import { PURCHASING_LOCK } from './orders/purchase-orders';

const open: PurchaseOrderStatus[] = [...countedAsOrdered];

/** What orders give to other features: the dashboard, and facts about people and laboratories. */
@Injectable()
export class OrderContributions implements OnModuleInit {
  constructor(
    private readonly dashboards: DashboardSources,
    private readonly facts: LaboratoryFacts,
    private readonly staffFacts: StaffFacts,
    private readonly orders: PurchaseOrderRepository,
    private readonly lists: ListOrders,
  ) {}

  onModuleInit(): void {
    this.dashboards.register({
      permission: 'purchaseOrders.view',
      attention: (request) => [
        {
          level: 'warning',
          names: ['order needs your decision', 'orders need your decision'],
          resource: 'purchase-orders',
          ...countOfList({
            request,
            permission: 'purchaseOrders.approve',
            filter: { waitingForMe: ['true'] },
            schema: PurchaseOrderListQuery,
            list: (query) => this.lists.list(request.actor, query),
          }),
        },
        {
          level: 'warning',
          names: ['order is overdue', 'orders are overdue'],
          resource: 'purchase-orders',
          ...countOfList({
            request,
            permission: 'purchaseOrders.create',
            filter: { overdue: ['true'] },
            schema: PurchaseOrderListQuery,
            list: (query) => this.lists.list(request.actor, query),
          }),
        },
      ],
    });
    this.staffFacts.register({
      openWork: async (actor, userIds) => {
        if (!actor.may('purchaseOrders.view')) return [];
        const entered = { status: { $in: open }, 'createdBy._id': { $in: userIds.map((id) => objectId(id)) } };
        return blockers(await this.orders.count(actor.scope('purchaseOrders.view'), entered), {
          enteredBy: [...userIds],
          status: open,
        });
      },
    });
    this.facts.register({
      hasRecords: async (laboratoryId) => (await this.orders.findOne(LabScope.ofLaboratory(laboratoryId), {})) !== null,
      blockers: async (laboratoryId) => {
        const filter = { status: { $in: open } };
        return blockers(await this.orders.count(LabScope.ofLaboratory(laboratoryId), filter), { status: open });
      },
      lock: PURCHASING_LOCK,
      stats: () => Promise.resolve({}),
    });
  }
}

function blockers(count: number, filter: Blocker['filter']): Blocker[] {
  const name = plural(count, 'open purchase order', 'open purchase orders');
  return count === 0 ? [] : [{ name, count, resource: 'purchase-orders', filter }];
}
