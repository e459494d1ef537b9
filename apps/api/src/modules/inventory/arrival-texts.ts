import { formatQuantity, plural } from '@shifa/contract';
import type { ObjectId } from '../../platform/domain/object-id';
import type { Change } from '../../platform/records/records';
import type { Notice } from '../notifications/notifications.port';
import type { BatchRow, ItemRow } from './stock/item.document';
import { isAcceptancePending } from './stock/stock';

/** The items that one notice of arrivals names, and the most notices of items that arrive together. */
const NAMED = 3;

type Arrived = { item: ItemRow; quantity: number };
type Text = Pick<Notice, 'title' | 'message' | 'action' | 'group'>;
type OfLaboratory = { laboratoryId: ObjectId; texts: Text[] };

/** What to tell each laboratory of the stock that a change brought and that must be accepted before use. */
export function arrivalTexts(changes: readonly Change<ItemRow>[], action: string): OfLaboratory[] {
  const byLaboratory = new Map<string, [Arrived, ...Arrived[]]>();
  for (const change of changes) {
    const one = { item: change.after, quantity: arrivedUnaccepted(change, action) };
    if (one.quantity === 0) continue;
    const key = one.item.laboratoryId.toHexString();
    const earlier = byLaboratory.get(key);
    if (earlier) earlier.push(one);
    else byLaboratory.set(key, [one]);
  }
  return [...byLaboratory.values()].map((items) => ({
    laboratoryId: items[0].item.laboratoryId,
    texts: items.length > NAMED ? [textOfMany(items)] : items.map(textOf),
  }));
}

/**
 * How much more of the item has to be accepted before use than before the change; 0 if nothing arrived. What is set aside
 * counts, as it does not arrive again when it is put back. What a count corrects was there before.
 */
function arrivedUnaccepted({ before, after }: Change<ItemRow>, action: string): number {
  if (!after.batches.some(isAcceptancePending)) return 0;
  const known = before?.batches ?? [];
  const isNew = ({ _id }: BatchRow) => !known.some((one) => one._id.equals(_id));
  if (action === 'adjustment') return unacceptedIn(after.batches.filter(isNew));
  return Math.max(0, unacceptedIn(after.batches) - unacceptedIn(known));
}

function unacceptedIn(batches: readonly BatchRow[]): number {
  return batches.reduce((sum, { unaccepted, quantity }) => sum + (unaccepted ? quantity : 0), 0);
}

function textOf({ item, quantity }: Arrived): Text {
  const path = `/inventory/${item._id.toHexString()}`;
  const subject = `${item.name} (${item.itemCode})`;
  return {
    title: 'Stock pending acceptance',
    // The item first: a number at the start counts the documents that a notification leads to.
    message: `${subject}: ${formatQuantity(quantity, item.unit)} arrived and must be accepted before use.`,
    action: { label: 'View item', path },
    group: {
      key: `acceptance:${item._id.toHexString()}`,
      count: 1,
      // A sentence, because no list counts it.
      message: `Stock of ${subject} arrived more than once and must be accepted before use.`,
      path,
    },
  };
}

function textOfMany(items: readonly Arrived[]): Text {
  const names = items.slice(0, NAMED).map(({ item }) => item.name);
  const rest = items.length - names.length;
  return {
    title: 'Stock pending acceptance',
    message: `${names.join(', ')} and ${plural(rest, '1 more item', `${rest} more items`)} arrived and must be accepted before use.`,
    action: { label: 'View items', path: '/inventory?blocked=true' },
  };
}
