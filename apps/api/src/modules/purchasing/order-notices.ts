import { PurchaseOrderListQuery } from '@shifa/contract';
import { isDeepStrictEqual } from 'node:util';
import { Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainEvents } from '../../platform/events/domain-events';
import { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import type { Change } from '../../platform/records/records';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { GroupCounts, Notices, totalOf } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import { ListOrders } from './orders/list-orders';
import { PurchaseOrderRepository, type PurchaseOrderRow } from './orders/purchase-order.repository';
import { PurchaseOrders, purchaseOrdersChanged } from './orders/purchase-orders';

const PREFIX = 'purchase-order:';
const listPath = '/purchase-orders?waitingForMe=true';
const AT_ONCE = 100;

/** Notifications about orders. */
@Injectable()
export class OrderNotices implements OnModuleInit {
  private readonly logger = new Logger(OrderNotices.name);

  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
    private readonly groups: GroupCounts,
    private readonly people: StaffPort,
    private readonly lists: ListOrders,
    private readonly store: PurchaseOrders,
    private readonly orders: PurchaseOrderRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  onModuleInit(): void {
    this.groups.register({
      prefix: PREFIX,
      permission: 'purchaseOrders.approve',
      count: totalOf(PurchaseOrderListQuery, (viewer, query) => this.lists.list(viewer, query)),
      one: '1 order needs your decision.',
    });
    this.events.within(purchaseOrdersChanged, async ({ actor, action, changes }) => {
      for (const change of changes) await this.announce(actor, action, change);
    });
    this.events.after(purchaseOrdersChanged, ({ changes }) => {
      this.groups.documentsChanged(changes, groupsOf);
      const others = changes.filter(
        ({ before, after }) => before && !isDeepStrictEqual(approversOf(before), approversOf(after)),
      );
      this.groups.changed(others.flatMap(({ after }) => groupsOf(after)));
    });
  }

  private async announce(
    actor: Actor | null,
    action: string,
    { before, after }: Change<PurchaseOrderRow>,
  ): Promise<void> {
    if (after.status === 'pending_approval') {
      const isNew = before?.status !== after.status || before.approvals.length !== after.approvals.length;
      return isNew ? this.announceRequest(actor, after) : undefined;
    }
    if (action === 'approved' && after.status === 'approved') {
      return this.notifyAuthors(actor, after, {
        title: 'Order approved',
        message: `${after.number} for ${after.supplier.name} was approved. Send it to the supplier.`,
      });
    }
    if (action === 'rejected') {
      const { rejection } = after;
      return this.notifyAuthors(actor, after, {
        title: 'Order rejected',
        message: `${rejection?.by.name ?? 'Someone'} rejected ${after.number} for ${after.supplier.name}: ${rejection?.reason ?? ''}`,
      });
    }
  }

  private async announceRequest(actor: Actor | null, order: PurchaseOrderRow): Promise<void> {
    const { _id, laboratoryId, number, supplier, createdBy, editedBy } = order;
    const notice = {
      actor,
      type: 'system',
      priority: 'medium',
      title: 'Order pending approval',
      message: `${(editedBy ?? createdBy).name} wants to order from ${supplier.name} with ${number}.`,
      action: { label: 'Review', path: `/purchase-orders/${_id.toHexString()}` },
      group: {
        key: `${PREFIX}${laboratoryId.toHexString()}`,
        count: 1,
        message: 'orders need your decision.',
        path: listPath,
      },
    } as const;
    if (order.nextApprover !== 'super_admin') {
      return this.notices.sendToHolders('purchaseOrders.approve', laboratoryId, notice);
    }
    const { superAdmins } = await this.people.holdersIn('purchaseOrders.approve', laboratoryId);
    await this.notices.send({ ...notice, permission: 'purchaseOrders.approve', laboratoryId, to: superAdmins });
  }

  /** Those who entered the order and changed it last; if neither can see it any longer, those who enter orders. */
  private async notifyAuthors(
    actor: Actor | null,
    { _id, laboratoryId, createdBy, editedBy }: PurchaseOrderRow,
    told: { title: string; message: string; type?: 'warning' },
  ): Promise<void> {
    const authors = [createdBy, ...(editedBy ? [editedBy] : [])].map((author) => author._id.toHexString());
    const notice = {
      actor,
      type: 'system',
      priority: 'medium',
      ...told,
      action: { label: 'View order', path: `/purchase-orders/${_id.toHexString()}` },
    } as const;
    const to = await this.people.findPeople(LabScope.everywhere(), authors);
    const isTold = await this.notices.sendToConcerned('purchaseOrders.view', { ...notice, laboratoryId, to });
    if (!isTold) await this.notices.sendToHolders('purchaseOrders.create', laboratoryId, notice);
  }

  /** Tells the authors once of each expected day that is over. */
  @Job('overdue-orders', '35 10 * * * *')
  async tellOfOverdue(): Promise<void> {
    const { logger } = this;
    for (const laboratory of await this.laboratories.listInScope(LabScope.everywhere())) {
      const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
      const today = this.store.today(laboratory);
      const orders = await this.orders.overdueUntold(scope, today, AT_ONCE);
      await attemptEach(orders, (order) => this.tellOf(order, today), { logger });
    }
  }

  private tellOf(order: PurchaseOrderRow, today: string): Promise<void> {
    return this.unitOfWork.run(async () => {
      if (!(await this.orders.noteOverdue(order))) return;
      await this.notifyAuthors(null, order, {
        type: 'warning',
        title: 'Order overdue',
        message: `${order.number} was expected from ${order.supplier.name} on ${formatDay(order.nextExpected ?? today)}.`,
      });
    });
  }
}

/**
 * One group for all orders of a laboratory, as the list that it counts holds them all. Notifications of earlier versions
 * are in a group of their own for super admins, and are kept for a while.
 */
function groupsOf({ status, laboratoryId }: PurchaseOrderRow): string[] {
  const key = `${PREFIX}${laboratoryId.toHexString()}`;
  return status === 'pending_approval' ? [key, `${key}:super-admin`] : [];
}

/** Who is to decide on an order, and who cannot although they are like them. */
function approversOf({ nextApprover, createdBy, editedBy, approvals }: PurchaseOrderRow) {
  const excluded = [createdBy, editedBy, ...approvals.map(({ by }) => by)].flatMap(
    (one) => one?._id.toHexString() ?? [],
  );
  return { nextApprover, excluded };
}
