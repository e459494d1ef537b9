import { formatRupees, MAX_UNIT_COST_PAISE, unitNoun } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../platform/domain/actor';
import { LabScope } from '../../platform/domain/lab-scope';
import type { ObjectId } from '../../platform/domain/object-id';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import type { LaboratoryRow } from '../laboratories/laboratories.port';
import type { BatchRow, ItemRow } from './stock/item.document';
import { Items } from './stock/item';
import { MovementRepository } from './stock/movement.repository';
import { notSetAside, INVENTORY_LOCK } from './stock/stock';
import { sameNumber, type StockLine } from './stock/stock-plan';
import { StockPosting } from './stock/stock-posting';

/** By how much the units that arrived in a batch cost more than they were received at, or less; in paise for all. */
export type CostCorrection = {
  itemId: ObjectId;
  /** Without an id, the first batch in stock with this number and expiry date. */
  batch: Pick<BatchRow, 'batchNumber' | 'expiryDate'> & { _id: ObjectId | undefined };
  units: number;
  changePaise: number;
};

type Cause = { billId: ObjectId; notes: string };

/** Corrects what stock costs, in the transaction under way and with the rights of the system. */
@Injectable()
export class StockCosts {
  constructor(
    private readonly items: Items,
    private readonly movements: MovementRepository,
    private readonly posting: StockPosting,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Changes the cost of the units that are still in stock, with one movement for each batch. Units that have left the
   * stock keep the cost they left at, and so does stock set aside for a write-off. The cost of a unit is rounded to the
   * paisa.
   */
  async correct(
    actor: Actor,
    laboratory: LaboratoryRow,
    cause: Cause,
    corrections: readonly CostCorrection[],
  ): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    this.unitOfWork.lock(INVENTORY_LOCK, laboratory._id.toHexString());
    const itemIds = new Set(corrections.map(({ itemId }) => itemId.toHexString()));
    for (const id of itemIds) {
      const item = await this.items.records.getOrThrow(scope, id);
      const ofItem = corrections.filter(({ itemId }) => itemId.equals(item._id));
      const lines = toCostLines(item, ofItem, cause);
      if (lines.length === 0) continue;
      await this.posting.post(actor, scope, {
        type: 'cost',
        lines,
        reason: null,
        notes: cause.notes,
        item,
        laboratory,
      });
    }
  }

  /** Takes back what a bill changed since an instant, as far as the units are still in stock. */
  async withdraw(actor: Actor, laboratory: LaboratoryRow, { since, ...cause }: Cause & { since: Date }): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const changes = await this.movements.costChanges(scope, cause.billId, since);
    const corrections = changes.flatMap(({ item, batch, cost }): CostCorrection[] =>
      cost ? [{ itemId: item._id, batch, units: cost.units, changePaise: -cost.changePaise }] : [],
    );
    await this.correct(actor, laboratory, cause, corrections);
  }
}

function toCostLines(
  { batches, unit }: Pick<ItemRow, 'batches' | 'unit'>,
  corrections: readonly CostCorrection[],
  { billId, notes }: Cause,
): StockLine[] {
  return notSetAside(batches).flatMap((batch): StockLine[] => {
    const { quantity, unitCostPaise } = batch;
    if (quantity === 0) return [];
    const ofBatch = corrections.filter(({ batch: wanted }) => findBatch(batches, wanted) === batch);
    const change = ofBatch.reduce((sum, { units, changePaise }) => sum + changePaise / Math.max(units, quantity), 0);
    const corrected = Math.min(MAX_UNIT_COST_PAISE, Math.max(0, Math.round(unitCostPaise + change)));
    if (corrected === unitCostPaise) return [];
    return [
      {
        batch: { ...batch, unitCostPaise: corrected },
        quantity: 0,
        cost: { billId, units: quantity, changePaise: quantity * (corrected - unitCostPaise) },
        notes: `${formatRupees(unitCostPaise)} → ${formatRupees(corrected)} per ${unitNoun(1, unit)}. ${notes}`,
      },
    ];
  });
}

function findBatch(batches: readonly BatchRow[], { _id, batchNumber, expiryDate }: CostCorrection['batch']) {
  if (_id) return batches.find((batch) => batch._id.equals(_id));
  return notSetAside(batches).find(
    (batch) => batch.quantity > 0 && sameNumber(batch, batchNumber) && batch.expiryDate === expiryDate,
  );
}
