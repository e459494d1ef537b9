import type { MovementType } from '@shifa/contract';
import { codePrefixes } from '../../src/modules/inventory/stock/create-items';
import { derivedFields } from '../../src/modules/inventory/stock/item';
import type { ItemRow } from '../../src/modules/inventory/stock/item.document';
import type { MovementRow } from '../../src/modules/inventory/stock/movement.repository';
import { computeStock } from '../../src/modules/inventory/stock/stock';
import { planStock, type StockLine } from '../../src/modules/inventory/stock/stock-plan';
import { computeStockChange } from '../../src/modules/inventory/stock/stock-posting';
import { firstVersion } from '../../src/platform/mongo/first-version';
import { addDays, instantAt, startOfDay } from '../../src/platform/time/business-day';
import type { DemoLaboratory } from '../demo-laboratories';
import { demoChance, demoId } from '../demo-values';
import type { DemoProduct } from './demo-products';

const DAYS = 200;
const WEEKS_IN_STOCK = 6;
const DAYS_WITHOUT_DELIVERY = 25;

/** What makes an item of the demo network worth looking at; most are simply in order. */
const fates = ['ok', 'expiring', 'low', 'ok', 'expired', 'ok', 'quarantined', 'low', 'ok', 'out', 'ok'] as const;

/** @param index of the product in the laboratory. @param share of the use of a main laboratory. */
type Plot = { one: DemoLaboratory; product: DemoProduct; index: number; share: number };

/** An item with two hundred days of receipts and use. Everything depends only on the laboratory, the product and the day. */
export function demoItem(plot: Plot): { item: ItemRow; movements: MovementRow[] } {
  const { one, product, index, share } = plot;
  const { today } = one;
  const chance = demoChance(`stock ${one.laboratory.code} ${product.fields.name}`);
  const weekly = product.weeklyUse * share;
  const target = Math.max(2, Math.ceil(weekly * WEEKS_IN_STOCK));
  const minimum = product.weeklyUse === 0 ? 0 : Math.max(1, Math.ceil(weekly * 2));
  const fate = fateOf(plot);
  const stock = new DemoStock(plot, newItem(plot, { minQuantity: minimum, reorderQuantity: target }));
  stock.receive(addDays(today, -DAYS), target);
  for (let ago = DAYS - 1; ago > 0; ago -= 1) {
    const day = addDays(today, -ago);
    const mayReceive = ago > DAYS_WITHOUT_DELIVERY || fate === 'ok' || fate === 'expiring';
    if (weekly > 0 && mayReceive && stock.usable(day) <= minimum) stock.receive(day, target);
    // Deliveries with a short date.
    if (fate === 'expiring' && ago === 3) stock.receive(day, target, 6 + (index % 20));
    if (fate === 'expired' && ago === 14) stock.receive(day, target, 12 - (index % 10));
    const isUsed = chance() < 0.28 && weekly > 0;
    const wanted = Math.max(1, Math.round((weekly / 2) * (0.6 + 0.8 * chance())));
    if (isUsed) stock.use(day, Math.min(wanted, stock.usable(day) - (fate === 'out' ? 0 : 1)));
    if (chance() < 0.004) stock.waste(day, 'Spilled during preparation');
  }
  const yesterday = addDays(today, -1);
  if (fate === 'out') stock.use(yesterday, stock.usable(yesterday));
  if (fate === 'low') stock.use(yesterday, stock.usable(yesterday) - Math.max(1, minimum - 1));
  if (fate === 'quarantined') stock.quarantine(yesterday, 'Cold chain broken on delivery');
  return { item: stock.on(today), movements: stock.movements };
}

/** Only a product that expires can have expired. */
function fateOf({ one, product, index }: Plot): (typeof fates)[number] {
  // Another one in each laboratory, so that one has too much of what another lacks.
  const fate = fates[(index + one.laboratory.code.charCodeAt(0)) % fates.length] ?? 'ok';
  return product.shelfDays === null && (fate === 'expired' || fate === 'expiring') ? 'ok' : fate;
}

function newItem({ one, product, index }: Plot, amounts: Pick<ItemRow, 'minQuantity' | 'reorderQuantity'>): ItemRow {
  const { laboratory, manager, today } = one;
  const { name, category } = product.fields;
  const row = {
    ...product.fields,
    ...amounts,
    itemCode: `${codePrefixes[category]}-${String(index + 1).padStart(4, '0')}`,
    laboratoryId: laboratory._id,
    batches: [],
    productKeys: [],
    dailyUse: {},
    movementSeq: 0,
    onOrder: null,
    status: 'active' as const,
  };
  const stocked = { ...row, ...computeStock(row, { today, timezone: laboratory.timezone }) };
  const written = firstVersion(manager, instantAt(addDays(today, -DAYS), '09:00', laboratory.timezone));
  return { _id: demoId(`item ${laboratory.code} ${name}`), ...stocked, ...derivedFields(stocked), ...written };
}

/** An item while its past is entered, day by day. */
class DemoStock {
  readonly movements: MovementRow[] = [];
  private lots = 0;

  constructor(
    private readonly plot: Plot,
    private item: ItemRow,
  ) {}

  usable(day: string): number {
    return this.computed(day).usableQuantity;
  }

  on(day: string): ItemRow {
    const stocked = { ...this.item, ...this.computed(day) };
    return { ...stocked, ...derivedFields(stocked) };
  }

  receive(day: string, quantity: number, shelfDays = this.plot.product.shelfDays): void {
    this.lots += 1;
    const letters = this.item.name.replaceAll(/[^A-Za-z]/g, '').slice(0, 3);
    const batchNumber = `${letters.toUpperCase()}${day.slice(2, 4)}${day.slice(5, 7)}-${this.lots}`;
    const expiryDate = shelfDays === null ? null : addDays(day, shelfDays);
    this.change(day, { type: 'in', quantity, batchNumber, expiryDate });
  }

  use(day: string, quantity: number): void {
    if (quantity > 0) this.change(day, { type: 'out', quantity });
  }

  waste(day: string, reason: string): void {
    if (this.usable(day) > 2) this.change(day, { type: 'waste', quantity: 1 }, reason);
  }

  quarantine(day: string, reason: string): void {
    const batch = this.item.batches.find(({ quantity }) => quantity > 0);
    if (!batch) return;
    const held = { ...batch, status: 'quarantined', statusReason: reason } as const;
    this.post(day, 'quarantine', [{ batch: held, quantity: 0 }], reason);
  }

  private computed(today: string) {
    return computeStock(this.item, { today, timezone: this.plot.one.laboratory.timezone });
  }

  private change(day: string, change: Parameters<typeof planStock>[1], reason: string | null = null): void {
    const { lines } = planStock(this.item, change, { now: this.at(day), today: day });
    // Only a receipt adds a batch, and its id must be the same on each seeding.
    const _id = demoId(`batch ${this.item._id.toHexString()} ${this.lots}`);
    const isReceipt = change.type === 'in';
    const named = isReceipt ? lines.map(({ batch, quantity }) => ({ batch: { ...batch, _id }, quantity })) : lines;
    this.post(day, change.type, named, reason);
  }

  private post(day: string, type: MovementType, lines: readonly StockLine[], reason: string | null): void {
    const { laboratory, manager } = this.plot.one;
    const actor = { userId: manager._id.toHexString(), name: manager.name };
    const posting = { type, lines, reason, notes: null, actor, laboratory, at: this.at(day) };
    const { changes, movements } = computeStockChange(this.item, posting);
    this.item = { ...this.item, ...changes, version: this.item.version + 1, updatedAt: posting.at };
    const idOf = ({ item, seq }: MovementRow) => demoId(`movement ${item._id.toHexString()} ${seq}`);
    this.movements.push(...movements.map((row) => ({ ...row, _id: idOf(row) })));
  }

  /** In working hours, and each movement of a day after the previous one. */
  private at(day: string): Date {
    const minutes = 9 * 60 + (this.movements.length % 400);
    return new Date(startOfDay(day, this.plot.one.laboratory.timezone).getTime() + minutes * 60_000);
  }
}
