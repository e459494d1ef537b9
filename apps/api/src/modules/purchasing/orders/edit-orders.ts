import {
  type CreatePurchaseOrderBody,
  type DraftedOrders,
  type DraftOrdersBody,
  formatQuantity,
  formatRupees,
  type InventoryUnit,
  isSamePack,
  MAX_AMOUNT_PAISE,
  needsNewApproval,
  orderTotal,
  type PurchaseOrder,
  unitNoun,
  type UpdatePurchaseOrderBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { firstVersion } from '../../../platform/mongo/first-version';
import { newId, objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { assertPacks, type StockedItem, StockPort } from '../../inventory/stock.port';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { NO_SUPPLIER, OrderSuppliers } from './order-suppliers';
import { purchaseOrderPolicy } from './purchase-order.policy';
import { type OrderLineRow, PurchaseOrderRepository, type PurchaseOrderRow } from './purchase-order.repository';
import {
  basisOf,
  contentOf,
  derivedFields,
  discontinuedAt,
  PURCHASING_LOCK,
  PurchaseOrders,
  REMOVE_LINE,
} from './purchase-orders';

type LineBody = CreatePurchaseOrderBody['lines'][number];

const MAX_DAYS_AHEAD = 366;

/** Orders as they are entered and changed. */
@Injectable()
export class EditOrders {
  constructor(
    private readonly store: PurchaseOrders,
    private readonly orders: PurchaseOrderRepository,
    private readonly suppliers: OrderSuppliers,
    private readonly stock: StockPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError LABORATORY_NOT_FOUND, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, SUPPLIER_NOT_FOUND,
   *   SUPPLIER_ON_HOLD, SUPPLIER_BLOCKED, INVENTORY_ITEM_NOT_FOUND, ITEM_DISCONTINUED, VALIDATION_FAILED.
   */
  async create(actor: Actor, body: CreatePurchaseOrderBody): Promise<PurchaseOrder> {
    const { _id } = await this.laboratories.getForNewRecords(actor.scope('purchaseOrders.create'), body.laboratoryId);
    return this.unitOfWork.exclusive(PURCHASING_LOCK, _id.toHexString(), async () => {
      const laboratory = await this.laboratories.getForNewRecords(
        actor.scope('purchaseOrders.create'),
        body.laboratoryId,
      );
      const supplier = await this.suppliers.getUsable(laboratory._id.toHexString(), body.supplierId);
      const lines = await this.readLines(laboratory, body.lines, []);
      const row = await this.newOrder(actor, laboratory, { supplier, lines, notes: body.notes });
      return this.store.records.create(actor, row);
    });
  }

  /**
   * One draft for each supplier of the items. What cannot be ordered is named and skipped.
   * @throws DomainError as `create`, apart from those of suppliers.
   */
  async draft(actor: Actor, { laboratoryId, items: wanted }: DraftOrdersBody): Promise<DraftedOrders> {
    const scope = actor.scope('purchaseOrders.create');
    const { _id } = await this.laboratories.getForNewRecords(scope, laboratoryId);
    const id = _id.toHexString();
    return this.unitOfWork.exclusive(PURCHASING_LOCK, id, async () => {
      const laboratory = await this.laboratories.getForNewRecords(scope, laboratoryId);
      const items = await this.stock.findItems(
        id,
        wanted.map(({ itemId }) => itemId),
      );
      const rowsOfItems = [...items.values()];
      const drafts = await this.orders.draftsOf(
        _id,
        rowsOfItems.map((item) => item._id),
      );
      const suppliers = await this.suppliers.ofItems(id, rowsOfItems);
      const bySupplier = new Map<string, { supplier: PurchaseOrderRow['supplier']; lines: LineBody[] }>();
      const skipped: DraftedOrders['skipped'] = [];
      const today = this.store.today(laboratory);
      for (const [index, { itemId, quantity, orderedQuantity }] of wanted.entries()) {
        const item = items.get(itemId);
        if (!item) throw DomainError.onField('INVENTORY_ITEM_NOT_FOUND', `items.${index}.itemId`);
        const onOrder = item.onOrder?.quantity ?? 0;
        const draft = drafts.find(({ lines }) => lines.some((line) => line.item._id.equals(item._id)));
        const found = draft
          ? { reason: `It's already on the draft ${draft.number}` }
          : onOrder > (orderedQuantity ?? onOrder)
            ? { reason: `More of it was ordered since: ${formatQuantity(onOrder, item.unit)} on order now` }
            : (suppliers.get(item.supplierId?.toHexString() ?? '') ?? NO_SUPPLIER);
        if ('reason' in found || item.status === 'discontinued') {
          const reason = 'reason' in found ? found.reason : "It's discontinued";
          skipped.push({ itemId, name: item.name, reason });
          continue;
        }
        const expectedOn = addDays(today, found.leadTimeDays ?? item.leadTimeDays);
        const { supplier } = found;
        const group = bySupplier.get(supplier._id.toHexString()) ?? { supplier, lines: [] };
        const line = { itemId, quantity, pricePaise: item.unitCostPaise, expectedOn };
        if (orderTotal([...group.lines, line]) > BigInt(MAX_AMOUNT_PAISE)) {
          skipped.push({
            itemId,
            name: item.name,
            reason: `The order would be worth more than ${formatRupees(MAX_AMOUNT_PAISE)}`,
          });
          continue;
        }
        group.lines.push(line);
        bySupplier.set(supplier._id.toHexString(), group);
      }
      const rows: PurchaseOrderRow[] = [];
      for (const { supplier, lines } of bySupplier.values()) {
        const read = await this.readLines(laboratory, lines, []);
        rows.push(await this.newOrder(actor, laboratory, { supplier, lines: read, notes: null }));
      }
      await this.store.records.createMany({ actor }, rows);
      return { orders: await this.store.presentAll(actor, rows), skipped };
    });
  }

  /**
   * Replaces the content. What an approval does not cover needs a new one, and ends those given.
   * @throws DomainError as `create`, PURCHASE_ORDER_NOT_FOUND, PURCHASE_ORDER_STATE, FORBIDDEN, VERSION_CONFLICT.
   */
  update(actor: Actor, id: string, { version, ...body }: UpdatePurchaseOrderBody): Promise<PurchaseOrder> {
    const options = {
      permission: 'purchaseOrders.create',
      policy: async (before: PurchaseOrderRow) =>
        purchaseOrderPolicy.edit(actor, before, { laboratory: await this.store.readLaboratory(before) }),
      also: (before: PurchaseOrderRow, after: PurchaseOrderRow) =>
        this.store.updateOnOrder(actor, after, [...before.lines, ...after.lines]),
    } as const;
    return this.store.inTurn(actor.scope('purchaseOrders.create'), id, () =>
      this.store.records.change(actor, id, version, options, async (before) => {
        const laboratory = await this.store.readLaboratory(before);
        const isSame = before.supplier._id.toHexString() === body.supplierId;
        const supplier = isSame
          ? before.supplier
          : await this.suppliers.getUsable(laboratory._id.toHexString(), body.supplierId);
        const lines = await this.readLines(laboratory, body.lines, before.lines);
        const changed = { supplier, lines, notes: body.notes, totalPaise: Number(orderTotal(lines)) };
        return { ...changed, ...approvalAfter(actor, before, { supplier, lines, notes: body.notes }, laboratory) };
      }),
    );
  }

  /** The lines with their items; a line that was there keeps its id. */
  private async readLines(
    laboratory: LaboratoryRow,
    lines: readonly LineBody[],
    before: readonly OrderLineRow[],
  ): Promise<OrderLineRow[]> {
    const items = await this.stock.findItems(
      laboratory._id.toHexString(),
      lines.map(({ itemId }) => itemId),
    );
    const today = this.store.today(laboratory);
    return lines.map(({ itemId, entered, unit, ...line }, index) => {
      const item = items.get(itemId);
      if (!item) throw DomainError.onField('INVENTORY_ITEM_NOT_FOUND', `lines.${index}.itemId`);
      const known = before.find((one) => one.item._id.equals(item._id));
      if (item.status === 'discontinued') throw discontinuedAt(index, item, REMOVE_LINE);
      assertUnit(item, unit ?? known?.item.unit, `lines.${index}.quantity`);
      // Packs that were ordered before keep their meaning, whatever the item has now.
      const isKept = entered && known?.entered && isSamePack(known.entered, entered);
      if (!isKept) assertPacks(item, entered, `lines.${index}.quantity`);
      if (line.expectedOn !== known?.expectedOn) assertExpected(line.expectedOn, today, `lines.${index}.expectedOn`);
      const nothing = { accepted: 0, short: 0, damaged: 0, refused: 0 };
      return { _id: known?._id ?? newId(), item: namedItem(item), ...line, entered: entered ?? null, ...nothing };
    });
  }

  private async newOrder(
    actor: Actor,
    laboratory: LaboratoryRow,
    content: Pick<PurchaseOrderRow, 'supplier' | 'lines' | 'notes'>,
  ): Promise<PurchaseOrderRow> {
    const now = this.clock.now();
    const row: PurchaseOrderRow = {
      _id: newId(),
      number: await this.store.takeNumber('PO', laboratory),
      laboratoryId: laboratory._id,
      ...content,
      totalPaise: Number(orderTotal(content.lines)),
      status: 'draft',
      basis: basisOf(content),
      isAboveLimit: false,
      approvals: [],
      rejection: null,
      sent: [],
      ended: null,
      receipts: [],
      returns: [],
      createdBy: actor.person,
      editedBy: null,
      nextExpected: null,
      overdueTold: null,
      nextApprover: null,
      searchWords: [],
      ...firstVersion(actor, now),
    };
    return { ...row, isAboveLimit: isAbove(row.basis, laboratory), ...derivedFields(row) };
  }
}

/** What becomes of approvals and of the basis when the content changes. */
function approvalAfter(
  actor: Actor,
  before: PurchaseOrderRow,
  next: Pick<PurchaseOrderRow, 'supplier' | 'lines' | 'notes'>,
  laboratory: LaboratoryRow,
): Partial<PurchaseOrderRow> {
  const basis = basisOf(next);
  const [known, wanted] = [contentOf(before), contentOf({ ...next, basis })];
  const isSame = JSON.stringify(known) === JSON.stringify(wanted);
  const isCovered = before.status === 'approved' ? !needsNewApproval(known, wanted) : isSame;
  // Who only asks for less after the approval is not the author of anything that is still to be approved.
  if (isCovered) return {};
  return {
    basis,
    isAboveLimit: isAbove(basis, laboratory),
    approvals: [],
    status: before.status === 'approved' ? 'pending_approval' : before.status,
    editedBy: actor.person,
  };
}

export function isAbove(basis: PurchaseOrderRow['basis'], { policies }: LaboratoryRow): boolean {
  return orderTotal(basis.lines) > BigInt(policies.purchasing.approvalLimitPaise);
}

function assertExpected(day: string, today: string, field: string): void {
  const last = addDays(today, MAX_DAYS_AHEAD);
  if (day >= today && day <= last) return;
  const message = `Choose a day from ${formatDay(today)} to ${formatDay(last)}`;
  throw DomainError.onField('VALIDATION_FAILED', field, message);
}

/** What was entered for one unit must not be taken for another one. */
function assertUnit(item: StockedItem, stated: InventoryUnit | undefined, field: string): void {
  if (stated === undefined || stated === item.unit) return;
  const [now, before] = [unitNoun(2, item.unit), unitNoun(2, stated)];
  const message = `${item.name} is now counted in ${now}, not ${before}. Remove it, and add it again with its quantity and price in ${now}.`;
  throw DomainError.onField('VALIDATION_FAILED', field, message);
}

function namedItem({ _id, itemCode, name, unit }: StockedItem): OrderLineRow['item'] {
  return { _id: objectId(_id.toHexString()), itemCode, name, unit };
}
