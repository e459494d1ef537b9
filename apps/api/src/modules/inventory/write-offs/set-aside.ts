import { newId, type ObjectId } from '../../../platform/mongo/object-id';
import type { BatchRow, ItemRow } from '../items/item.document';
import { isBlocked } from '../stock/stock';
import type { StockLine } from '../stock/stock-plan';
import type { HeldStock } from './write-off.document';

/**
 * Moves what is to be written off to batches of their own, which nobody can use, take or add to until the decision.
 * @param lines what a write-off would take
 */
export function setAside(
  lines: readonly StockLine[],
  { writeOffId, number }: { writeOffId: ObjectId; number: string },
): { lines: StockLine[]; held: HeldStock[] } {
  const parts = lines.map(({ batch, quantity }) => {
    const block = { status: 'quarantined', statusReason: `Waits for the approval of ${number}` } as const;
    const aside: BatchRow = { ...batch, ...(!isBlocked(batch) && block), _id: newId(), quantity: 0, writeOffId };
    return { source: batch, aside, quantity: -quantity };
  });
  return {
    lines: parts.flatMap(({ source, aside, quantity }) => [
      { batch: source, quantity: -quantity },
      { batch: aside, quantity },
    ]),
    held: parts.map(({ source: { quantity: _, ...source }, aside, quantity }) => {
      return { batchId: aside._id, source, quantity };
    }),
  };
}

/** Takes what was set aside out of the stock. */
export function writtenOff(item: Pick<ItemRow, 'batches'>, held: readonly HeldStock[]): StockLine[] {
  return held.map((one) => ({ batch: released(asideOf(item, one)), quantity: -one.quantity }));
}

/** Returns what was set aside to the batches that it came from. A recall in the meantime applies to it as well. */
export function putBack(item: Pick<ItemRow, 'batches'>, held: readonly HeldStock[]): StockLine[] {
  return held.flatMap((one) => {
    const aside = asideOf(item, one);
    const known = item.batches.find(({ _id }) => _id.equals(one.source._id)) ?? { ...one.source, quantity: 0 };
    const isRecalled = aside.status === 'recalled' && one.source.status !== 'recalled';
    const { status, statusReason } = isRecalled ? aside : known;
    return [
      { batch: released(aside), quantity: -one.quantity },
      { batch: { ...known, status, statusReason }, quantity: one.quantity },
    ];
  });
}

/** As long as it is set aside, nothing else can change its quantity. */
function asideOf({ batches }: Pick<ItemRow, 'batches'>, { batchId, quantity }: HeldStock): BatchRow {
  const aside = batches.find(({ _id }) => _id.equals(batchId));
  if (aside?.quantity !== quantity)
    throw new Error(`The stock set aside in batch ${batchId.toHexString()} has changed`);
  return aside;
}

function released(batch: BatchRow): BatchRow {
  return { ...batch, status: 'active', statusReason: null, writeOffId: null };
}
