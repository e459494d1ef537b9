import { StockAlertListQuery, WriteOffListQuery } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Clock } from '../../platform/time/clock';
import { totalOf } from '../notifications/notifications.port';
import { stockAlertRaised, stockAlertsChanged, StockAlerts } from './alerts/stock-alerts';
import { InventoryNotices } from './notices';
import { batchBlocked } from './recalls/recall-batch';
import { ExpiryRollover } from './stock/expiry-rollover';
import { itemsChanged } from './stock/item';
import { toIncrements, StockTotalsRepository } from './stock/stock-totals.repository';
import { blockedStockReturned } from './transfers/receive-transfer';
import { transfersChanged } from './transfers/transfer';
import { DecideWriteOffs } from './write-offs/decide-write-offs';
import { writeOffsChanged } from './write-offs/write-off';
import { INVENTORY_LOCK } from './stock/stock';

/** Everything that follows a change in inventory: in its transaction (`within`) or once it is committed (`after`). */
@Injectable()
export class InventoryReactions implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly alerts: StockAlerts,
    private readonly totals: StockTotalsRepository,
    private readonly rollover: ExpiryRollover,
    private readonly writeOffs: DecideWriteOffs,
    private readonly notices: InventoryNotices,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const { events, notices } = this;
    events.within(itemsChanged, async ({ changes }) => {
      const laboratoryIds = changes.map(({ after }) => after.laboratoryId.toHexString());
      for (const { before, after } of changes) await this.alerts.updateFor(before, after);
      this.unitOfWork.lock(INVENTORY_LOCK, laboratoryIds);
      await this.totals.add(toIncrements(changes), this.clock.now());
    });
    events.within(itemsChanged, async (changed) => {
      // An issue of stock brings nothing that has to be accepted.
      if (changed.action !== 'out') await notices.announceArrivals(changed);
    });
    events.after(itemsChanged, ({ changes }) => {
      for (const { after } of changes) this.rollover.expect(after);
    });

    events.within(stockAlertRaised, (raised) => notices.announceAlert(raised));
    events.after(stockAlertsChanged, (changed) => notices.recountAlerts(changed));

    events.within(batchBlocked, (blocked) => notices.announceBlockedBatch(blocked));
    events.within(transfersChanged, (changed) => notices.announceTransfers(changed));
    events.within(blockedStockReturned, (returned) => notices.announceBlockedReturn(returned));

    events.within(writeOffsChanged, (changed) => notices.announceWriteOffs(changed));
    events.after(writeOffsChanged, (changed) => notices.recountWriteOffs(changed));

    notices.registerGroups({
      alerts: totalOf(StockAlertListQuery, (viewer, query) => this.alerts.list(viewer, query)),
      writeOffs: totalOf(WriteOffListQuery, (viewer, query) => this.writeOffs.list(viewer, query)),
    });
  }
}
