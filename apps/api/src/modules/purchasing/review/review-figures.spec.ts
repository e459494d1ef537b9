import fc from 'fast-check';
import { outstandingOf, type PurchaseOrderStatus, purchaseOrderStatuses } from '@shifa/contract';
import { newId } from '../../../platform/domain/object-id';
import { type ReviewedLaboratory, type ReviewedOrder, ReviewFigures } from './review-figures';

const kolkata: ReviewedLaboratory = { code: 'KOL', timezone: 'Asia/Kolkata', today: '2026-06-20' };

const laboratoryId = newId();

type Line = ReviewedOrder['lines'][number];
type Receipt = { day: string; quantity: number };

const glucose: Line['item'] = { _id: newId(), itemCode: 'REA-001', name: 'Glucose reagent', unit: 'bottle' };

/** An order of one line over 10 units, expected on June 10, of which the receipts were accepted. */
function order(
  status: PurchaseOrderStatus,
  {
    receipts = [],
    line = {},
    ...overrides
  }: { receipts?: Receipt[]; line?: Partial<Line> } & Partial<Omit<ReviewedOrder, 'receipts'>> = {},
): ReviewedOrder {
  const _id = newId();
  const accepted = receipts.reduce((sum, { quantity }) => sum + quantity, 0);
  const base = { _id, item: glucose, quantity: 10, entered: null, pricePaise: 10_000, expectedOn: '2026-06-10' };
  return {
    _id: newId(),
    laboratoryId,
    status,
    createdAt: new Date('2026-06-01T06:00:00Z'),
    nextExpected: null,
    sent: [{ at: new Date('2026-06-01T07:00:00Z') }],
    ended: null,
    lines: [{ ...base, accepted, short: 0, damaged: 0, refused: 0, ...line }],
    receipts: receipts.map(({ day, quantity }) => ({ day, lines: [{ lineId: _id, batches: [{ quantity }] }] })),
    ...overrides,
  };
}

function figuresOf(...orders: ReviewedOrder[]) {
  const figures = new ReviewFigures();
  for (const one of orders) figures.add(one, kolkata);
  return figures.result();
}

describe('the figures of a supplier', () => {
  it('are absent without orders, and without anything to judge', () => {
    const nothing = { onTime: null, complete: null, damaged: null, refused: null, prices: null };
    expect(figuresOf()).toMatchObject({ ...nothing, orders: { sent: 0 }, faults: { total: 0, items: [] } });
    expect(figuresOf(order('sent', { line: { expectedOn: '2026-06-20' } }))).toMatchObject({
      ...nothing,
      orders: { sent: 1, open: 1, ended: 0 },
    });
  });

  it.each(['draft', 'pending_approval', 'approved'] as const)('leave out an order that is %s', (status) => {
    expect(figuresOf(order(status, { line: { expectedOn: '2026-01-01' } }))).toEqual(figuresOf());
  });

  it.each<[string, ReviewedOrder, boolean | null]>([
    ['all on the day', order('received', { receipts: [{ day: '2026-06-10', quantity: 10 }] }), true],
    [
      'in two deliveries of one day',
      order('received', {
        receipts: [
          { day: '2026-06-09', quantity: 4 },
          { day: '2026-06-09', quantity: 6 },
        ],
      }),
      true,
    ],
    [
      'the rest a day later',
      order('received', {
        receipts: [
          { day: '2026-06-10', quantity: 9 },
          { day: '2026-06-11', quantity: 1 },
        ],
      }),
      false,
    ],
    ['all a day later', order('closed', { receipts: [{ day: '2026-06-11', quantity: 10 }] }), false],
    ['more than ordered', order('received', { receipts: [{ day: '2026-06-10', quantity: 12 }] }), true],
    [
      'all but what is short',
      order('received', { receipts: [{ day: '2026-06-10', quantity: 8 }], line: { short: 2 } }),
      true,
    ],
    ['nothing, as all is short', order('received', { line: { short: 10 } }), false],
    ['nothing yet, its day not over', order('sent', { line: { expectedOn: '2026-06-20' } }), null],
    ['nothing yet, its day over', order('sent', { line: { expectedOn: '2026-06-19' } }), false],
    [
      'part of it, the rest overdue',
      order('partly_received', { receipts: [{ day: '2026-06-02', quantity: 9 }] }),
      false,
    ],
    [
      'part of it, closed short on its day',
      order('closed_short', {
        receipts: [{ day: '2026-06-02', quantity: 9 }],
        ended: { at: new Date('2026-06-10T12:00:00Z') },
      }),
      null,
    ],
    [
      'part of it, closed short when in Kolkata its day was over',
      order('closed_short', {
        receipts: [{ day: '2026-06-02', quantity: 9 }],
        ended: { at: new Date('2026-06-10T19:00:00Z') },
      }),
      false,
    ],
    ['nothing, cancelled in time', order('cancelled', { ended: { at: new Date('2026-06-09T12:00:00Z') } }), null],
    ['nothing, cancelled too late', order('cancelled', { ended: { at: new Date('2026-06-12T12:00:00Z') } }), false],
    ['cancelled before it was sent', order('cancelled', { sent: [], ended: { at: new Date('2026-06-12') } }), null],
  ])('say whether a line was on time: %s', (_, one, isOnTime) => {
    expect(figuresOf(one).onTime).toEqual(isOnTime === null ? null : { lines: isOnTime ? 1 : 0, of: 1 });
  });

  it('count only ended orders as complete, and cancelled ones apart', () => {
    const all = figuresOf(
      order('received', { receipts: [{ day: '2026-06-10', quantity: 10 }] }),
      order('closed', { receipts: [{ day: '2026-06-10', quantity: 8 }], line: { short: 2 } }),
      order('closed_short', { receipts: [{ day: '2026-06-10', quantity: 9 }] }),
      order('partly_received', { receipts: [{ day: '2026-06-10', quantity: 1 }], nextExpected: '2026-06-19' }),
      order('sent', { nextExpected: '2026-06-20' }),
      order('cancelled'),
      order('cancelled', { sent: [] }),
    );
    expect(all.orders).toEqual({ sent: 5, ended: 3, open: 2, overdue: 1, cancelled: 1 });
    expect(all.complete).toEqual({ lines: 1, of: 3 });
  });

  it('name what arrived damaged or was refused, in units of each item, the largest share first', () => {
    const strips = { _id: newId(), itemCode: 'CON-9', name: 'Test strips', unit: 'test' as const };
    const all = figuresOf(
      order('received', { receipts: [{ day: '2026-06-10', quantity: 10 }], line: { damaged: 2, refused: 1 } }),
      order('received', { receipts: [{ day: '2026-06-10', quantity: 10 }] }),
      order('partly_received', { line: { item: strips, refused: 5 } }),
      order('sent'),
    );
    expect([all.damaged, all.refused]).toEqual([
      { lines: 1, of: 3 },
      { lines: 2, of: 3 },
    ]);
    expect(all.faults.total).toBe(2);
    expect(all.faults.items).toMatchObject([
      { item: { name: 'Test strips' }, arrived: 5, damaged: 0, refused: 5, basisPoints: 10_000 },
      { item: { name: 'Glucose reagent' }, arrived: 23, damaged: 2, refused: 1, basisPoints: 1_304 },
    ]);
  });

  it('compare the first and the last price of a unit, whatever its packs, and the day is that of the laboratory', () => {
    const priced = (at: string, line: Partial<Line>) => order('received', { createdAt: new Date(at), line });
    const box = { name: 'Box', factor: 10, quantity: 1 };
    const all = figuresOf(
      priced('2026-03-31T20:00:00Z', { pricePaise: 11_000, entered: { ...box, factor: 5, quantity: 2 } }),
      priced('2026-01-10T06:00:00Z', { pricePaise: 10_000, entered: box }),
      priced('2026-02-10T06:00:00Z', { pricePaise: 50_000, entered: box }),
    );
    expect(all.prices).toMatchObject({
      compared: 1,
      changed: 1,
      items: [
        {
          first: { pricePaise: 10_000, on: '2026-01-10' },
          last: { pricePaise: 11_000, on: '2026-04-01' },
          changeBasisPoints: 1_000,
        },
      ],
    });
  });

  it('compare no price of another unit, and none of an order that was cancelled', () => {
    const later = new Date('2026-06-02T06:00:00Z');
    const boxed = { ...glucose, unit: 'box' as const };
    const orders = [
      order('received'),
      order('received', { createdAt: later, line: { item: boxed, pricePaise: 90_000 } }),
      order('cancelled', { createdAt: later, line: { pricePaise: 90_000 } }),
    ];
    expect(figuresOf(...orders).prices).toBeNull();
  });

  it('list the largest changes of price first: from free, then by percentage in either direction', () => {
    const pairs = [
      [100, 110],
      [100, 20],
      [0, 1],
      [200, 200],
    ];
    const orders = pairs.flatMap(([first = 0, last = 0], index) => {
      const item = { ...glucose, _id: newId(), name: `Item ${index}` };
      return [
        order('received', { line: { item, pricePaise: first } }),
        order('received', { createdAt: new Date('2026-06-02'), line: { item, pricePaise: last } }),
      ];
    });
    const { prices } = figuresOf(...orders);
    expect(prices).toMatchObject({ compared: 4, changed: 3 });
    expect(prices?.items.map(({ changeBasisPoints }) => changeBasisPoints)).toEqual([null, -8_000, 1_000]);
  });

  it('name at most 20 items, and say how many there are', () => {
    const orders = Array.from({ length: 25 }, (_, index) => {
      const item = { ...glucose, _id: newId() };
      return [
        order('received', { line: { item, damaged: 1, pricePaise: 100 } }),
        order('received', { createdAt: new Date('2026-06-02'), line: { item, pricePaise: 101 + index } }),
      ];
    }).flat();
    const { faults, prices } = figuresOf(...orders);
    expect([faults.items.length, faults.total]).toEqual([20, 25]);
    expect([prices?.items.length, prices?.changed]).toEqual([20, 25]);
    expect(prices?.items[0]?.changeBasisPoints).toBe(2_500);
  });
});

describe('the figures of any orders', () => {
  const items = Array.from({ length: 3 }, (_, index) => ({ ...glucose, _id: newId(), name: `Item ${index}` }));
  const days = fc.integer({ min: 1, max: 28 }).map((day) => `2026-06-${String(day).padStart(2, '0')}`);
  const anOrder = fc
    .record({
      status: fc.constantFrom(...purchaseOrderStatuses),
      item: fc.constantFrom(...items),
      pricePaise: fc.integer({ min: 0, max: 10_000_000_000 }),
      expectedOn: days,
      receipts: fc.array(fc.record({ day: days, quantity: fc.integer({ min: 1, max: 8 }) }), { maxLength: 3 }),
      short: fc.nat({ max: 3 }),
      damaged: fc.nat({ max: 3 }),
      refused: fc.nat({ max: 3 }),
      entered: days,
      wasSent: fc.boolean(),
    })
    .map(({ status, receipts, entered, wasSent, ...line }) =>
      order(status, {
        receipts,
        line,
        createdAt: new Date(`${entered}T06:00:00Z`),
        ...(!wasSent && { sent: [] }),
        ended: { at: new Date('2026-06-20T06:00:00Z') },
      }),
    );

  it('do not depend on the order in which they are read, and add up', () => {
    fc.assert(
      fc.property(fc.array(anOrder, { maxLength: 12 }), (orders) => {
        const all = figuresOf(...orders);
        expect(figuresOf(...orders.toReversed())).toEqual(all);
        expect(all.orders.ended + all.orders.open).toBe(all.orders.sent);
        expect(all.orders.overdue).toBeLessThanOrEqual(all.orders.open);
        for (const share of [all.onTime, all.complete, all.damaged, all.refused]) {
          if (share) expect(share.lines).toBeLessThanOrEqual(share.of);
        }
        expect(all.damaged?.of).toBe(all.refused?.of);
        for (const { basisPoints } of all.faults.items) expect(basisPoints).toBeLessThanOrEqual(10_000);
      }),
    );
  });

  it('count a line as on time only if nothing of it is outstanding', () => {
    fc.assert(
      fc.property(anOrder, (one) => {
        const { onTime, complete } = figuresOf(one);
        const [line] = one.lines;
        if (onTime?.lines === 1 && line) expect(outstandingOf(line)).toBe(0);
        if (complete?.lines === 1) expect(line?.accepted).toBeGreaterThanOrEqual(10);
      }),
    );
  });
});
