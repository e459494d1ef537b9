import {
  formatQuantity,
  type StockAlertKind,
  stockAlertKindLabels,
  stockAlertKinds,
  StockAlertListQuery,
  transferStatusLabels,
} from '@shifa/contract';
import type { ObjectId } from '../../platform/mongo/object-id';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/http/actor';
import { GroupCounts, Notices } from '../notifications/notifications.port';
import {
  stockAlertRaised,
  type StockAlertReason,
  stockAlertReasons,
  stockAlertsChanged,
  StockAlertService,
} from './alerts/stock-alert.service';
import { batchBlocked } from './recalls/recall.service';
import type { TransferLineRow, TransferRow } from './transfers/transfer.document';
import { blockedStockReturned } from './transfers/transfer.service';
import { transfersChanged } from './transfers/transfer-store';

/** What replaces the message where several items have the same alert. */
const ofSeveral: Record<StockAlertKind, string> = {
  low: 'items are at or below their minimum.',
  out: 'items are out of stock.',
  expiring: 'items have stock that expires soon.',
  expired: 'items have expired stock.',
};

const ofOne: Record<StockAlertKind, string> = {
  low: '1 item is at or below its minimum.',
  out: '1 item is out of stock.',
  expiring: '1 item has stock that expires soon.',
  expired: '1 item has expired stock.',
};

const groupKey = (reason: StockAlertReason, kind: StockAlertKind, laboratoryId: ObjectId) =>
  `stock-alert:${reason}:${kind}:${laboratoryId.toHexString()}`;

/** The batches that one message names. */
const NAMED_LOSSES = 3;

const alertsPath = (reason: StockAlertReason, kind: StockAlertKind) =>
  `/inventory/alerts?kind=${kind}${reason === 'raised' ? '' : `&${reason}=true`}`;

/** Notifies the people who move stock of alerts, transfers and recalls in their laboratory. */
@Injectable()
export class InventoryNotices implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
    private readonly groups: GroupCounts,
    private readonly alerts: StockAlertService,
  ) {}

  onModuleInit(): void {
    for (const reason of stockAlertReasons) {
      for (const kind of stockAlertKinds) {
        this.groups.register({
          prefix: `stock-alert:${reason}:${kind}:`,
          permission: 'inventory.view',
          count: async (actor, query) =>
            (await this.alerts.list(actor, StockAlertListQuery.parse({ ...query, limit: 1 }))).total,
          one: ofOne[kind],
        });
      }
    }
    this.events.after(stockAlertsChanged, ({ changes }) => {
      const ended = changes.filter(({ before, after }) => before?.isLive && !after.isLive);
      this.groups.changed(
        ended.flatMap(({ after: { kind, laboratoryId } }) =>
          stockAlertReasons.map((reason) => groupKey(reason, kind, laboratoryId)),
        ),
      );
    });
    this.events.within(stockAlertRaised, async ({ reason, alert: { kind, item, laboratoryId } }) => {
      const subject = `${item.name} (${item.itemCode})`;
      const isEscalated = reason === 'escalated';
      const path = alertsPath(reason, kind);
      await this.notices.sendToHolders(isEscalated ? 'inventory.remove' : 'inventory.stock', laboratoryId, {
        actor: null,
        type: 'warning',
        priority: isEscalated || kind === 'out' || reason === 'urgent' ? 'high' : 'medium',
        title: isEscalated
          ? `Nobody has acted on: ${stockAlertKindLabels[kind].toLowerCase()}`
          : stockAlertKindLabels[kind],
        message: `${subject}: ${stockAlertKindLabels[kind].toLowerCase()}.`,
        action: { label: 'View alerts', path },
        group: { key: groupKey(reason, kind, laboratoryId), count: 1, message: ofSeveral[kind], path },
      });
    });

    this.events.within(transfersChanged, async ({ actor, action, changes }) => {
      for (const { before, after } of changes) {
        if (action === 'recalled') await this.notifyOfRecall(actor, before, after);
        const losses = action === 'received' ? lossesIn(after) : null;
        if (before?.status === after.status && losses === null) continue;
        const isSent = after.status === 'sent';
        await this.notices.sendToHolders('inventory.transfer', isSent ? after.toLaboratoryId : after.fromLaboratoryId, {
          actor,
          ...(losses === null
            ? { type: 'system', priority: 'medium', title: isSent ? 'Transfer on its way' : 'Transfer confirmed' }
            : { type: 'warning', priority: 'high', title: 'Losses on a transfer' }),
          message: isSent
            ? `${after.number} was sent to your laboratory. Confirm what arrives.`
            : `${after.number}: ${transferStatusLabels[after.status].toLowerCase()}.${losses ?? ''}`,
          action: { label: 'View transfer', path: `/inventory/transfers/${after._id.toHexString()}` },
        });
      }
    });

    this.events.within(batchBlocked, async ({ actor, item, batchNumber, reason }) => {
      await this.notices.sendToHolders('inventory.stock', item.laboratoryId, {
        actor,
        type: 'warning',
        priority: 'urgent',
        title: 'Batch recalled',
        message: `Batch ${batchNumber} of ${item.name} is recalled and must not be used: ${reason}`,
        action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
      });
    });

    this.events.within(blockedStockReturned, async ({ actor, item, number, from, batches }) => {
      const what = batches.map(
        ({ batchNumber, quantity }) => `${formatQuantity(quantity, item.unit)} of batch ${batchNumber}`,
      );
      await this.notices.sendToHolders('inventory.stock', item.laboratoryId, {
        actor,
        type: 'warning',
        priority: 'high',
        title: 'Recalled stock came back',
        message: `${number}: ${what.join(', ')} of ${item.name} came back from ${from} recalled: ${batches[0]?.statusReason ?? 'no reason given'}. It is kept apart and must not be used.`,
        action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
      });
    });
  }

  /** Either laboratory may have recalled what is in transit between them, and both have to know. */
  private async notifyOfRecall(actor: Actor | null, before: TransferRow | null, after: TransferRow): Promise<void> {
    const isNew = ({ _id, batch }: TransferLineRow) =>
      batch.status === 'recalled' &&
      before?.lines.some((line) => line._id.equals(_id) && line.batch.status !== 'recalled') === true;
    const lines = after.lines.filter(isNew);
    const [first] = lines;
    if (!first) return;
    const batches = lines.map(({ item, batch }) => `batch ${batch.batchNumber} of ${item.name}`);
    for (const laboratoryId of after.laboratoryIds) {
      await this.notices.sendToHolders('inventory.transfer', laboratoryId, {
        actor,
        type: 'warning',
        priority: 'high',
        title: 'Stock in transit recalled',
        message: `${after.number}: ${batches.join(', ')} is recalled and must not be used: ${first.batch.statusReason ?? 'no reason given'}`,
        action: { label: 'View transfer', path: `/inventory/transfers/${after._id.toHexString()}` },
      });
    }
  }
}

/** What the latest receipt wrote off, with the reason; null if nothing. Of many batches, the first ones. */
function lossesIn({ steps, lines }: TransferRow): string | null {
  const step = steps.at(-1);
  const lost = (step?.lines ?? []).flatMap(({ lineId, missing = 0, damaged = 0 }) => {
    const line = lines.find(({ _id }) => _id.equals(lineId));
    if (!line || missing + damaged === 0) return [];
    const parts = [
      ...(missing > 0 ? [`${formatQuantity(missing, line.item.unit)} missing`] : []),
      ...(damaged > 0 ? [`${formatQuantity(damaged, line.item.unit)} damaged`] : []),
    ];
    return [`${parts.join(' and ')} of batch ${line.batch.batchNumber} of ${line.item.name}`];
  });
  if (lost.length === 0) return null;
  const more = lost.length > NAMED_LOSSES ? ` and ${lost.length - NAMED_LOSSES} more` : '';
  return ` ${lost.slice(0, NAMED_LOSSES).join(', ')}${more}: ${step?.reason ?? 'no reason given'}`;
}
