import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { Clock } from '../../../platform/time/clock';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { type ItemRow, normalizedText } from '../stock/item.document';
import { ItemRepository } from '../stock/item.repository';
import { CreateItems, type NewItem } from '../stock/create-items';
import { Items } from '../stock/item';
import { Arrivals } from '../stock/arrivals';
import type { StockLine } from '../stock/stock-plan';
import { StockPosting } from '../stock/stock-posting';
import { DecideWriteOffs } from '../write-offs/decide-write-offs';
import type { TransferLineRow } from './transfer.repository';
import { type Arrived, matchingItem, noRoomFor, planArrival, type SentItem } from './transfer-plan';

const MAX_CANDIDATES = 50;

/** What arrives of one line, including what is lost at once. */
export type Arriving = {
  line: TransferLineRow;
  batch: TransferLineRow['batch'];
  quantity: number;
  losses: Losses;
  /** The line in the body, if that has lines. */
  field: string | undefined;
};
type Losses = Pick<Arrived, 'missing' | 'damaged'>;

/** An item of the receiving laboratory, or one that is to be created there. */
export type Target = { _id: ObjectId; created?: Omit<NewItem, '_id'> };

/** The item that the stock of a transfer goes to, in the transaction of the caller. */
@Injectable()
export class TransferArrival {
  constructor(
    private readonly items: ItemRepository,
    private readonly store: Items,
    private readonly creation: CreateItems,
    private readonly posting: StockPosting,
    private readonly arrivals: Arrivals,
    private readonly writeOffs: DecideWriteOffs,
    private readonly clock: Clock,
  ) {}

  /**
   * The item that some of the stock went to before or that was the same product when it was sent. Without one, the item
   * that is the same product now, or else a copy of what was sent, with its code if that is free.
   */
  async targetFor({ item, product, ...line }: TransferLineRow, laboratory: LaboratoryRow): Promise<Target> {
    const within = LabScope.ofLaboratory(laboratory._id.toHexString());
    const agreedId = line.receivedItemId ?? line.targetItemId;
    const agreed = agreedId && (await this.items.findById(within, agreedId.toHexString()));
    if (agreed && agreed.unit === item.unit) return { _id: agreed._id };
    const [match] = await this.matchesIn(laboratory, [{ ...item, manufacturer: product.manufacturer }]);
    if (match) return { _id: match._id };
    const codesInUse = await this.items.codesInUse(within, [item.itemCode]);
    const itemCode = codesInUse.size === 0 ? item.itemCode : undefined;
    const requiresAcceptance = product.requiresAcceptance ?? false;
    const body = {
      ...product,
      requiresAcceptance,
      name: item.name,
      unit: item.unit,
      itemCode,
      packages: [],
      ...ofReceiver,
    };
    return { _id: newId(), created: { laboratory, body, productKeys: item.productKeys } };
  }

  /** The items of a laboratory that are the same products as those given, in their order. */
  async matchesIn(laboratory: LaboratoryRow, sent: readonly SentItem[]): Promise<(ItemRow | undefined)[]> {
    const within = LabScope.ofLaboratory(laboratory._id.toHexString());
    const named = { sortName: { $in: sent.map(({ name }) => normalizedText(name)) } };
    const candidates = await this.items.find(within, named, { limit: MAX_CANDIDATES * sent.length });
    return sent.map((one) => {
      const alike = ({ sortName, unit }: ItemRow) => sortName === normalizedText(one.name) && unit === one.unit;
      return matchingItem(one, candidates.filter(alike));
    });
  }

  /** Stock that arrives takes a discontinued item back into use. */
  async getTargetItem(actor: Actor, scope: LabScope, { _id, created }: Target): Promise<ItemRow> {
    if (created) {
      const { body, laboratory } = created;
      const within = LabScope.ofLaboratory(laboratory._id.toHexString());
      // Another item of the same delivery may have been given the code.
      const isTaken = body.itemCode !== undefined && (await this.items.codesInUse(within, [body.itemCode])).size > 0;
      const itemCode = isTaken ? undefined : body.itemCode;
      const [item] = await this.creation.create(actor, [{ ...created, body: { ...body, itemCode }, _id }]);
      if (!item) throw new Error('No item was created');
      return item;
    }
    const item = await this.store.records.getOrThrow(scope, _id.toHexString());
    if (item.status === 'active') return item;
    return this.store.records.write(scope, item, { status: 'active' }, { actor, action: 'updated' });
  }

  async add(
    actor: Actor,
    scope: LabScope,
    {
      item,
      laboratory,
      arriving,
      reason = null,
      notes,
    }: {
      item: ItemRow;
      laboratory: LaboratoryRow;
      arriving: readonly Arriving[];
      reason?: string | null;
      notes: string;
    },
  ): Promise<void> {
    const from = {
      itemIds: arriving.map(({ line }) => line.item._id),
      productKeys: arriving.flatMap(({ line }) => line.item.productKeys),
    };
    const noRoom = (index: number) => {
      const one = arriving[index];
      if (!one) throw new Error('More arrives than was sent');
      return noRoomFor(item, one);
    };
    const planned = planArrival(item, arriving, this.clock.now());
    const arrived = await this.arrivals.admit(item, planned, { from, noRoom });
    const losses = arrived.map((line, index) => findLosses(line, arriving[index], reason));
    const waits = await this.writeOffs.needsApproval(actor, laboratory, losses.flat());
    const lines = waits ? arrived : arrived.flatMap((line, index) => [line, ...(losses[index] ?? [])]);
    const posting = { type: 'transfer_in', lines, reason, notes, item, laboratory } as const;
    const { after } = await this.posting.post(actor, scope, posting);
    if (waits) await this.requestWriteOffs(actor, { item: after, laboratory, losses: losses.flat(), notes });
  }

  /** One for what is missing and one for what is damaged, as each has its own reason. */
  private async requestWriteOffs(
    actor: Actor,
    { item, losses, ...rest }: { item: ItemRow; laboratory: LaboratoryRow; losses: StockLine[]; notes: string },
  ): Promise<void> {
    let stocked = item;
    for (const reason of new Set(losses.map(({ writtenOff }) => writtenOff))) {
      if (reason === undefined) continue;
      const lines = losses.filter(({ writtenOff }) => writtenOff === reason);
      const { after } = await this.writeOffs.request(actor, { ...rest, item: stocked, lines, reason });
      stocked = after;
    }
  }
}

/** What is specific to a laboratory: its minimum, its order quantity and its shelf. */
const ofReceiver = { minQuantity: 0, reorderQuantity: 0, storageLocation: null, quantity: 0 } as const;

/** Rows that write off what is missing or damaged, after the row that adds it. */
function findLosses({ batch }: StockLine, arriving: Arriving | undefined, reason: string | null): StockLine[] {
  if (!arriving) return [];
  const { missing, damaged } = arriving.losses;
  const loss = (quantity: number, what: string): StockLine[] =>
    quantity === 0
      ? []
      : [{ batch, quantity: -quantity, writtenOff: `${what} on arrival: ${reason ?? 'no reason given'}` }];
  return [...loss(missing, 'Missing'), ...loss(damaged, 'Damaged')];
}
