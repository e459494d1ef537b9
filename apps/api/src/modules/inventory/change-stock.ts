import type { ChangeBatchBody, EnteredPacks, StockChange, StockChangeBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { refusal } from '../../platform/domain/policy';
import type { LabScope } from '../../platform/domain/lab-scope';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { formatDay } from '../../platform/time/format-time';
import { Clock } from '../../platform/time/clock';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { BatchRow, ItemRow, LastCount } from './stock/item.document';
import { batchPolicy, itemPolicy, Items, toInventoryItem, toMovement } from './stock/item';
import { Arrivals } from './stock/arrivals';
import { RecallRegister } from './stock/recall.repository';
import { assertPacks, lastCountAfter, unaccepted, INVENTORY_LOCK } from './stock/stock';
import { DecideWriteOffs } from './write-offs/decide-write-offs';
import { MovementRepository, type MovementRow, type SinceCount, type StockCount } from './stock/movement.repository';
import { getBatch, planStock, type StockLine, type StockPlan } from './stock/stock-plan';
import { contradictingLabel, StockPosting } from './stock/stock-posting';

/** An item whose stock the actor can move, and what a movement of it depends on. */
export type Current = { item: ItemRow; laboratory: LaboratoryRow; today: string; scope: LabScope };

type StockWrite = {
  type: MovementRow['type'];
  lines: StockLine[];
  count?: StockCount | null;
  lastCount?: LastCount | undefined;
  entered?: EnteredPacks | undefined;
  noted?: object | undefined;
  reason: string | null;
  notes: string | null;
  dryRun: boolean;
};

const unmoved: SinceCount = { moved: 0, isSuperseded: false };

/** Stock changes by people. */
@Injectable()
export class ChangeStock {
  constructor(
    private readonly store: Items,
    private readonly posting: StockPosting,
    private readonly ledger: MovementRepository,
    private readonly arrivals: Arrivals,
    private readonly recalls: RecallRegister,
    private readonly writeOffs: DecideWriteOffs,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Receives, uses, counts, wastes or returns stock. A dry run returns the same result and writes nothing.
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND, ITEM_DISCONTINUED, LABORATORY_SUSPENDED,
   *   VERSION_CONFLICT, STOCK_INSUFFICIENT, COUNT_SUPERSEDED, BATCH_NOT_USABLE, BATCH_MISMATCH, VALIDATION_FAILED.
   */
  change(actor: Actor, id: string, { dryRun, version, ...change }: StockChangeBody): Promise<StockChange> {
    return this.unitOfWork.exclusive(INVENTORY_LOCK, dryRun ? null : laboratoryToLock(actor), async () => {
      const current = await this.readCurrent(actor, id, version);
      const { item, today } = current;
      assertPacks(item, change.entered);
      const count = statedCount(change, item);
      const since = count ? await this.sinceCount(current, count, change.batchId) : unmoved;
      const plan = planStock(item, { ...change, movedSinceCount: -since.moved }, { now: this.clock.now(), today });
      const refused = since.isSuperseded && !hasNoEffect(plan) ? refusal('COUNT_SUPERSEDED') : plan.refused;
      await this.store.records.assertAllowed(actor, item, refused);
      const { type, reason, notes } = change;
      const isCounted = type === 'adjustment';
      const mayArrive = type === 'in' || isCounted;
      const lines = mayArrive ? await this.arrivals.admit(item, plan.lines, { dryRun, isCounted }) : plan.lines;
      if (type === 'waste' && (await this.writeOffs.needsApproval(actor, current.laboratory, lines))) {
        return this.requestWriteOff(actor, current, { type, lines, reason, notes, dryRun, entered: change.entered });
      }
      const lastCount = count?.of === 'item' ? lastCountAfter(actor, current, this.clock.now()) : undefined;
      const { entered } = change;
      const noted = change.otherExpiry ? contradictingLabel(lines, reason) : undefined;
      return this.write(actor, current, { type, lines, count, lastCount, entered, noted, reason, notes, dryRun });
    });
  }

  /** @throws DomainError as `change`, BATCH_ACTION_IMPOSSIBLE, BATCH_RECALLED. */
  changeBatch(actor: Actor, id: string, batchId: string, { action, version, reason, openedOn }: ChangeBatchBody) {
    return this.unitOfWork.exclusive(INVENTORY_LOCK, laboratoryToLock(actor), async () => {
      const current = await this.readCurrent(actor, id, version);
      const { item, laboratory, today } = current;
      const batch = getBatch(item, batchId);
      await this.store.records.assertAllowed(actor, item, batchPolicy[action](actor, item, { laboratory, batch }));
      if (action === 'release' || action === 'accept') await this.assertNotCovered(actor, item, batch);
      const changed = changedBatch(batch, { action, reason: reason ?? null, openedOn: openedOn ?? today, today });
      const lines = [{ batch: changed, quantity: 0 }];
      return this.write(actor, current, { type: action, lines, reason: reason ?? null, notes: null, dryRun: false });
    });
  }

  /** While a recall of the network is in force, only those who can end it can release or accept its batches. */
  private async assertNotCovered(actor: Actor, item: ItemRow, { batchNumber }: BatchRow): Promise<void> {
    const identity = { itemIds: [item._id], productKeys: item.productKeys };
    const covering = await this.recalls.findMatching(item.laboratoryId, identity, [batchNumber]);
    if (!covering.some(({ laboratoryId }) => laboratoryId === null) || actor.scope('inventory.remove').reachesAll)
      return;
    const message = 'This batch is recalled in the whole network. End that recall first.';
    throw new DomainError('BATCH_RECALLED', { message });
  }

  private async sinceCount(
    { item, scope }: Current,
    count: StockCount,
    batchId: string | undefined,
  ): Promise<SinceCount> {
    if (count.atSeq === item.movementSeq) return unmoved;
    return this.ledger.sinceCount(scope, item._id, count, batchId);
  }

  /** @throws DomainError INVENTORY_ITEM_NOT_FOUND, ITEM_DISCONTINUED, LABORATORY_SUSPENDED, VERSION_CONFLICT. */
  async readCurrent(actor: Actor, id: string, version: number | undefined): Promise<Current> {
    const scope = actor.scope('inventory.stock');
    const item = await this.store.records.getOrThrow(scope, id);
    const laboratory = await this.store.readLaboratory(item);
    await this.store.records.assertAllowed(actor, item, itemPolicy.move(actor, item, { laboratory }));
    await this.store.records.assertVersion(actor, item, version);
    return { item, laboratory, scope, today: this.store.today(laboratory) };
  }

  /** A dry run shows what the write-off would leave once it is approved. */
  private async requestWriteOff(actor: Actor, current: Current, change: StockWrite): Promise<StockChange> {
    const { lines, reason, notes, entered } = change;
    const written = { ...change, dryRun: true };
    if (change.dryRun || reason === null) {
      return { ...(await this.write(actor, current, written)), writeOff: { number: null } };
    }
    const { item, laboratory, today } = current;
    const requested = { item, laboratory, lines, reason, notes, entered };
    const { row, after, movements } = await this.writeOffs.request(actor, requested);
    return {
      ...toInventoryItem(after, actor, { laboratory, today }),
      movements: movements.map(toMovement),
      writeOff: { number: row.number },
    };
  }

  /** Posts the lines and, if given, the count; a dry run only returns what they would lead to. */
  async write(actor: Actor, { item, laboratory, scope, today }: Current, change: StockWrite): Promise<StockChange> {
    const { dryRun, ...posting } = change;
    const isWritten = !dryRun && (posting.lines.length > 0 || posting.lastCount !== undefined);
    const { after, movements } = isWritten
      ? await this.posting.post(actor, scope, { ...posting, item, laboratory })
      : this.posting.preview(actor, { ...posting, item, laboratory });
    return { ...toInventoryItem(after, actor, { laboratory, today }), movements: movements.map(toMovement) };
  }
}

/** The laboratory whose stock the person can move, null where it is that of the item; see `InventoryReactions`. */
export function laboratoryToLock(actor: Actor): string | null {
  return actor.scope('inventory.stock').laboratoryId;
}

/** A count cannot refer to a later movement; it then counts as made now. */
function statedCount(
  { type, batchId, countedAtSeq }: Omit<StockChangeBody, 'dryRun' | 'version'>,
  { movementSeq }: ItemRow,
): StockCount | null {
  if (type !== 'adjustment') return null;
  return { of: batchId === undefined ? 'item' : 'batch', atSeq: Math.min(countedAtSeq ?? movementSeq, movementSeq) };
}

function hasNoEffect({ lines, refused }: StockPlan): boolean {
  return lines.length === 0 && !refused;
}

function changedBatch(
  batch: BatchRow,
  change: { action: ChangeBatchBody['action']; reason: string | null; openedOn: string; today: string },
): BatchRow {
  const { action, reason, openedOn, today } = change;
  switch (action) {
    case 'quarantine':
      return { ...batch, status: 'quarantined', statusReason: reason };
    case 'release':
      // What was recalled or quarantined before it was accepted still has to be.
      return batch.unaccepted ? { ...batch, ...unaccepted } : { ...batch, status: 'active', statusReason: null };
    case 'accept':
      return { ...batch, status: 'active', statusReason: null, unaccepted: false };
    case 'open': {
      const fault = openedOn > today ? `Must not be after ${formatDay(today)}` : undefined;
      if (fault) throw DomainError.onField('VALIDATION_FAILED', 'openedOn', fault);
      return { ...batch, openedOn };
    }
  }
}
