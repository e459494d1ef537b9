import type { ChangeBatchBody, Movement, MovementListQuery, Page, StockChange, StockChangeBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { DomainError } from '../../../platform/http/domain-error';
import type { LabScope } from '../../../platform/mongo/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { formatDay } from '../../../platform/time/format-time';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from '../items/item.document';
import { toInventoryItem, toMovement } from '../items/item.mapper';
import { batchPolicy, itemPolicy } from '../items/item.policy';
import { ItemStore } from '../items/item-store';
import { knownTotal } from '../reporting/stock-totals';
import { StockTotalsRepository } from '../reporting/stock-totals.repository';
import { RecallRegister } from '../recalls/recall-register';
import type { MovementRow } from './movement.document';
import { MovementRepository } from './movement.repository';
import { batchOf, planStock, type StockLine } from './stock-plan';
import { applied, StockPosting } from './stock-posting';

type Current = { item: ItemRow; laboratory: LaboratoryRow; today: string; scope: LabScope };

/** Stock changes by people, and the ledger. */
@Injectable()
export class StockService {
  constructor(
    private readonly store: ItemStore,
    private readonly posting: StockPosting,
    private readonly ledger: MovementRepository,
    private readonly totals: StockTotalsRepository,
    private readonly recalls: RecallRegister,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async movements(actor: Actor, query: MovementListQuery): Promise<Page<Movement>> {
    const scope = actor.scope('inventory.view');
    const { items, total } = await this.ledger.list(scope, query, await this.knownTotalOf(scope, query));
    return { items: items.map(toMovement), total };
  }

  /**
   * Receives, uses, counts, wastes or returns stock. A dry run returns the same result and writes nothing.
   * @throws DomainError INVENTORY_ITEM_NOT_FOUND, BATCH_NOT_FOUND, ITEM_DISCONTINUED, LABORATORY_SUSPENDED,
   *   VERSION_CONFLICT, STOCK_INSUFFICIENT, BATCH_NOT_USABLE, BATCH_MISMATCH, VALIDATION_FAILED.
   */
  change(actor: Actor, id: string, { dryRun, version, ...change }: StockChangeBody): Promise<StockChange> {
    return this.unitOfWork.run(async () => {
      if (!dryRun) await this.takeTurn(actor);
      const current = await this.currentOf(actor, id, version);
      const { item, scope, today } = current;
      const { countedAtSeq } = change;
      const movedSinceCount =
        countedAtSeq === undefined || countedAtSeq >= item.movementSeq
          ? 0
          : -(await this.ledger.gainSince(scope, item._id, countedAtSeq, change.batchId));
      const plan = planStock(item, { ...change, movedSinceCount }, { now: this.clock.now(), today });
      await this.store.records.assertAllowed(actor, item, plan.refused);
      const lines = await this.recalls.applyTo(item, plan.lines);
      return this.write(actor, current, { ...change, lines, dryRun });
    });
  }

  /** @throws DomainError as `change`, BATCH_ACTION_IMPOSSIBLE. */
  changeBatch(actor: Actor, id: string, batchId: string, { action, version, reason, openedOn }: ChangeBatchBody) {
    return this.unitOfWork.run(async () => {
      await this.takeTurn(actor);
      const current = await this.currentOf(actor, id, version);
      const { item, laboratory, today } = current;
      const batch = batchOf(item, batchId);
      await this.store.records.assertAllowed(actor, item, batchPolicy[action](actor, item, { laboratory, batch }));
      const changed = changedBatch(batch, { action, reason: reason ?? null, openedOn: openedOn ?? today, today });
      const lines = [{ batch: changed, quantity: 0 }];
      return this.write(actor, current, { type: action, lines, reason: reason ?? null, notes: null, dryRun: false });
    });
  }

  /** Without other filters than these, the total is known. @throws DomainError INVENTORY_ITEM_NOT_FOUND. */
  private async knownTotalOf(scope: LabScope, query: MovementListQuery): Promise<number | undefined> {
    const { page: _page, limit: _limit, sort: _sort, itemId, laboratoryId, ...filters } = query;
    const item = itemId === undefined ? undefined : await this.store.records.getOrThrow(scope, itemId);
    if (Object.keys(filters).length > 0) return undefined;
    if (item) return laboratoryId ? undefined : item.movementSeq;
    return knownTotal(await this.totals.read(scope, laboratoryId), ['movements']);
  }

  /** Writers of a laboratory would conflict on its totals and its ledger. */
  private async takeTurn(actor: Actor): Promise<void> {
    const { laboratoryId } = actor.scope('inventory.stock');
    if (laboratoryId !== null) await this.unitOfWork.takeTurns(`stock:${laboratoryId}`);
  }

  private async currentOf(actor: Actor, id: string, version: number | undefined): Promise<Current> {
    const scope = actor.scope('inventory.stock');
    const item = await this.store.records.getOrThrow(scope, id);
    const laboratory = await this.store.laboratoryOf(item);
    await this.store.records.assertAllowed(actor, item, itemPolicy.move(actor, item, { laboratory }));
    await this.store.records.assertVersion(actor, item, version);
    return { item, laboratory, scope, today: this.store.today(laboratory) };
  }

  private async write(
    actor: Actor,
    { item, laboratory, scope, today }: Current,
    change: {
      type: MovementRow['type'];
      lines: StockLine[];
      reason: string | null;
      notes: string | null;
      dryRun: boolean;
    },
  ): Promise<StockChange> {
    const { type, lines, reason, notes, dryRun } = change;
    const posting = { type, lines, reason, notes };
    const present = (after: ItemRow, movements: MovementRow[]): StockChange => ({
      ...toInventoryItem(after, actor, { laboratory, today }),
      movements: movements.map(toMovement),
    });
    if (dryRun || lines.length === 0) {
      const { changes, movements } = applied(item, { ...posting, actor, laboratory, at: this.clock.now() });
      return present({ ...item, ...changes }, movements);
    }
    const { after, movements } = await this.posting.post(actor, scope, { ...posting, item, laboratory });
    return present(after, movements);
  }
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
      return { ...batch, status: 'active', statusReason: null };
    case 'open': {
      const fault = openedOn > today ? `Must not be after ${formatDay(today)}` : undefined;
      if (fault) throw DomainError.onField('VALIDATION_FAILED', 'openedOn', fault);
      return { ...batch, openedOn };
    }
  }
}
