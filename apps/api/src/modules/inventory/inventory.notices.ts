import { type StockAlertKind, stockAlertKindLabels, transferStatusLabels } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { Notices } from '../notifications/notifications.port';
import { stockAlertRaised } from './alerts/stock-alert.service';
import { batchBlocked } from './recalls/recall.service';
import { transfersChanged } from './transfers/transfer-store';

/** What replaces the message where several items have the same alert. */
const ofSeveral: Record<StockAlertKind, string> = {
  low: 'items are at or below their minimum.',
  out: 'items are out of stock.',
  expiring: 'items have stock that expires soon.',
  expired: 'items have expired stock.',
};

const alertsPath = '/inventory/alerts';

/** Notifies the people who move stock of alerts, transfers and recalls in their laboratory. */
@Injectable()
export class InventoryNotices implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
  ) {}

  onModuleInit(): void {
    this.events.within(stockAlertRaised, async ({ reason, alert: { kind, item, laboratoryId } }) => {
      const subject = `${item.name} (${item.itemCode})`;
      const isEscalated = reason === 'escalated';
      const key = `stock-alert:${reason}:${kind}:${laboratoryId.toHexString()}`;
      await this.notices.sendToHolders(isEscalated ? 'inventory.remove' : 'inventory.stock', laboratoryId, {
        actor: null,
        type: 'warning',
        priority: isEscalated || kind === 'out' || reason === 'urgent' ? 'high' : 'medium',
        title: isEscalated
          ? `Nobody has acted on: ${stockAlertKindLabels[kind].toLowerCase()}`
          : stockAlertKindLabels[kind],
        message: `${subject}: ${stockAlertKindLabels[kind].toLowerCase()}.`,
        action: { label: 'View alerts', path: alertsPath },
        group: { key, count: 1, message: ofSeveral[kind], path: alertsPath },
      });
    });

    this.events.within(transfersChanged, async ({ actor, changes }) => {
      for (const { before, after } of changes) {
        if (before?.status === after.status) continue;
        const isSent = after.status === 'sent';
        await this.notices.sendToHolders('inventory.transfer', isSent ? after.toLaboratoryId : after.fromLaboratoryId, {
          actor,
          type: 'system',
          priority: 'medium',
          title: isSent ? 'Transfer on its way' : 'Transfer confirmed',
          message: isSent
            ? `${after.number} was sent to your laboratory. Confirm what arrives.`
            : `${after.number}: ${transferStatusLabels[after.status].toLowerCase()}.`,
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
  }
}
