import { rescueMatches, type RescueStock } from './rescues';

const today = '2026-11-22';
const laboratories = {
  here: { _id: 'a'.repeat(24), name: 'Here', code: 'HER' },
  there: { _id: 'b'.repeat(24), name: 'There', code: 'THE' },
  yonder: { _id: 'c'.repeat(24), name: 'Yonder', code: 'YON' },
};

type Batch = [batchNumber: string, lastDay: string | null, quantity: number, unitCostPaise?: number];

function stock(at: keyof typeof laboratories, batches: Batch[], overrides: Partial<RescueStock> = {}): RescueStock {
  return {
    productKey: 'glucose|agappe|bottle',
    name: 'Glucose',
    manufacturer: 'Agappe',
    unit: 'bottle',
    laboratory: laboratories[at],
    today,
    itemId: 'd'.repeat(24),
    itemCode: 'RGT-0001',
    batches: batches.map(([batchNumber, lastDay, quantity, unitCostPaise = 100]) => ({
      _id: 'e'.repeat(24),
      batchNumber,
      lastDay,
      quantity,
      unitCostPaise,
    })),
    usedIn90Days: 0,
    minQuantity: 0,
    leadTimeDays: 0,
    inTransitQuantity: 0,
    orderedQuantity: 0,
    ...overrides,
  };
}

/** Uses one a day and lacks 20. */
const short = (overrides: Partial<RescueStock> = {}, batches: Batch[] = []) =>
  stock('there', batches, { usedIn90Days: 90, leadTimeDays: 10, minQuantity: 10, ...overrides });

const summary = (stocks: RescueStock[]) =>
  rescueMatches(stocks).map(({ from, to, quantity, valuePaise }) => {
    return `${from.batchNumber} ${from.laboratory.code}→${to.laboratory.code} ${quantity} (${Number(valuePaise)})`;
  });

describe('stock that would expire unused', () => {
  it.each<[string, RescueStock[], string[]]>([
    ['goes where it is short', [stock('here', [['A', '2026-12-31', 8]]), short()], ['A HER→THE 8 (800)']],
    ['goes only as far as it is short', [stock('here', [['A', '2026-12-31', 50]]), short()], ['A HER→THE 20 (2000)']],
    [
      'is what average use leaves over',
      [stock('here', [['A', '2026-12-01', 30]], { usedIn90Days: 180 }), short()],
      // Ten days with two a day.
      ['A HER→THE 10 (1000)'],
    ],
    [
      'is counted after batches that expire earlier',
      // In ten days, 5 of the first batch and 5 of the second are used.
      [
        stock(
          'here',
          [
            ['A', '2026-12-01', 5],
            ['B', '2026-12-01', 12],
          ],
          { usedIn90Days: 90 },
        ),
        short(),
      ],
      ['B HER→THE 7 (700)'],
    ],
    [
      "doesn't go where it would expire as well",
      [stock('here', [['A', '2026-11-26', 50]]), short()],
      // Five days with one a day.
      ['A HER→THE 5 (500)'],
    ],
    [
      "doesn't go where earlier batches are used until then",
      [stock('here', [['A', '2026-12-01', 50]]), short({}, [['OWN', '2026-11-30', 8]])],
      ['A HER→THE 2 (200)'],
    ],
    ["doesn't go where nobody uses it", [stock('here', [['A', '2026-12-31', 8]]), short({ usedIn90Days: 0 })], []],
    [
      "doesn't go where enough is on its way",
      [stock('here', [['A', '2026-12-31', 8]]), short({ inTransitQuantity: 20 })],
      [],
    ],
    [
      "doesn't go where enough is ordered",
      [stock('here', [['A', '2026-12-31', 8]]), short({ orderedQuantity: 20 })],
      [],
    ],
    ["isn't another product", [stock('here', [['A', '2026-12-31', 8]], { productKey: 'other' }), short()], []],
    ["isn't what is used in time", [stock('here', [['A', '2026-12-31', 8]], { usedIn90Days: 90 }), short()], []],
    ["isn't what expires in the distant future", [stock('here', [['A', '2027-12-31', 8]]), short()], []],
    ["isn't what never expires", [stock('here', [['A', null, 8]]), short()], []],
    [
      'goes to the largest shortage first, the most valuable first',
      [
        stock('here', [
          ['CHEAP', '2026-12-10', 30, 1],
          ['DEAR', '2026-12-31', 15, 500],
        ]),
        short(),
        stock('yonder', [], { usedIn90Days: 90, leadTimeDays: 5 }),
      ],
      ['DEAR HER→THE 15 (7500)', 'CHEAP HER→THE 5 (5)', 'CHEAP HER→YON 5 (5)'],
    ],
  ])('%s', (_, stocks, expected) => {
    expect(summary(stocks)).toEqual(expected);
  });

  it('comes with everything that the suggestion was computed from', () => {
    const [match] = rescueMatches([stock('here', [['A', '2026-12-31', 8]]), short({}, [['OWN', '2027-05-01', 4]])]);
    expect(match?.from).toMatchObject({ daysLeft: 40, quantity: 8, usedIn90Days: 0, surplus: 8 });
    expect(match?.to).toMatchObject({ usableQuantity: 4, shortage: 16, usableInTime: 40, usedIn90Days: 90 });
  });
});
