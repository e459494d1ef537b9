import { Injectable } from '@nestjs/common';
import { DomainError } from '../../../platform/domain/domain-error';
import { newId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import type { BatchRow, ItemRow } from './item.document';
import { RecallRegister, type StockIdentity } from './recall.repository';
import { isAcceptancePending, isBlocked, notSetAside, unaccepted } from './stock';
import { isLive, isSameDelivery, MAX_LIVE_BATCHES, type StockLine, TOO_MANY_BATCHES } from './stock-plan';

type Admission = {
  /** Where the stock was before. */
  from?: StockIdentity;
  dryRun?: boolean;
  /** Whether it was counted: then only what no stored batch accounts for has arrived. */
  isCounted?: boolean;
  /** The refusal of a line whose batch the item has no room for; on `batchNumber` if absent. */
  noRoom?: (index: number) => DomainError;
};

/** What must not come into use as it arrives, from wherever it does. `StockPosting` refuses arrivals that bypass this. */
@Injectable()
export class Arrivals {
  constructor(
    private readonly recalls: RecallRegister,
    private readonly clock: Clock,
  ) {}

  /**
   * The lines of a stock change as they can be posted: recalled batches are blocked, and what arrives of an item that
   * requires acceptance is quarantined until it is accepted. That includes the opening stock, stock that another
   * laboratory has accepted, and stock that comes back from a transfer: it has been on the way.
   * @throws DomainError BATCH_MISMATCH if the item has too many batches.
   */
  async admit(item: ItemRow, lines: readonly StockLine[], admission: Admission = {}): Promise<StockLine[]> {
    const { isCounted = false, noRoom = noRoomForBatch, ...origin } = admission;
    return requireAcceptance(item, await this.recalls.applyTo(item, lines, origin), {
      isCounted,
      noRoom,
      now: this.clock.now(),
    });
  }
}

/**
 * What arrives does not block stock of the batch that was accepted before: it is kept in a batch of its own, which later
 * deliveries of the same number, dates and cost join until it is accepted.
 */
function requireAcceptance(
  item: Pick<ItemRow, 'batches' | 'requiresAcceptance'>,
  lines: readonly StockLine[],
  { isCounted, noRoom, now }: { isCounted: boolean; noRoom: (index: number) => DomainError; now: Date },
): StockLine[] {
  if (!item.requiresAcceptance) return [...lines];
  const pending = notSetAside(item.batches).filter((batch) => isAcceptancePending(batch) && batch.quantity > 0);
  let live = item.batches.filter(isLive).length;
  return lines.map((line, index) => {
    const { batch, quantity } = line;
    const stored = item.batches.find(({ _id }) => _id.equals(batch._id));
    if (quantity <= 0 || (isCounted && stored)) return line;
    // A recall or another quarantine ends first.
    if (isBlocked(batch)) return { ...line, batch: { ...batch, unaccepted: true } };
    if (!stored || stored.quantity === 0) return { ...line, batch: { ...batch, ...unaccepted } };
    const joined = pending.find((one) => isSameDelivery(one, batch));
    if (joined) return { ...line, batch: joined };
    live += 1;
    if (live > MAX_LIVE_BATCHES) throw noRoom(index);
    const own: BatchRow = { ...batch, ...unaccepted, _id: newId(), quantity: 0, receivedAt: now };
    pending.push(own);
    return { ...line, batch: own };
  });
}

function noRoomForBatch(): DomainError {
  return DomainError.onField('BATCH_MISMATCH', 'batchNumber', TOO_MANY_BATCHES);
}
