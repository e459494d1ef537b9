import { type CreateInventoryItemBody, type InventoryCategory, NO_OPENING_STOCK } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { CounterRepository } from '../../../platform/counters/counter.repository';
import type { Actor } from '../../../platform/domain/actor';
import { assertAllowed, lacks, type Refusal, refusalOn } from '../../../platform/domain/policy';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId, objectId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { Arrivals } from './arrivals';
import { StockPosting } from './stock-posting';
import { computeStock } from './stock';
import { planStock } from './stock-plan';
import type { ItemRow } from './item.document';
import { derivedFields, Items } from './item';
import { ItemRepository } from './item.repository';

export type NewItem = {
  _id?: ObjectId;
  laboratory: LaboratoryRow;
  body: Omit<CreateInventoryItemBody, 'laboratoryId' | 'supplierId'> & { supplierId?: string | null };
  /** What the product has been called where it comes from. */
  productKeys?: readonly string[];
};

export const codePrefixes: Record<InventoryCategory, string> = {
  reagent: 'RGT',
  kit: 'KIT',
  control: 'CTL',
  calibrator: 'CAL',
  consumable: 'CON',
  glassware: 'GLS',
  ppe: 'PPE',
  equipment: 'EQP',
  spare_part: 'SPR',
  stationery: 'STA',
  other: 'ITM',
};

/** Opening stock is a receipt, so creating items isn't enough for it. */
export function openingStockRefusal(viewer: Actor, { laboratory, body }: NewItem): Refusal | undefined {
  const lacking = body.quantity > 0 && lacks(viewer, 'inventory.stock', { laboratoryId: laboratory._id });
  return lacking ? refusalOn('quantity', 'FORBIDDEN', NO_OPENING_STOCK) : undefined;
}

/** Creates items with their codes and opening stock, in the transaction of the caller. */
@Injectable()
export class CreateItems {
  constructor(
    private readonly items: ItemRepository,
    private readonly posting: StockPosting,
    private readonly store: Items,
    private readonly counters: CounterRepository,
    private readonly arrivals: Arrivals,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError ITEM_CODE_TAKEN, VALIDATION_FAILED, FORBIDDEN for opening stock. */
  async create(actor: Actor, created: readonly NewItem[]): Promise<ItemRow[]> {
    const codes = await this.codesFor(created);
    const rows: ItemRow[] = [];
    for (const [index, item] of created.entries()) {
      const row = this.newItem(actor, item, codes[index] ?? '');
      rows.push(await this.withOpeningStock(actor, row, item));
    }
    await this.store.records.createMany({ actor }, rows);
    return rows;
  }

  private newItem(
    actor: Actor,
    { _id = newId(), laboratory, body, productKeys = [] }: NewItem,
    itemCode: string,
  ): ItemRow {
    const now = this.clock.now();
    const { quantity: _quantity, batchNumber: _number, expiryDate: _expiry, supplierId, ...fields } = body;
    const row = {
      ...fields,
      itemCode,
      laboratoryId: laboratory._id,
      ...(supplierId && { supplierId: objectId(supplierId) }),
      productKeys: [...productKeys],
      batches: [],
      dailyUse: {},
      movementSeq: 0,
      onOrder: null,
      status: 'active' as const,
    };
    const stocked = {
      ...row,
      ...computeStock(row, { today: this.store.today(laboratory), timezone: laboratory.timezone }),
    };
    return {
      _id,
      ...stocked,
      ...derivedFields(stocked),
      ...firstVersion(actor, now),
    };
  }

  private async withOpeningStock(actor: Actor, row: ItemRow, created: NewItem): Promise<ItemRow> {
    const { laboratory, body } = created;
    const { quantity, batchNumber, expiryDate } = body;
    if (quantity === 0) return row;
    assertAllowed(openingStockRefusal(actor, created));
    const moment = { now: this.clock.now(), today: this.store.today(laboratory) };
    const plan = planStock(row, { type: 'in', quantity, batchNumber, expiryDate }, moment);
    assertAllowed(plan.refused);
    const lines = await this.arrivals.admit(row, plan.lines);
    const posting = { type: 'in', lines, reason: null, notes: 'Opening stock' } as const;
    const stocked = await this.posting.postOpening(actor, { ...posting, item: row, laboratory });
    return { ...stocked, ...derivedFields(stocked) };
  }

  /** The given codes; those missing are taken from the laboratory's sequence, beyond codes that people chose. */
  private async codesFor(created: readonly NewItem[]): Promise<string[]> {
    const chosen = created.flatMap(({ body }) => body.itemCode ?? []);
    const codes: string[] = [];
    for (const { laboratory, body } of created) {
      codes.push(body.itemCode ?? (await this.nextCode(laboratory, body.category, [...chosen, ...codes])));
    }
    return codes;
  }

  private async nextCode(
    { _id }: LaboratoryRow,
    category: InventoryCategory,
    taken: readonly string[],
  ): Promise<string> {
    const prefix = codePrefixes[category];
    const laboratoryId = _id.toHexString();
    for (;;) {
      const number = await this.counters.take(`item-code:${laboratoryId}:${prefix}`, 1);
      const code = `${prefix}-${String(number).padStart(4, '0')}`;
      if (taken.includes(code)) continue;
      const used = await this.items.codesInUse(LabScope.ofLaboratory(laboratoryId), [code]);
      if (used.size === 0) return code;
    }
  }
}
