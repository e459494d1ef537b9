import {
  orderApprovalsNeeded,
  type OrderDelivery,
  outstandingOf,
  type PurchaseOrder,
  type PurchaseOrderLine,
  type PurchaseOrderListItem,
  PurchaseOrderListItemSchema,
  PurchaseOrderSchema,
} from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { actionsFor } from '../../../platform/domain/policy';
import { declaredFields } from '../../../platform/records/declared-fields';
import type { StockedItem } from '../../inventory/stock.port';
import { type LaboratoryRow, toZonedLaboratory } from '../../laboratories/laboratories.port';
import { approversOf, purchaseOrderPolicy } from './purchase-order.policy';
import type { OrderLineRow, PurchaseOrderRow } from './purchase-order.repository';

type Presentation = { laboratory: LaboratoryRow; today: string };
/** By their ids. */
type Items = ReadonlyMap<string, Pick<StockedItem, 'packages' | 'unit'>>;
type Details = Pick<PurchaseOrder, 'supplierNote' | 'emailing'> & {
  /** What became of emails, by their ids. */
  deliveries: ReadonlyMap<string, OrderDelivery>;
  items: Items;
};

export function toPurchaseOrderListItem(
  row: PurchaseOrderRow,
  viewer: Actor,
  { laboratory, today }: Presentation,
): PurchaseOrderListItem {
  return {
    ...declaredFields(PurchaseOrderListItemSchema, row),
    laboratoryId: toZonedLaboratory(laboratory),
    lineCount: row.lines.length,
    outstandingLines: row.lines.filter((line) => outstandingOf(line) > 0).length,
    isOverdue: row.nextExpected !== null && row.nextExpected < today,
    approvalsGiven: row.approvals.length,
    approvalsNeeded: orderApprovalsNeeded(row.isAboveLimit, approversOf(row.approvals)),
    actions: actionsFor(purchaseOrderPolicy, viewer, row, { laboratory }),
  };
}

export function toPurchaseOrder(
  row: PurchaseOrderRow,
  viewer: Actor,
  { supplierNote, emailing, deliveries, items, ...presentation }: Presentation & Details,
): PurchaseOrder {
  const { policies, contact } = presentation.laboratory;
  const { overDeliveryPercent, shortShelfLifeDays } = policies.purchasing;
  return {
    ...declaredFields(PurchaseOrderSchema, { ...row, returns: row.returns ?? [] }),
    ...toPurchaseOrderListItem(row, viewer, presentation),
    lines: row.lines.map((line) => toLine(line, items)),
    supplierNote,
    emailing,
    sent: row.sent.map(({ way, email = null, messageId, by, at }) => ({
      way,
      email,
      delivery: (messageId && deliveries.get(messageId.toHexString())) ?? null,
      by: { _id: by._id.toHexString(), name: by.name },
      at: at.toISOString(),
    })),
    letterhead: { address: addressOf(presentation.laboratory), phone: contact.phone, email: contact.email },
    limits: { overDeliveryPercent, shortShelfLifeDays },
  };
}

/** On one line, for the supplier. */
export function addressOf({ location: { address, city, state, pincode } }: LaboratoryRow): string {
  return [address, city, state, pincode].filter(Boolean).join(', ');
}

function toLine({ _id, item, ...line }: OrderLineRow, items: Items): PurchaseOrderLine {
  const { itemCode, name, unit } = item;
  const itemId = item._id.toHexString();
  return {
    ...line,
    _id: _id.toHexString(),
    itemId,
    item: { itemCode, name, unit },
    packs: items.get(itemId)?.packages ?? [],
    unitNow: items.get(itemId)?.unit ?? unit,
    outstanding: outstandingOf(line),
    returned: line.returned ?? 0,
  };
}
