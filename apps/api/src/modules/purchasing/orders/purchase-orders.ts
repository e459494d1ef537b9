import {
  financialYearOf,
  isAwaited,
  isOrderApproved,
  type OrderedContent,
  orderNeedsSuperAdmin,
  orderStatusAllows,
  outstandingOf,
  type PurchaseOrder,
  type PurchaseOrderListItem,
  PurchaseOrderSchema,
  serverEvents,
  unitNoun,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { eventKind } from '../../../platform/events/domain-events';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { codeTexts, searchWords } from '../../../platform/mongo/search-words';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { eventFields } from '../../../platform/records/declared-fields';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { INVENTORY_LOCK, type StockedItem, StockPort } from '../../inventory/stock.port';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { toPurchaseOrder, toPurchaseOrderListItem } from './purchase-order.mapper';
import { approversOf, digestOrder } from './purchase-order.policy';
import { type OrderLineRow, PurchaseOrderRepository, type PurchaseOrderRow } from './purchase-order.repository';
import type { Calendars } from './order-filter';
import { OrderMails } from './order-mails';
import type { ReceiptRow } from './receipt.document';
import { OrderSuppliers } from './order-suppliers';

/** Keeps apart what writes to the orders of a laboratory. */
export const PURCHASING_LOCK = 'purchasing';

/** Raised within the transaction of every write to an order. */
export const purchaseOrdersChanged = eventKind<EntityChanged<PurchaseOrderRow>>('purchase-orders.changed');

/** Purchase orders as versioned documents, and what they are judged by. */
@Injectable()
export class PurchaseOrders {
  readonly records: Records<PurchaseOrderRow, PurchaseOrder, 'purchase-order:updated'>;

  constructor(
    private readonly repository: PurchaseOrderRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly suppliers: OrderSuppliers,
    private readonly mails: OrderMails,
    private readonly stock: StockPort,
    private readonly counters: CounterRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'purchase-order',
      shown: {
        permission: 'purchaseOrders.view',
        of: PurchaseOrderSchema,
        fields: { basis: false, isAboveLimit: false, nextExpected: false, overdueTold: false, nextApprover: false },
      },
      noun: 'order',
      repository,
      notFound: 'PURCHASE_ORDER_NOT_FOUND',
      named: { fields: ['number'], as: ({ number }) => number },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: (viewer, row) => this.present(viewer, row),
      changed: purchaseOrdersChanged,
      derive: derivedFields,
      decisions: {
        of: ({ approvals, rejection }) => [
          ...approvals.map((approval) => ({ ...approval, approved: true })),
          ...(rejection ? [{ ...rejection, approved: false }] : []),
        ],
        contentOf: digestOrder,
      },
      audited,
      live: {
        permission: 'purchaseOrders.view',
        event: () => 'purchase-order:updated' as const,
        payload: (row, actor) => eventFields(serverEvents['purchase-order:updated'], row, actor),
      },
    });
  }

  async present(viewer: Actor, row: PurchaseOrderRow): Promise<PurchaseOrder> {
    const laboratory = await this.laboratories.getOwner(row);
    const { supplierNote, email } = await this.suppliers.describe(row);
    const emails = await this.mails.describe(row, email);
    const itemIds = row.lines.map(({ item }) => item._id.toHexString());
    const items = await this.stock.findItems(row.laboratoryId.toHexString(), itemIds);
    return toPurchaseOrder(row, viewer, { laboratory, today: this.today(laboratory), supplierNote, ...emails, items });
  }

  async presentAll(viewer: Actor, rows: readonly PurchaseOrderRow[]): Promise<PurchaseOrderListItem[]> {
    const laboratories = await this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId));
    return rows.flatMap((row) => {
      const laboratory = laboratories.get(row.laboratoryId.toHexString());
      return laboratory ? [toPurchaseOrderListItem(row, viewer, { laboratory, today: this.today(laboratory) })] : [];
    });
  }

  readLaboratory(row: Pick<PurchaseOrderRow, 'laboratoryId'>): Promise<LaboratoryRow> {
    return this.laboratories.getOwner(row);
  }

  today({ timezone }: Pick<LaboratoryRow, 'timezone'>): string {
    return businessDay(this.clock.now(), timezone);
  }

  async calendars(scope: LabScope): Promise<Calendars> {
    const rows = await this.laboratories.listInScope(scope);
    return new Map(rows.map((row) => [row._id.toHexString(), { today: this.today(row), timezone: row.timezone }]));
  }

  /**
   * The next number of an order, a goods receipt or a return: `PO-KOL-2026-27-000123`. Without gaps: a rollback returns
   * the number, and a retry gets the first answer.
   */
  async takeNumber(prefix: 'PO' | 'GRN' | 'RTN', laboratory: LaboratoryRow): Promise<string> {
    const year = financialYearOf(this.today(laboratory));
    const number = await this.counters.take(`${prefix}:${laboratory._id.toHexString()}:${year}`, 1);
    return `${prefix}-${laboratory.code}-${year}-${String(number).padStart(6, '0')}`;
  }

  /**
   * Runs a write to an order in one transaction that no other write to the orders and the stock of its laboratory
   * overlaps. The order is read beforehand where the scope does not know its laboratory.
   */
  async inTurn<Result>(scope: LabScope, id: string, write: () => Promise<Result>): Promise<Result> {
    const known = scope.laboratoryId ?? (await this.records.getOrThrow(scope, id)).laboratoryId.toHexString();
    return this.unitOfWork.exclusive([PURCHASING_LOCK, INVENTORY_LOCK], known, write);
  }

  /**
   * What is asked of the supplier can be received. An item can be discontinued at any time, and change its unit before
   * it moves and while its orders are drafts, whose quantities and prices are in it.
   * @throws DomainError on the first line whose item is counted in another unit now (PURCHASE_ORDER_STATE), or of which
   *   something is expected although it is discontinued (ITEM_DISCONTINUED).
   */
  async assertItems({ laboratoryId, lines, status }: PurchaseOrderRow): Promise<void> {
    const itemIds = lines.map(({ item }) => item._id.toHexString());
    const items = await this.stock.findItems(laboratoryId.toHexString(), itemIds);
    for (const [index, { item, ...line }] of lines.entries()) {
      const current = items.get(item._id.toHexString());
      if (current?.status === 'discontinued' && outstandingOf(line) > 0) {
        throw discontinuedAt(index, current, orderStatusAllows(status, 'edit') ? REMOVE_LINE : 'enter it as short');
      }
      const unit = current?.unit ?? item.unit;
      if (unit === item.unit) continue;
      const [now, before] = [unitNoun(2, unit), unitNoun(2, item.unit)];
      const message = `${item.name} is now counted in ${now}, not ${before}. Edit the order to check its quantity and price.`;
      throw DomainError.onField('PURCHASE_ORDER_STATE', `lines.${index}.itemId`, message);
    }
  }

  /** After an order was written, in its transaction: what of its items is ordered now. */
  async updateOnOrder(actor: Actor, { laboratoryId }: PurchaseOrderRow, lines: readonly OrderLineRow[]): Promise<void> {
    const ids = [...new Map(lines.map(({ item }) => [item._id.toHexString(), item._id])).values()];
    const orders = await this.repository.countedOf(laboratoryId, ids);
    const purchased = new Map(ids.map((id) => [id.toHexString(), { quantity: 0, expectedOn: '' }]));
    for (const line of orders.flatMap((order) => order.lines)) {
      const before = purchased.get(line.item._id.toHexString());
      const quantity = outstandingOf(line);
      if (!before || quantity === 0) continue;
      before.quantity += quantity;
      if (before.expectedOn === '' || line.expectedOn < before.expectedOn) before.expectedOn = line.expectedOn;
    }
    await this.stock.setPurchased(actor, laboratoryId.toHexString(), purchased);
  }
}

export const REMOVE_LINE = 'remove it from the order';

/** @param otherwise what can be done instead of reactivating the item. */
export function discontinuedAt(index: number, { name }: Pick<StockedItem, 'name'>, otherwise: string): DomainError {
  const message = `${name} is discontinued. Reactivate it, or ${otherwise}.`;
  return DomainError.onField('ITEM_DISCONTINUED', `lines.${index}.itemId`, message);
}

/** What the lists of orders compare, from the order itself. */
export function derivedFields(row: PurchaseOrderRow): Partial<PurchaseOrderRow> {
  const { status, lines, isAboveLimit, approvals } = row;
  const awaited = isAwaited(status) ? lines.filter((line) => outstandingOf(line) > 0) : [];
  const days = awaited.map(({ expectedOn }) => expectedOn).toSorted();
  return {
    nextExpected: days[0] ?? null,
    nextApprover:
      status === 'pending_approval'
        ? orderNeedsSuperAdmin(isAboveLimit, approversOf(approvals))
          ? 'super_admin'
          : 'anyone'
        : null,
    searchWords: toSearchWords(row),
  };
}

export function isApproved({ isAboveLimit, approvals }: Pick<PurchaseOrderRow, 'isAboveLimit' | 'approvals'>): boolean {
  return isOrderApproved(isAboveLimit, approversOf(approvals));
}

/** What approvals of the order as it is now would be for. */
export function basisOf({
  supplier,
  lines,
  notes,
}: Pick<PurchaseOrderRow, 'supplier' | 'lines' | 'notes'>): PurchaseOrderRow['basis'] {
  return {
    supplierId: supplier._id,
    lines: lines.map(({ item, quantity, pricePaise }) => ({ itemId: item._id, quantity, pricePaise })),
    notes,
  };
}

/** A basis as the rules of the contract compare it. One without notes covers those that the order has. */
export function contentOf({
  basis: { supplierId, lines, notes: covered },
  notes,
}: Pick<PurchaseOrderRow, 'basis' | 'notes'>): OrderedContent {
  return {
    supplierId: supplierId.toHexString(),
    lines: lines.map(({ itemId, ...line }) => ({ ...line, itemId: itemId.toHexString() })),
    notes: covered === undefined ? notes : covered,
  };
}

function toSearchWords({ number, supplier, lines }: Pick<PurchaseOrderRow, 'number' | 'supplier' | 'lines'>): string[] {
  const items = lines.flatMap(({ item }) => [item.name, item.itemCode]);
  return searchWords(...codeTexts(number), supplier.name, supplier.code, ...items);
}

function audited(row: PurchaseOrderRow) {
  return {
    supplier: row.supplier.name,
    lines: row.lines.map(({ item, returned = 0, ...line }) => {
      const { quantity, pricePaise, expectedOn, accepted, short, damaged, refused } = line;
      return { item: item.name, quantity, pricePaise, expectedOn, accepted, short, damaged, refused, returned };
    }),
    approvals: row.approvals.map(({ by, at, note }) => ({ by: by.name, at, note })),
    sent: row.sent.map(({ messageId: _message, accepted: _accepted, ...sent }) => sent),
    rejection: row.rejection && { reason: row.rejection.reason, by: row.rejection.by.name },
    receipts: row.receipts.map((receipt) => auditedReceipt(row, receipt)),
    returns: (row.returns ?? []).map(({ number, day, reason }) => ({ number, day, reason })),
  };
}

/** What arrived and what was wrong with it, in words that stay the same when the item is renamed. */
function auditedReceipt({ lines }: Pick<PurchaseOrderRow, 'lines'>, { number, day, ...receipt }: ReceiptRow) {
  const received = receipt.lines.map(({ lineId, batches, short, damaged, refused, reason }) => {
    const item = lines.find(({ _id }) => _id.equals(lineId))?.item;
    const arrived = batches.map(({ batchNumber, expiryDate, quantity }) => ({ batchNumber, expiryDate, quantity }));
    return { item: item?.name ?? '', unit: item?.unit ?? null, batches: arrived, short, damaged, refused, reason };
  });
  return { number, day, deliveryNote: receipt.deliveryNote, lines: received };
}
