import { type StockChangeType, stockChangeTypes, USE_DAYS } from '@shifa/contract';
import fc from 'fast-check';
import { newId, type ObjectId } from '../../../platform/domain/object-id';
import { addDays } from '../../../platform/time/business-day';
import type { BatchRow, ItemRow } from './item.document';
import { recentUse, computeStock } from './stock';
import type { MovementRow } from './movement.repository';
import { planReturn, planStock } from './stock-plan';
import { computeStockChange } from './stock-posting';

const timezone = 'Asia/Kolkata';
const START = '2026-01-01';

function emptyItem(): ItemRow {
  const now = new Date('2026-01-01T05:00:00Z');
  const row = { batches: [], minQuantity: 10, stabilityDays: null };
  return {
    _id: newId(),
    laboratoryId: newId(),
    itemCode: 'RGT-0001',
    name: 'Glucose reagent',
    category: 'reagent',
    manufacturer: null,
    supplier: null,
    unit: 'bottle',
    reorderQuantity: 0,
    leadTimeDays: 7,
    unitCostPaise: 100,
    trackExpiry: true,
    storageCondition: null,
    storageLocation: null,
    status: 'active',
    movementSeq: 0,
    dailyUse: {},
    onOrder: null,
    updatedBy: null,
    productKeys: ['glucose reagent||bottle'],
    sortName: 'glucose reagent',
    searchWords: [],
    batchKeys: [],
    isShort: true,
    version: 1,
    createdAt: now,
    updatedAt: now,
    ...row,
    ...computeStock(row, { today: START, timezone }),
  };
}

type Operation = { type: StockChangeType; quantity: number; expiresIn: number; days: number; batch: number };

const operation: fc.Arbitrary<Operation> = fc.record({
  type: fc.constantFrom(...stockChangeTypes),
  quantity: fc.integer({ min: 1, max: 40 }),
  expiresIn: fc.integer({ min: -5, max: 60 }),
  days: fc.integer({ min: 0, max: 2 }),
  batch: fc.integer({ min: 0, max: 9 }),
});

/** Carries out the operations one after the other; refused ones have no effect. */
function carryOut(operations: readonly Operation[]) {
  let [item, day] = [emptyItem(), START];
  const ledger: MovementRow[] = [];
  for (const { type, quantity, expiresIn, days, batch } of operations) {
    day = addDays(day, days);
    const now = new Date(`${day}T05:00:00Z`);
    const chosen = batch < 3 ? item.batches[batch] : undefined;
    const change = {
      type,
      quantity,
      expiryDate: addDays(day, expiresIn),
      ...(chosen && { batchId: chosen._id.toHexString() }),
    };
    const plan = planStock(item, change, { now, today: day });
    if (plan.refused) continue;
    const posting = { type, lines: plan.lines, reason: null, notes: null, actor: null, laboratory: { timezone } };
    const { changes, movements } = computeStockChange(item, { ...posting, at: now });
    if (type === 'out') {
      // What was used was usable: active, and not past its last day.
      for (const { batch: used } of plan.lines) {
        expect(used.status).toBe('active');
        expect(used.expiryDate === null || used.expiryDate >= day).toBe(true);
      }
    }
    item = { ...item, ...changes };
    ledger.push(...movements);
  }
  return { item, ledger, day };
}

/** What is true of an item and its ledger whatever happened. */
function assertSound({ item, ledger, day }: ReturnType<typeof carryOut>): void {
  const sum = ledger.reduce((total, { quantity }) => total + quantity, 0);
  const inBatches = item.batches.reduce((total, { quantity }) => total + quantity, 0);
  expect([item.quantity, inBatches]).toEqual([sum, sum]);
  let balance = 0;
  const unsound = ledger.filter((row, index) => {
    balance += row.quantity;
    const isNumbered = row.seq === index + 1 && row.balanceAfter === balance;
    return !isNumbered || row.usableAfter < 0 || row.usableAfter > row.balanceAfter;
  });
  expect(unsound).toEqual([]);
  expect(item.batches.every(({ quantity }) => quantity >= 0)).toBe(true);
  expect(item.movementSeq).toBe(ledger.length);
  const counted = ledger.filter((row) => row.type === 'out' && row.day > addDays(day, -USE_DAYS) && row.day <= day);
  expect(recentUse(item, day)).toBe(counted.reduce((total, { quantity }) => total - quantity, 0));
  expect(Object.keys(item.dailyUse).length).toBeLessThanOrEqual(USE_DAYS);
}

describe('ten thousand random stock changes', () => {
  it('of twenty items leave ledger, quantity, batches and use equal, and nothing negative', () => {
    fc.assert(
      fc.property(fc.array(operation, { minLength: 500, maxLength: 500 }), (operations) => {
        assertSound(carryOut(operations));
      }),
      { numRuns: 20 },
    );
  });

  it('of one item do so as well', () => {
    const state = carryOut(fc.sample(operation, { numRuns: 10_000, seed: 20_261_122 }));
    expect(state.ledger.length).toBeGreaterThan(8_000);
    assertSound(state);
  });
});

describe('stock on a day', () => {
  const batch = (quantity: number, expiryDate: string | null, status: 'active' | 'quarantined' = 'active') => ({
    _id: newId(),
    batchNumber: 'B',
    expiryDate,
    openedOn: null,
    quantity,
    unitCostPaise: 150,
    status,
    statusReason: null,
    receivedAt: new Date('2026-01-01T05:00:00Z'),
  });

  it.each([
    ['2026-11-30', 10, 0, 'ok', '2026-11-30'],
    ['2026-12-01', 4, 6, 'low', '2026-12-05'],
    ['2026-12-06', 0, 10, 'out', null],
  ])('of %s', (today, usableQuantity, expiredQuantity, stockStatus, nearestExpiry) => {
    const batches = [batch(6, '2026-11-30'), batch(4, '2026-12-05'), batch(0, '2026-11-01')];
    const stock = computeStock({ batches, minQuantity: 5, stabilityDays: null }, { today, timezone });
    expect(stock).toMatchObject({ quantity: 10, usableQuantity, expiredQuantity, stockStatus, nearestExpiry });
    expect(stock.valuePaise).toBe(1_500);
  });

  it('changes at the local midnight after the next expiry', () => {
    const stock = (zone: string) =>
      computeStock(
        { batches: [batch(1, '2026-11-30')], minQuantity: 0, stabilityDays: null },
        { today: START, timezone: zone },
      );
    expect(stock('Asia/Kolkata').changesAt?.toISOString()).toBe('2026-11-30T18:30:00.000Z');
    expect(stock('Asia/Dubai').changesAt?.toISOString()).toBe('2026-11-30T20:00:00.000Z');
    expect(stock('America/New_York').changesAt?.toISOString()).toBe('2026-12-01T05:00:00.000Z');
  });

  it('counts quarantined stock as there, but not as usable', () => {
    const batches = [batch(6, '2026-12-30'), batch(4, null, 'quarantined')];
    const stock = computeStock({ batches, minQuantity: 0, stabilityDays: null }, { today: START, timezone });
    expect(stock).toMatchObject({ quantity: 10, usableQuantity: 6, blockedQuantity: 4, stockStatus: 'ok' });
  });
});

describe('what goes back of a delivery', () => {
  const receivedAt = new Date('2026-01-01T05:00:00Z');
  const batchOf = (unitCostPaise: number, overrides: Partial<BatchRow> = {}): BatchRow => ({
    _id: newId(),
    batchNumber: 'LOT-1',
    expiryDate: '2026-12-31',
    openedOn: null,
    quantity: 5,
    unitCostPaise,
    status: 'active',
    statusReason: null,
    receivedAt,
    ...overrides,
  });
  const returned = (batches: BatchRow[], quantity: number, batchId?: ObjectId) => {
    const item = { ...emptyItem(), batches };
    const delivery = { batchId, batchNumber: 'lot-1', expiryDate: '2026-12-31', unitCostPaise: 120, quantity };
    const { lines, refused } = planReturn(item, delivery, { now: receivedAt, today: START });
    return refused?.message ?? lines.map((line) => [line.batch.unitCostPaise, line.quantity]);
  };

  it('is taken from the batch that it arrived in first, whatever that costs by now', () => {
    const own = batchOf(150);
    expect(returned([batchOf(120), own], 6, own._id)).toEqual([
      [150, -5],
      [120, -1],
    ]);
  });

  it('is taken from stock of its cost first, also where that is blocked', () => {
    const blocked = batchOf(120, { status: 'quarantined', statusReason: 'Leaking' });
    expect(returned([batchOf(90), blocked], 4)).toEqual([[120, -4]]);
    expect(returned([batchOf(90), blocked], 7)).toEqual([
      [120, -5],
      [90, -2],
    ]);
  });

  it('is neither set aside nor of another number or expiry date', () => {
    const others = [
      batchOf(120, { writeOffId: newId() }),
      batchOf(120, { batchNumber: 'LOT-2' }),
      batchOf(120, { expiryDate: null }),
    ];
    expect(returned(others, 1)).toBe('Nothing is in stock');
    expect(returned([...others, batchOf(120)], 6)).toBe('Only 5 bottles are in stock');
  });
});
