import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billAmounts, billDifferences, gstKindOf, landedCosts, type OrderedLine } from './bill.rules.js';
import { gstRates } from './entry-bill.schema.js';
import { EnterBillBody } from './bill.schema.js';

const id = (digit: string) => digit.repeat(24);
const ordered: OrderedLine = {
  lineId: id('a'),
  name: 'Glucose reagent',
  unit: 'bottle',
  pricePaise: 12_000,
  ordered: 10,
  received: 10,
  billed: 0,
};
const exact = { percent: 0, paise: 10_000 };
const messagesOf = (line: object, order: Partial<OrderedLine> = {}, tolerance = exact) =>
  billDifferences(
    [{ lineId: id('a'), quantity: 10, pricePaise: 12_000, ...line }],
    [{ ...ordered, ...order }],
    tolerance,
  ).map(({ message }) => message);

describe('what a bill comes to', () => {
  const lines = [
    { quantity: 3, pricePaise: 333, gstRate: 5 },
    { quantity: 1, pricePaise: 10_010, gstRate: 18 },
    { quantity: 1, pricePaise: 1, gstRate: 5 },
    { quantity: 2, pricePaise: 500, gstRate: 0 },
  ] as const;

  it('has the tax of each rate, rounded once', () => {
    expect(billAmounts(lines, 250, 'igst')).toEqual({
      goodsPaise: 12_010n,
      taxes: [
        { gstRate: 5, taxablePaise: 1_000n, taxPaise: 50n },
        { gstRate: 18, taxablePaise: 10_010n, taxPaise: 1_802n },
      ],
      taxPaise: 1_852n,
      totalPaise: 14_112n,
    });
    expect(billAmounts([], 0, 'gst')).toMatchObject({ taxes: [], totalPaise: 0n });
  });

  it('has two equal halves within a state', () => {
    const odd = [{ quantity: 1, pricePaise: 10_021, gstRate: 5 }] as const;
    expect(billAmounts(odd, 0, 'igst').taxPaise).toBe(501n);
    expect(billAmounts(odd, 0, 'cgst_sgst').taxPaise).toBe(502n);
  });

  it('is exact above 2^53', () => {
    const dear = [{ quantity: 10_000_000, pricePaise: 9_999_999_999, gstRate: 18 }] as const;
    expect(billAmounts(dear, 1, 'igst').totalPaise).toBe(99_999_999_990_000_000n + 17_999_999_998_200_000n + 1n);
  });

  it('is divided by the states, and not where one of them is unknown', () => {
    expect([gstKindOf('19', '19'), gstKindOf('27', '19'), gstKindOf(null, '19'), gstKindOf('27', null)]).toEqual([
      'cgst_sgst',
      'igst',
      'gst',
      'gst',
    ]);
  });
});

describe('what the lines of a bill cost', () => {
  it('is their value with the tax of their rate and a part of the freight', () => {
    const lines = [
      { quantity: 2, pricePaise: 10_000, gstRate: 5 },
      { quantity: 1, pricePaise: 10_000, gstRate: 18 },
      { quantity: 1, pricePaise: 10_000, gstRate: 0 },
    ] as const;
    expect(landedCosts(lines, 40_000, 'igst')).toEqual([20_000n + 1_000n + 20_000n, 21_800n, 20_000n]);
  });

  it('gives what cannot be divided to the largest remainders', () => {
    const lines = [
      { quantity: 1, pricePaise: 1, gstRate: 0 },
      { quantity: 1, pricePaise: 1, gstRate: 0 },
      { quantity: 1, pricePaise: 4, gstRate: 0 },
    ] as const;
    // 10/6, 10/6 and 40/6 paise of freight.
    expect(landedCosts(lines, 10, 'gst')).toEqual([1n + 2n, 1n + 2n, 4n + 6n]);
    const samples = lines.map((line) => ({ ...line, pricePaise: 0 }));
    expect(landedCosts(samples, 10, 'gst')).toEqual([4n, 3n, 3n]);
    expect(landedCosts([], 0, 'gst')).toEqual([]);
  });

  it('adds up to the total of the bill', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 10_000_000 }),
      pricePaise: fc.integer({ min: 0, max: 10_000_000_000 }),
      gstRate: fc.constantFrom(...gstRates),
    });
    const freight = fc.integer({ min: 0, max: 1_000_000_000_000 });
    const kind = fc.constantFrom('cgst_sgst' as const, 'igst' as const, 'gst' as const);
    const property = fc.property(fc.array(line, { minLength: 1, maxLength: 20 }), freight, kind, (lines, ...rest) => {
      const costs = landedCosts(lines, ...rest);
      expect(costs.reduce((sum, cost) => sum + cost, 0n)).toBe(billAmounts(lines, ...rest).totalPaise);
      lines.forEach(({ quantity, pricePaise }, index) => {
        expect(costs[index]).toBeGreaterThanOrEqual(BigInt(quantity) * BigInt(pricePaise));
      });
    });
    fc.assert(property, { numRuns: 1_000 });
  });
});

describe('a bill differs', () => {
  it('where more is billed than was received, over all bills', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ quantity: 4 }, { billed: 6 })).toEqual([]);
    expect(messagesOf({ quantity: 12 })).toEqual(['Glucose reagent: 12 bottles billed, 10 bottles received']);
    expect(messagesOf({ quantity: 5 }, { billed: 6 })).toEqual([
      'Glucose reagent: 11 bottles billed, 10 bottles received',
    ]);
    expect(messagesOf({ quantity: 1 }, { received: 0 }, { percent: 20, paise: 1_000_000 })).toEqual([
      'Glucose reagent: 1 bottle billed, nothing received',
    ]);
  });

  it('where the price is above the order, and not where it is below', () => {
    expect(messagesOf({ pricePaise: 11_999 })).toEqual([]);
    expect(messagesOf({ pricePaise: 123_450 })).toEqual([
      'Glucose reagent: ₹1,234.50 billed per bottle, ₹120.00 ordered',
    ]);
    expect(messagesOf({ pricePaise: 1 }, { pricePaise: 0 })).toHaveLength(1);
  });

  it('by more than the percentage or the amount', () => {
    const [half, full] = [
      { percent: 1, paise: 600 },
      { percent: 1, paise: 1_200 },
    ];
    expect(messagesOf({ pricePaise: 12_120 }, {}, full)).toEqual([]);
    expect(messagesOf({ pricePaise: 12_121 }, {}, { percent: 1, paise: 10_000 })).toHaveLength(1);
    expect(messagesOf({ pricePaise: 12_120 }, {}, half)).toHaveLength(1);
    expect(messagesOf({ quantity: 101 }, { received: 100 }, { percent: 1, paise: 12_000 })).toEqual([]);
    expect(messagesOf({ quantity: 101 }, { received: 100 }, { percent: 1, paise: 11_999 })).toHaveLength(1);
  });

  it('in both, each said by itself', () => {
    expect(messagesOf({ quantity: 20, pricePaise: 20_000 })).toHaveLength(2);
  });
});

describe('the body of a bill', () => {
  const line = { lineId: id('a'), quantity: 1, pricePaise: 100, gstRate: 18 };
  const body = { number: ' INV-1 ', date: '2026-11-20', lines: [line] };
  const faultOf = (changes: object) => EnterBillBody.safeParse({ ...body, ...changes }).error?.issues[0]?.message;

  it('has a number, lines of the order, rates of the list, and a value', () => {
    expect(EnterBillBody.parse(body)).toEqual({
      number: 'INV-1',
      date: '2026-11-20',
      lines: [line],
      freightPaise: 0,
      category: 'reagents_consumables',
    });
    expect(faultOf({ date: undefined })).toBe('Date is required');
    expect(faultOf({ date: '2026-02-30' })).toBe('Enter a date');
    expect(faultOf({ number: ' ' })).toBe('Bill number is required');
    expect(faultOf({ lines: [] })).toBe('Enter at least one line');
    expect(faultOf({ lines: [line, line] })).toBe('Each line of the order can appear once');
    expect(faultOf({ lines: [{ ...line, gstRate: 17 }] })).toBe('Must be one of 0, 5, 12, 18, 28, 40');
    expect(faultOf({ lines: [{ ...line, pricePaise: 0 }] })).toBe('Enter a bill of more than ₹0.00');
    expect(faultOf({ lines: [{ ...line, quantity: 10_000_000, pricePaise: 10_000_000_000 }] })).toBe(
      'A bill can be worth at most ₹10,000,000,000.00',
    );
  });
});
