import {
  formatQuantity,
  type StockAlertKind,
  stockAlertKindLabels,
  stockAlertKinds,
  transferStatusLabels,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { ObjectId } from '../../platform/domain/object-id';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import { GroupCounts, Notices } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';
import { arrivalTexts } from './arrival-texts';
import { type StockAlertRaised, type StockAlertReason, stockAlertReasons } from './alerts/stock-alerts';
import type { StockAlertRow } from './alerts/stock-alert.repository';
import type { ItemRow } from './stock/item.document';
import type { BlockedBatch } from './recalls/recall-batch';
import type { EntityChanged } from '../../platform/records/records';
import type { TransferLineRow, TransferRow } from './transfers/transfer.repository';
import type { BlockedReturn } from './transfers/receive-transfer';
import type { WriteOffRow } from './write-offs/write-off.repository';

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

const WRITE_OFFS = 'write-off:';
const writeOffGroupKey = (laboratoryId: ObjectId) => `${WRITE_OFFS}${laboratoryId.toHexString()}`;
const listPath = '/inventory/write-offs?waitingForMe=true';

/** How many documents the list behind a group has for a person. */
type GroupCount = Parameters<GroupCounts['register']>[0]['count'];

/** Notifications about stock. `InventoryReactions` decides when they are sent. */
@Injectable()
export class InventoryNotices {
  constructor(
    private readonly notices: Notices,
    private readonly groups: GroupCounts,
    private readonly people: StaffPort,
  ) {}

  /** Registers the counts of notices that are sent as one; both are asked again whenever a group has changed. */
  registerGroups(counts: Record<'alerts' | 'writeOffs', GroupCount>): void {
    for (const reason of stockAlertReasons) {
      for (const kind of stockAlertKinds) {
        this.groups.register({
          prefix: `stock-alert:${reason}:${kind}:`,
          permission: 'inventory.view',
          count: counts.alerts,
          one: ofOne[kind],
        });
      }
    }
    this.groups.register({
      prefix: WRITE_OFFS,
      permission: 'inventory.approve',
      count: counts.writeOffs,
      one: '1 write-off needs your decision.',
    });
  }

  recountAlerts({ changes }: EntityChanged<StockAlertRow>): void {
    this.groups.documentsChanged(changes, ({ isLive, kind, laboratoryId }) =>
      isLive ? stockAlertReasons.map((reason) => groupKey(reason, kind, laboratoryId)) : [],
    );
  }

  recountWriteOffs({ changes }: EntityChanged<WriteOffRow>): void {
    this.groups.documentsChanged(changes, ({ status, laboratoryId }) =>
      status === 'pending' ? [writeOffGroupKey(laboratoryId)] : [],
    );
  }

  /** To the people who move stock or, of an alert that no one acted on, to those who can remove items. */
  async announceAlert({ reason, alert: { kind, item, laboratoryId } }: StockAlertRaised): Promise<void> {
    const subject = `${item.name} (${item.itemCode})`;
    const isEscalated = reason === 'escalated';
    const path = alertsPath(reason, kind);
    await this.notices.sendToHolders(isEscalated ? 'inventory.remove' : 'inventory.stock', laboratoryId, {
      actor: null,
      type: 'warning',
      priority: isEscalated || kind === 'out' || reason === 'urgent' ? 'high' : 'medium',
      title: isEscalated
        ? `No one has handled this alert: ${stockAlertKindLabels[kind].toLowerCase()}`
        : stockAlertKindLabels[kind],
      message: `${subject}: ${stockAlertKindLabels[kind].toLowerCase()}.`,
      action: { label: 'View alerts', path: `/inventory/${item._id.toHexString()}?tab=alerts` },
      group: { key: groupKey(reason, kind, laboratoryId), count: 1, message: ofSeveral[kind], path },
    });
  }

  /** To the other laboratory of a transfer, and of stock that was recalled in transit to both. */
  async announceTransfers({ actor, action, changes }: EntityChanged<TransferRow>): Promise<void> {
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
  }

  async announceBlockedBatch({ actor, item, batchNumber, reason }: BlockedBatch): Promise<void> {
    await this.notices.sendToHolders('inventory.stock', item.laboratoryId, {
      actor,
      type: 'warning',
      priority: 'urgent',
      title: 'Batch recalled',
      message: `Batch ${batchNumber} of ${item.name} is recalled and must not be used: ${reason}`,
      action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
    });
  }

  /**
   * Stock that must be accepted before use, to the people of the laboratory who can accept it. Until it is read, more of
   * the item is not announced again; items that arrive together in great numbers, as in an import, are one notice.
   */
  async announceArrivals({ actor, action, changes }: EntityChanged<ItemRow>): Promise<void> {
    for (const { laboratoryId, texts } of arrivalTexts(changes, action)) {
      const permission = 'inventory.stock';
      const { ofLaboratory: to } = await this.people.holdersIn(permission, laboratoryId);
      for (const text of texts) {
        const notice = { type: 'warning', priority: 'medium', ...text } as const;
        await this.notices.send({ actor, to, laboratoryId, permission, ...notice });
      }
    }
  }

  async announceBlockedReturn({ actor, item, number, from, batches }: BlockedReturn): Promise<void> {
    const what = batches.map(
      ({ batchNumber, quantity }) => `${formatQuantity(quantity, item.unit)} of batch ${batchNumber}`,
    );
    await this.notices.sendToHolders('inventory.stock', item.laboratoryId, {
      actor,
      type: 'warning',
      priority: 'high',
      title: 'Recalled stock returned',
      message: `${number}: ${what.join(', ')} of ${item.name} was returned from ${from} and is recalled: ${batches[0]?.statusReason ?? 'no reason given'}. It is blocked and must not be used.`,
      action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
    });
  }

  /** A request to those who can decide on it, and a decision to the person who requested it. */
  async announceWriteOffs({ actor, changes }: EntityChanged<WriteOffRow>): Promise<void> {
    for (const { after } of changes) {
      if (after.status === 'pending') await this.announceRequest(actor, after);
      else if (after.status !== 'withdrawn') await this.announceDecision(actor, after);
    }
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

  private async announceRequest(
    actor: Actor | null,
    { _id, item, held, laboratoryId, ...row }: WriteOffRow,
  ): Promise<void> {
    const quantity = held.reduce((sum, one) => sum + one.quantity, 0);
    await this.notices.sendToHolders('inventory.approve', laboratoryId, {
      actor,
      type: 'system',
      priority: 'medium',
      title: 'Write-off pending approval',
      message: `${row.requestedBy.name} wants to write off ${formatQuantity(quantity, item.unit)} of ${item.name}: ${row.reason}`,
      action: { label: 'Review', path: `/approvals?kind=write-offs&item=${_id.toHexString()}` },
      group: {
        key: writeOffGroupKey(laboratoryId),
        count: 1,
        message: 'write-offs need your decision.',
        path: listPath,
      },
    });
  }

  private async announceDecision(actor: Actor | null, row: WriteOffRow): Promise<void> {
    const { requestedBy, laboratoryId, number, item, status, decisionReason } = row;
    await this.notices.sendToConcerned('inventory.view', {
      actor,
      to: await this.people.findPeople(LabScope.everywhere(), [requestedBy._id.toHexString()]),
      laboratoryId,
      type: 'system',
      priority: status === 'rejected' ? 'high' : 'medium',
      title: status === 'approved' ? 'Write-off approved' : 'Write-off rejected',
      message: `${row.decidedBy?.name ?? 'The system'} ${status} ${number} of ${item.name}${decisionReason === null ? '.' : `: ${decisionReason}`}`,
      action: { label: 'View item', path: `/inventory/${item._id.toHexString()}` },
    });
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
