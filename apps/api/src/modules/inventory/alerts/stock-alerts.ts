import {
  type ChangeStockAlertBody,
  MAX_SNOOZE_DAYS,
  type Page,
  serverEvents,
  type StockAlert,
  type StockAlertAction,
  type StockAlertEvent,
  type StockAlertKind,
  stockAlertKindLabels,
  stockAlertKinds,
  type StockAlertListQuery,
  StockAlertSchema,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { eventKind } from '../../../platform/events/domain-events';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { actionsFor, lacks, notOffered, type Policy } from '../../../platform/domain/policy';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { formatDay } from '../../../platform/time/format-time';
import { type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import type { ItemRow } from '../stock/item.document';
import { Items } from '../stock/item';
import { StockAlertRepository, type StockAlertRow } from './stock-alert.repository';

export const stockAlertReasons = ['raised', 'urgent', 'escalated'] as const;
export type StockAlertReason = (typeof stockAlertReasons)[number];

/** Raised in the transaction in which an alert arises, becomes urgent, or is escalated; notifications depend on it. */
export type StockAlertRaised = { reason: StockAlertReason; alert: StockAlertRow };

export const stockAlertRaised = eventKind<StockAlertRaised>('stock-alert.raised');

/** Raised within the transaction of every write to an alert. */
export const stockAlertsChanged = eventKind<EntityChanged<StockAlertRow>>('stock-alerts.changed');

/** The alerts that wait for an order, because new stock ends them. */
const endedByStock: readonly StockAlertKind[] = ['low', 'out'];

const alertPolicy: Policy<StockAlertAction, StockAlertRow> = {
  acknowledge: (viewer, alert) =>
    alert.state === 'open' ? lacks(viewer, 'inventory.stock', alert) : notOffered('STOCK_ALERT_RESOLVED'),
  snooze: (viewer, alert) =>
    alert.isLive && alert.state !== 'snoozed'
      ? lacks(viewer, 'inventory.stock', alert)
      : notOffered('STOCK_ALERT_RESOLVED'),
  reopen: (viewer, alert) =>
    alert.isLive && alert.state !== 'open'
      ? lacks(viewer, 'inventory.stock', alert)
      : notOffered('STOCK_ALERT_RESOLVED'),
  order: (viewer, alert) =>
    alert.isLive && endedByStock.includes(alert.kind)
      ? lacks(viewer, 'inventory.stock', alert)
      : notOffered('STOCK_ALERT_RESOLVED'),
};

/** The laboratory's today and its periods of warning. */
export type AlertCalendar = { today: string; expiryWarningDays: number; expiryUrgentDays: number };

type Watched = Pick<
  ItemRow,
  'status' | 'minQuantity' | 'usableQuantity' | 'expiredQuantity' | 'nextExpiry' | 'movementSeq'
>;

/**
 * The alerts that apply to an item: of `low` and `out`, one at a time. Items that never had stock get none.
 */
export function alertsDueFor(item: Watched, { today, expiryWarningDays }: AlertCalendar): ReadonlySet<StockAlertKind> {
  const isWatched = item.status === 'active' && item.minQuantity > 0 && item.movementSeq > 0;
  const due: Record<StockAlertKind, boolean> = {
    low: isWatched && item.usableQuantity > 0 && item.usableQuantity <= item.minQuantity,
    out: isWatched && item.usableQuantity === 0,
    expiring: item.nextExpiry <= addDays(today, expiryWarningDays),
    expired: item.expiredQuantity > 0,
  };
  return new Set(stockAlertKinds.filter((kind) => due[kind]));
}

/** Whether an expiring alert is urgent. */
export function isUrgent({ nextExpiry }: Pick<ItemRow, 'nextExpiry'>, calendar: AlertCalendar): boolean {
  return nextExpiry <= addDays(calendar.today, calendar.expiryUrgentDays);
}

/** The life of stock alerts: raised and resolved with the stock, acted on by people. */
@Injectable()
export class StockAlerts {
  readonly records: Records<StockAlertRow, StockAlert, 'stock-alert:updated'>;

  constructor(
    private readonly alerts: StockAlertRepository,
    private readonly store: Items,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'stock-alert',
      shown: { permission: 'inventory.view', of: StockAlertSchema, fields: { isLive: true } },
      noun: 'alert',
      repository: alerts,
      notFound: 'STOCK_ALERT_NOT_FOUND',
      named: {
        fields: ['item', 'kind'],
        as: ({ item, kind }) => `${item.name}, ${stockAlertKindLabels[kind].toLowerCase()}`,
      },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => toStockAlert(row, viewer, await this.store.readLaboratory(row)),
      changed: stockAlertsChanged,
      live: { permission: 'inventory.view', event: () => 'stock-alert:updated', payload: toStockAlertEvent },
    });
  }

  async list(actor: Actor, query: StockAlertListQuery): Promise<Page<StockAlert>> {
    const scope = actor.scope('inventory.view');
    const laboratories = await this.store.readLaboratories(scope);
    const { items, total } = await this.alerts.list(scope, query);
    const listed = items.flatMap((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      return laboratory ? [toStockAlert(row, actor, laboratory)] : [];
    });
    return { items: listed, total };
  }

  /** @throws DomainError STOCK_ALERT_NOT_FOUND, STOCK_ALERT_RESOLVED, VERSION_CONFLICT, VALIDATION_FAILED on `until`. */
  change(actor: Actor, id: string, { action, until, version }: ChangeStockAlertBody): Promise<StockAlert> {
    const options = {
      permission: 'inventory.stock',
      action,
      policy: (before: StockAlertRow) => alertPolicy[action](actor, before),
    } as const;
    return this.records.change(actor, id, version, options, async (before) => {
      const actedBy = actor.person;
      if (action === 'acknowledge') return { state: 'acknowledged', until: null, actedBy };
      if (action === 'reopen') return { state: 'open', until: null, actedBy };
      const today = this.store.today(await this.store.readLaboratory(before));
      const last = addDays(today, MAX_SNOOZE_DAYS);
      if (until === undefined || until <= today || until > last) {
        const message = `Choose a day from ${formatDay(addDays(today, 1))} to ${formatDay(last)}`;
        throw DomainError.onField('VALIDATION_FAILED', 'until', message);
      }
      return { state: 'snoozed', until, actedBy };
    });
  }

  /** Low-stock alerts of an item that is on order wait for the delivery; without an order they open again. */
  async syncWithOrder(actor: Actor, item: ItemRow): Promise<void> {
    const scope = LabScope.ofLaboratory(item.laboratoryId.toHexString());
    const live = await this.alerts.findLive(scope, [item._id], endedByStock);
    const actedBy = actor.person;
    const next = item.onOrder
      ? ({ state: 'ordered', until: item.onOrder.expectedOn, actedBy } as const)
      : ({ state: 'open', until: null, actedBy } as const);
    const wanted = live.filter(({ state }) => item.onOrder !== null || state === 'ordered');
    const writes = wanted.map((row) => ({ row, changes: next }));
    await this.records.writeMany(scope, writes, { actor, action: item.onOrder ? 'ordered' : 'reopened' });
  }

  /**
   * Raises the alerts that are due and not live, and marks an expiring one that has become urgent.
   * @param shouldNotify whether people are notified of an alert of the kind.
   */
  async raise(
    item: ItemRow,
    kinds: readonly StockAlertKind[],
    calendar: AlertCalendar,
    shouldNotify = (_: StockAlertKind) => true,
  ): Promise<void> {
    const scope = LabScope.ofLaboratory(item.laboratoryId.toHexString());
    const live = await this.alerts.findLive(scope, [item._id], kinds);
    const missing = kinds.filter((kind) => !live.some((alert) => alert.kind === kind));
    const rows = missing.map((kind) => this.newAlert(item, kind, kind === 'expiring' && isUrgent(item, calendar)));
    await this.records.createMany({ actor: null }, rows);
    for (const alert of rows.filter(({ kind }) => shouldNotify(kind)))
      await this.unitOfWork.raise(stockAlertRaised, { reason: 'raised', alert });
    const urgent = live.find((alert) => alert.kind === 'expiring' && !alert.isUrgent && isUrgent(item, calendar));
    if (urgent) await this.renew(urgent, { isUrgent: true, state: 'open', until: null }, 'urgent');
  }

  /** Changes a live alert for the system, and notifies people again. */
  async renew(alert: StockAlertRow, changes: Partial<StockAlertRow>, reason: 'urgent' | 'escalated'): Promise<void> {
    const scope = LabScope.ofLaboratory(alert.laboratoryId.toHexString());
    const after = await this.records.write(scope, alert, changes, { actor: null, action: reason });
    await this.unitOfWork.raise(stockAlertRaised, { reason, alert: after });
  }

  toCalendar(laboratory: Pick<LaboratoryRow, 'timezone' | 'policies'>): AlertCalendar {
    return { today: this.store.today(laboratory), ...laboratory.policies.inventory };
  }

  /**
   * Raises the alerts that a change of the item made due, and resolves all that are not due, whatever made them due. Most
   * changes do neither.
   */
  async updateFor(before: ItemRow | null, after: ItemRow): Promise<void> {
    if (before && isAlike(before, after)) return;
    const calendar = this.toCalendar(await this.store.readLaboratory(after));
    const was = before ? alertsDueFor(before, calendar) : new Set<StockAlertKind>();
    const is = alertsDueFor(after, calendar);
    const isNowUrgent = before !== null && !isUrgent(before, calendar) && isUrgent(after, calendar);
    const risen = [...is].filter((kind) => !was.has(kind) || (kind === 'expiring' && isNowUrgent));
    // An item that is low after a small delivery is better off than before, when it was out of stock.
    if (risen.length > 0) await this.raise(after, risen, calendar, (kind) => kind !== 'low' || !was.has('out'));
    if (before) await this.resolveUndue(after, calendar);
  }

  /** Raises the expiring alert of an item if it is due now, and resolves all alerts that are not. */
  async refresh(scope: LabScope, id: ObjectId): Promise<void> {
    const item = await this.store.records.getOrThrow(scope, id.toHexString());
    const calendar = this.toCalendar(await this.store.readLaboratory(item));
    if (alertsDueFor(item, calendar).has('expiring')) await this.raise(item, ['expiring'], calendar);
    await this.resolveUndue(item, calendar);
  }

  private async resolveUndue(item: ItemRow, calendar: AlertCalendar): Promise<void> {
    const scope = LabScope.ofLaboratory(item.laboratoryId.toHexString());
    const due = alertsDueFor(item, calendar);
    const undue = stockAlertKinds.filter((kind) => !due.has(kind));
    const changes = { state: 'resolved', isLive: false, until: null, resolvedAt: this.clock.now() } as const;
    const writes = (await this.alerts.findLive(scope, [item._id], undue)).map((row) => ({ row, changes }));
    await this.records.writeMany(scope, writes, { actor: null, action: 'resolved' });
  }

  private newAlert(item: ItemRow, kind: StockAlertKind, urgent: boolean): StockAlertRow {
    const now = this.clock.now();
    const { _id, itemCode, name, unit, laboratoryId, onOrder } = item;
    return {
      _id: newId(),
      laboratoryId,
      item: { _id, itemCode, name, unit },
      kind,
      ...(kind === 'low' && onOrder ? { state: 'ordered', until: onOrder.expectedOn } : { state: 'open', until: null }),
      isUrgent: urgent,
      raisedAt: now,
      escalatedAt: null,
      resolvedAt: null,
      actedBy: null,
      isLive: true,
      ...firstVersion(null, now),
    };
  }
}

/** Whether nothing changed that alerts depend on, so that most changes of stock need no further reads. */
function isAlike(before: ItemRow, after: ItemRow): boolean {
  const judged = ({ status, minQuantity, usableQuantity, expiredQuantity, nextExpiry, movementSeq }: ItemRow) =>
    [
      status,
      minQuantity > 0,
      usableQuantity <= minQuantity,
      usableQuantity === 0,
      expiredQuantity > 0,
      nextExpiry,
      movementSeq > 0,
    ].join();
  return judged(before) === judged(after);
}

function toStockAlert(row: StockAlertRow, viewer: Actor, laboratory: LaboratoryRow): StockAlert {
  return {
    ...declaredFields(StockAlertSchema, row),
    laboratoryId: toZonedLaboratory(laboratory),
    actions: actionsFor(alertPolicy, viewer, row, undefined),
  };
}

function toStockAlertEvent(row: StockAlertRow, actor: Actor | null): StockAlertEvent {
  return { ...eventFields(serverEvents['stock-alert:updated'], row, actor), itemId: row.item._id.toHexString() };
}
