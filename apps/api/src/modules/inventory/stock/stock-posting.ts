import { type EnteredPacks, MAX_QUANTITY, type MovementType } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { type Ledger, Ledgers } from '../../../platform/ledger/ledgers';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { MovementRepository, type MovementRow, type StockCount } from './movement.repository';
import { Items } from './item';
import type { BatchRow, ItemRow, LastCount } from './item.document';
import { partsOnOrder, toOnOrder } from './on-order';
import { dailyUseAfter, isAcceptancePending, isBlocked, MAX_ITEM_VALUE_PAISE, computeStock, unaccepted } from './stock';
import { toBatchKey, type StockLine } from './stock-plan';

/** Adds movements, and their links to the chain of the laboratory. */
@Injectable()
export class MovementLedger {
  private readonly ledger: Ledger<MovementRow>;

  constructor(
    private readonly movements: MovementRepository,
    ledgers: Ledgers,
  ) {
    this.ledger = ledgers.register({
      name: 'stock',
      repository: movements,
      nameOf: ({ item, seq }) => `${item.itemCode}, movement ${seq}`,
      pathOf: ({ item }) => `/inventory/${item._id.toHexString()}`,
      protectedOf: (row) => ({ ...row, by: row.by?._id }),
      earlier: { protectedOf: (row) => row },
    });
  }

  /** In the transaction under way. */
  async add(rows: MovementRow[]): Promise<void> {
    await this.movements.insertMany(rows);
    this.ledger.append(rows);
  }
}

/** Used-up batches that stay in the item, besides those that are blocked; the ledger keeps all of them. */
const KEPT_WITHOUT_STOCK = 20;

export type Posting = {
  type: MovementType;
  /** One ledger row each, in this order. A batch is replaced as a whole, so that its status can change with it. */
  lines: readonly StockLine[];
  reason: string | null;
  notes: string | null;
  count?: StockCount | null;
  /** Recorded with the item, also where nothing differs and there are no lines. */
  lastCount?: LastCount | undefined;
  entered?: EnteredPacks | undefined;
  /** What the audit log says besides the fields of the item. */
  noted?: object | undefined;
  /** Of waste that was approved. */
  writeOffId?: ObjectId;
  /** Of what a purchase order brought. */
  receiptId?: ObjectId;
};

type PostedTo = Posting & { item: ItemRow; laboratory: LaboratoryRow };
type Posted = { after: ItemRow; movements: MovementRow[] };
type Written = Posting & {
  actor: Pick<Actor, 'userId' | 'name'> | null;
  laboratory: Pick<LaboratoryRow, 'timezone'>;
  at: Date;
};

/** Writes stock changes: the item, its ledger rows, and whatever depends on them, in the transaction of the caller. */
@Injectable()
export class StockPosting {
  constructor(
    private readonly store: Items,
    private readonly movements: MovementLedger,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError VERSION_CONFLICT, VALIDATION_FAILED on `quantity` if the stock would be too valuable. */
  async post(actor: Actor | null, scope: LabScope, { item, ...posting }: PostedTo): Promise<Posted> {
    const { changes, movements } = this.compute(actor, { item, ...posting });
    const action = movements.length === 0 ? 'counted' : posting.type;
    const after = await this.store.records.write(
      scope,
      item,
      changes,
      { actor, action, noted: posting.noted },
      async () => {
        if (movements.length > 0) await this.movements.add(movements);
      },
    );
    return { after, movements };
  }

  /** What `post` would lead to; writes nothing. */
  preview(actor: Actor, posting: PostedTo): Posted {
    const { changes, movements } = this.compute(actor, posting);
    return { after: { ...posting.item, ...changes }, movements };
  }

  /** Adds the ledger rows of the stock that an item is created with. @returns the item to insert. */
  async postOpening(actor: Actor, posting: PostedTo): Promise<ItemRow> {
    const { after, movements } = this.preview(actor, posting);
    await this.movements.add(movements);
    return after;
  }

  private compute(actor: Actor | null, { item, ...posting }: PostedTo) {
    return computeStockChange(item, { ...posting, actor, at: this.clock.now() });
  }
}

/** What the audit log says of a batch whose label contradicts the stock. */
export function contradictingLabel([line]: readonly StockLine[], reason: string | null) {
  return line && { batchNumber: line.batch.batchNumber, expiryDate: line.batch.expiryDate, reason };
}

/** What a stock change writes: the fields of the item and its ledger rows. */
export function computeStockChange(
  item: ItemRow,
  {
    type,
    lines,
    count = null,
    lastCount,
    writeOffId,
    receiptId,
    entered,
    reason,
    notes,
    actor,
    laboratory,
    at,
  }: Written,
): { changes: Partial<ItemRow>; movements: MovementRow[] } {
  const day = businessDay(at, laboratory.timezone);
  const { _id, itemCode, name, unit, laboratoryId } = item;
  const movements: MovementRow[] = [];
  let { batches, movementSeq } = item;
  let stock = computeStock(item, { today: day, timezone: laboratory.timezone });
  for (const { batch, quantity, writtenOff, cost, ...ofLine } of lines) {
    const packs = ofLine.entered ?? entered;
    const rowType = writtenOff === undefined ? type : 'waste';
    if (quantity > 0 && (type === 'in' || type === 'transfer_in')) assertAdmitted(item, batch);
    batches = withBatch(batches, changedBatch(batch, rowType, quantityIn(batches, batch) + quantity));
    movementSeq += 1;
    stock = computeStock({ ...item, batches }, { today: day, timezone: laboratory.timezone });
    movements.push({
      _id: newId(),
      laboratoryId,
      item: { _id, itemCode, name, unit },
      seq: movementSeq,
      type: rowType,
      quantity,
      balanceAfter: stock.quantity,
      usableAfter: stock.usableQuantity,
      batch: { _id: batch._id, batchNumber: batch.batchNumber, expiryDate: batch.expiryDate },
      batchKey: toBatchKey(batch.batchNumber),
      count,
      ...(writeOffId && { writeOffId }),
      ...(receiptId && { receiptId }),
      ...(packs && { entered: packs }),
      ...(cost && { cost }),
      reason: writtenOff ?? reason,
      notes: ofLine.notes ?? notes,
      unitCostPaise: batch.unitCostPaise,
      by: actor && { _id: objectId(actor.userId), name: actor.name },
      at,
      day,
      version: 1,
      createdAt: at,
      updatedAt: at,
    });
  }
  if (stock.quantity > MAX_QUANTITY || stock.valuePaise > MAX_ITEM_VALUE_PAISE) {
    throw DomainError.onField('VALIDATION_FAILED', 'quantity', 'This is more stock than an item can hold');
  }
  const [received] = type === 'in' ? lines : [];
  // What was free says nothing of what the item costs, and the next order would be drafted without a price.
  const unitCostPaise = received?.batch.unitCostPaise || item.unitCostPaise;
  const onOrder = receiptId ? item.onOrder : orderAfter(item, type, stock.quantity - item.quantity);
  const dailyUse = dailyUseAfter(item.dailyUse, { type, lines, day });
  const changes = { batches: withoutOldest(batches), dailyUse, movementSeq, unitCostPaise, onOrder, ...stock };
  return { changes: { ...changes, ...(lastCount && { lastCount }) }, movements };
}

/** What remains of an order after a receipt. The part on purchase orders is received there; see `StockPort`. */
function orderAfter({ onOrder }: ItemRow, type: MovementType, received: number): ItemRow['onOrder'] {
  if (onOrder === null || type !== 'in') return onOrder;
  const { recorded, purchased } = partsOnOrder(onOrder);
  return toOnOrder({ recorded: { ...recorded, quantity: Math.max(0, recorded.quantity - received) }, purchased });
}

function changedBatch(batch: BatchRow, type: MovementType, quantity: number): BatchRow {
  if (isAcceptancePending(batch) && quantity === 0) {
    // Whatever arrives has to be accepted anyway.
    return { ...batch, quantity, status: 'disposed', statusReason: null };
  }
  if (batch.unaccepted && batch.status === 'disposed' && quantity > 0) return { ...batch, quantity, ...unaccepted };
  // A block outlives the stock: more of the batch may arrive.
  if (isBlocked(batch)) return { ...batch, quantity };
  if (quantity === 0 && (type === 'waste' || type === 'return')) return { ...batch, quantity, status: 'disposed' };
  if (quantity > 0 && batch.status === 'disposed') return { ...batch, quantity, status: 'active' };
  return { ...batch, quantity };
}

/** Every arrival must go through `Arrivals`. */
function assertAdmitted({ itemCode, requiresAcceptance }: ItemRow, batch: BatchRow): void {
  if (!requiresAcceptance || batch.unaccepted) return;
  throw new Error(`Batch ${batch.batchNumber} of ${itemCode} arrived without the acceptance that the item requires`);
}

function quantityIn(batches: readonly BatchRow[], { _id }: BatchRow): number {
  return batches.find((one) => one._id.equals(_id))?.quantity ?? 0;
}

function withBatch(batches: readonly BatchRow[], changed: BatchRow): BatchRow[] {
  return batches.some(({ _id }) => _id.equals(changed._id))
    ? batches.map((batch) => (batch._id.equals(changed._id) ? changed : batch))
    : [...batches, changed];
}

function withoutOldest(batches: readonly BatchRow[]): BatchRow[] {
  const usedUp = batches.filter((batch) => batch.quantity === 0 && !isBlocked(batch));
  const newestFirst = usedUp.toSorted((a, b) => b.receivedAt.getTime() - a.receivedAt.getTime());
  const dropped = new Set(newestFirst.slice(KEPT_WITHOUT_STOCK));
  return batches.filter((batch) => !dropped.has(batch));
}
