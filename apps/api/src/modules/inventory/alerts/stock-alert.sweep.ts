import { Injectable, Logger } from '@nestjs/common';
import { attemptEach } from '../../../platform/observability/attempt-each';
import { Job } from '../../../platform/observability/job';
import { LabScope } from '../../../platform/domain/lab-scope';
import type { ObjectId } from '../../../platform/domain/object-id';
import { Locks } from '../../../platform/mongo/locks';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { ItemRepository } from '../stock/item.repository';
import { INVENTORY_LOCK } from '../stock/stock';
import { StockTotalsRepository } from '../stock/stock-totals.repository';
import { StockAlertRepository, type StockAlertRow } from './stock-alert.repository';
import { type AlertCalendar, alertsDueFor, isUrgent, StockAlerts } from './stock-alerts';

const AT_ONCE = 100;
const DAY_MS = 86_400_000;

/**
 * What happens to alerts as days pass: batches come close to their expiry, orders and snoozes end, and alerts that
 * no one acts on go to the administrators. Running it twice, or in several processes, changes nothing.
 */
@Injectable()
export class StockAlertSweep {
  private readonly logger = new Logger(StockAlertSweep.name);

  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly items: ItemRepository,
    private readonly totals: StockTotalsRepository,
    private readonly alerts: StockAlertRepository,
    private readonly service: StockAlerts,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('stock-alerts', '0 */10 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('stock-alert-sweep', async (signal) => {
      const laboratories = await this.laboratories.listInScope(LabScope.everywhere());
      const steps = laboratories
        .filter(({ status }) => status === 'active')
        .flatMap((laboratory) => [
          () => this.reopenOverdue(laboratory),
          () => this.raiseExpiring(laboratory),
          () => this.escalate(laboratory),
        ]);
      await attemptEach(steps, (step) => step(), { logger: this.logger, signal });
    });
  }

  private async reopenOverdue(laboratory: LaboratoryRow): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const { today } = this.service.toCalendar(laboratory);
    const changes = { state: 'open', until: null } as const;
    const reopen = (row: StockAlertRow) =>
      this.unitOfWork.run(() => this.service.records.write(scope, row, changes, { actor: null, action: 'reopened' }));
    await attemptEach(await this.alerts.overdue(scope, today, AT_ONCE), reopen, { logger: this.logger });
  }

  /**
   * Only what the passing of days or a longer period of warning has brought into it: changes of stock raise their alerts
   * themselves. The last day is read again each time, for a change that began before it and was stored after the sweep.
   */
  private async raiseExpiring(laboratory: LaboratoryRow): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const calendar = this.service.toCalendar(laboratory);
    const { today, expiryWarningDays, expiryUrgentDays } = calendar;
    const before = await this.totals.sweptIn(scope);
    if (!before) return;
    const swept = { warned: addDays(today, expiryWarningDays), urgent: addDays(today, expiryUrgentDays) };
    const days = [
      ...daysThrough(swept.warned, { from: before.swept?.warned, today }),
      ...daysThrough(swept.urgent, { from: before.swept?.urgent, today }),
    ];
    const { warned, urgent } = before.swept ?? {};
    const isSwept = warned === swept.warned && urgent === swept.urgent;
    if (!isSwept) await this.resolveUndue(scope, calendar);
    const due = await this.items.withBatchesOn(scope, days, { nextExpiry: { $gte: today } });
    const ids = due.map(({ _id }) => _id);
    const live = new Map(
      (await this.alerts.findLive(scope, ids, ['expiring'])).map((one) => [String(one.item._id), one]),
    );
    const raised = due.filter((item) => {
      const alert = live.get(String(item._id));
      return !alert || (!alert.isUrgent && isUrgent(item, calendar));
    });
    const failed = await attemptEach(raised, ({ _id }) => this.refresh(scope, _id), { logger: this.logger });
    if (isSwept || failed.length > 0) return;
    // Where the stock has changed since it was read, the next sweep does this.
    await this.totals.updateEachAt(scope, [{ row: before, changes: { swept } }], this.clock.now());
  }

  /**
   * Resolves alerts that are not due, whatever made them due. Changes of stock do so themselves: this follows a shorter
   * period of warning, and is repeated each day.
   */
  private async resolveUndue(scope: LabScope, calendar: AlertCalendar): Promise<void> {
    const live = await this.alerts.liveKinds(scope);
    const undue = (await this.items.watched(scope, [...live.keys()])).filter((item) => {
      const due = alertsDueFor(item, calendar);
      return live.get(item._id.toHexString())?.some((kind) => !due.has(kind));
    });
    await attemptEach(undue, ({ _id }) => this.refresh(scope, _id), { logger: this.logger });
  }

  /** By what the item is within the transaction, which no change of its stock overlaps. */
  private refresh(scope: LabScope, id: ObjectId): Promise<void> {
    return this.unitOfWork.exclusive(INVENTORY_LOCK, scope.laboratoryId, () => this.service.refresh(scope, id));
  }

  private async escalate(laboratory: LaboratoryRow): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const now = this.clock.now();
    const before = new Date(now.getTime() - laboratory.policies.inventory.escalateAfterDays * DAY_MS);
    const escalate = (alert: StockAlertRow) =>
      this.unitOfWork.run(() => this.service.renew(alert, { escalatedAt: now }, 'escalated'));
    await attemptEach(await this.alerts.unattended(scope, before, AT_ONCE), escalate, { logger: this.logger });
  }
}

/** The days from the given one, or from today if that is later. */
function daysThrough(last: string, { from = '', today }: { from: string | undefined; today: string }): string[] {
  const days: string[] = [];
  for (let day = from > today ? from : today; day <= last; day = addDays(day, 1)) days.push(day);
  return days;
}
