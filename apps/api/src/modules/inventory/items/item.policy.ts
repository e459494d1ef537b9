import { type BatchAction, formatQuantity, type InventoryItemAction } from '@shifa/contract';
import { lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/http/policy';
import { type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import { batchActionRefusal } from '../stock/stock-plan';
import type { BatchRow, ItemRow } from './item.document';

export type ItemContext = { laboratory: Pick<LaboratoryRow, 'status'> };

type Judged = Pick<ItemRow, 'laboratoryId' | 'status' | 'quantity' | 'unit' | 'usableQuantity'>;

export const itemPolicy: Policy<InventoryItemAction, Judged, ItemContext> = {
  edit: (viewer, item) => discontinued(item) ?? lacks(viewer, 'inventory.edit', item),
  move: (viewer, item, { laboratory }) =>
    discontinued(item) ?? lacks(viewer, 'inventory.stock', item) ?? laboratoryUsePolicy.enterRecords(laboratory),
  transfer: (viewer, item, { laboratory }) =>
    discontinued(item) ?? lacks(viewer, 'inventory.transfer', item) ?? laboratoryUsePolicy.enterRecords(laboratory),
  discontinue: (viewer, item) => {
    if (item.status === 'discontinued') return notOffered('ITEM_DISCONTINUED');
    return lacks(viewer, 'inventory.remove', item) ?? stocked(item);
  },
  reactivate: (viewer, item) =>
    item.status === 'active' ? notOffered('VALIDATION_FAILED') : lacks(viewer, 'inventory.edit', item),
};

/** What can be done with one batch of an item. */
export const batchPolicy: Policy<BatchAction, Judged, ItemContext & { batch: BatchRow }> = {
  open: (viewer, item, context) => batchActionRefusal(context.batch, 'open') ?? itemPolicy.move(viewer, item, context),
  quarantine: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'quarantine') ?? itemPolicy.move(viewer, item, context),
  release: (viewer, item, context) =>
    batchActionRefusal(context.batch, 'release') ??
    itemPolicy.move(viewer, item, context) ??
    (context.batch.status === 'recalled' ? lacks(viewer, 'inventory.remove', item) : undefined),
};

function discontinued({ status }: Judged): Refusal | undefined {
  return status === 'discontinued' ? refusal('ITEM_DISCONTINUED') : undefined;
}

function stocked({ quantity, unit }: Judged): Refusal | undefined {
  if (quantity === 0) return undefined;
  return refusal('ITEM_HAS_STOCK', `${formatQuantity(quantity, unit)} must be used, wasted or returned first`);
}
