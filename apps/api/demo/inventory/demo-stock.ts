import type { MovementType } from '@shifa/contract';
import type { Actor } from '../../src/platform/domain/actor';
import { addDays, businessDay, startOfDay } from '../../src/platform/time/business-day';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import type { ItemRow } from '../../src/modules/inventory/stock/item.document';
import { derivedFields } from '../../src/modules/inventory/stock/item';
import { codePrefixes } from '../../src/modules/inventory/stock/create-items';
import type { MovementRow } from '../../src/modules/inventory/stock/movement.repository';
import { computeStock } from '../../src/modules/inventory/stock/stock';
import { planStock, type StockLine } from '../../src/modules/inventory/stock/stock-plan';
import { computeStockChange } from '../../src/modules/inventory/stock/stock-posting';
import { demoChance, demoId } from '../demo-values';
import type { DemoProduct } from './demo-products';
import { linkedSuppliers, supplierId } from '../purchasing/supplier.demo';

const DAYS = 200;
const WEEKS_IN_STOCK = 6;
const DAYS_WITHOUT_DELIVERY = 25;

/** What makes an item of the demo network worth looking at; most are simply in order. */
type Fate = 'ok' | 'low' | 'out' | 'expiring' | 'expired' | 'quarantined';
const fates: readonly Fate[] = [
  'ok',
  'expiring',
  'low',
  'ok',
  'expired',
  'ok',
  'quarantined',
  'low',
  'ok',
  'out',
  'ok',
];

type Plot = { laboratory: LaboratoryRow; product: DemoProduct; index: number; share: number; now: Date; by: Clerk };
type Clerk = Pick<Actor, 'userId' | 'name'>;

/** An item with two hundred days of receipts and use. Everything depends only on the laboratory, the product and the day. */
export function demoItem(plot: Plot): { item: ItemRow; created: ItemRow; movements: MovementRow[] } {
  const { laboratory, product, index, share, now } = plot;
  const today = businessDay(now, laboratory.timezone);
  const chance = demoChance(`stock ${laboratory.code} ${product.name}`);
  const weekly = product.weeklyUse * share;
  const target = Math.max(2, Math.ceil(weekly * WEEKS_IN_STOCK));
  const minimum = product.weeklyUse === 0 ? 0 : Math.max(1, Math.ceil(weekly * 2));
  const fate = fateOf(plot);
  const created = newItem(plot, { minimum, target, today });
  const stock = new DemoStock(created, plot);
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
  return { item: stock.on(today), created, movements: stock.movements };
}

/** Only a product that expires can have expired. */
function fateOf({ index, product, laboratory }: Plot): Fate {
  // Another one in each laboratory, so that one has too much of what another lacks.
  const fate = fates[(index + laboratory.code.charCodeAt(0)) % fates.length] ?? 'ok';
  return product.shelfDays === null && (fate === 'expired' || fate === 'expiring') ? 'ok' : fate;
}

/** An item while its past is entered, day by day. */
class DemoStock {
  readonly movements: MovementRow[] = [];
  private lots = 0;

  constructor(
    private item: ItemRow,
    private readonly plot: Plot,
  ) {}

  usable(day: string): number {
    return this.on(day).usableQuantity;
  }

  on(today: string): ItemRow {
    const { timezone } = this.plot.laboratory;
    const stocked = { ...this.item, ...computeStock(this.item, { today, timezone }) };
    return { ...stocked, ...derivedFields(stocked) };
  }

  receive(day: string, quantity: number, shelfDays = this.plot.product.shelfDays): void {
    this.lots += 1;
    const { name } = this.plot.product;
    const batchNumber = `${name
      .replaceAll(/[^A-Za-z]/g, '')
      .slice(0, 3)
      .toUpperCase()}${day.slice(2, 4)}${day.slice(5, 7)}-${this.lots}`;
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
    if (batch) {
      const held = { ...batch, status: 'quarantined', statusReason: reason } as const;
      this.post(day, 'quarantine', [{ batch: held, quantity: 0 }], reason);
    }
  }

  private change(day: string, change: Parameters<typeof planStock>[1], reason: string | null = null): void {
    const plan = planStock(this.item, change, { now: this.at(day), today: day });
    const known = new Set(this.item.batches.map(({ _id }) => _id));
    const lines = plan.lines.map(({ batch, quantity }) => ({
      batch: known.has(batch._id)
        ? batch
        : { ...batch, _id: demoId(`batch ${this.item._id.toHexString()} ${this.lots}`) },
      quantity,
    }));
    this.post(day, change.type, lines, reason);
  }

  private post(day: string, type: MovementType, lines: readonly StockLine[], reason: string | null): void {
    const { laboratory, by } = this.plot;
    const posting = { type, lines, reason, notes: null, actor: by, laboratory, at: this.at(day) };
    const { changes, movements } = computeStockChange(this.item, posting);
    this.item = { ...this.item, ...changes, version: this.item.version + 1, updatedAt: posting.at };
    const named = movements.map((row) => ({
      ...row,
      _id: demoId(`movement ${row.item._id.toHexString()} ${row.seq}`),
    }));
    this.movements.push(...named);
  }

  /** In working hours, and each movement of a day after the previous one. */
  private at(day: string): Date {
    const minutes = 9 * 60 + (this.movements.length % 400);
    return new Date(startOfDay(day, this.plot.laboratory.timezone).getTime() + minutes * 60_000);
  }
}

function newItem(
  { laboratory, product, index, now, by }: Plot,
  amounts: { minimum: number; target: number; today: string },
): ItemRow {
  const { _id: laboratoryId, code, timezone } = laboratory;
  const { storage, unitCost, stabilityDays = null, shelfDays, name, category, unit, manufacturer, supplier } = product;
  const at = new Date(startOfDay(addDays(amounts.today, -DAYS), timezone).getTime() + 9 * 3_600_000);
  const row = {
    itemCode: `${codePrefixes[category]}-${String(index + 1).padStart(4, '0')}`,
    laboratoryId,
    name,
    category,
    unit,
    manufacturer,
    supplier,
    stabilityDays,
    supplierId: supplier !== null && linkedSuppliers.includes(supplier) ? supplierId(supplier) : null,
    minQuantity: amounts.minimum,
    reorderQuantity: amounts.target,
    leadTimeDays: product.leadTimeDays,
    unitCostPaise: unitCost * 100,
    trackExpiry: shelfDays !== null,
    storageCondition: storage[0],
    storageLocation: storage[1],
    batches: [],
    productKeys: [],
    dailyUse: {},
    movementSeq: 0,
    onOrder: null,
    status: 'active' as const,
  };
  const stocked = { ...row, ...computeStock(row, { today: businessDay(now, timezone), timezone }) };
  return {
    _id: demoId(`item ${code} ${name}`),
    ...stocked,
    ...derivedFields(stocked),
    updatedBy: by.name,
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
