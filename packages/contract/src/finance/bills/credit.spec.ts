import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { billAmounts } from './bill.rules.js';
import { creditWorth } from './credit.rules.js';
import { gstKinds, gstRates } from './entry-bill.schema.js';

const bill = {
  gstKind: 'igst' as const,
  lines: [
    { lineId: 'a', quantity: 10, pricePaise: 12_000, gstRate: 18 },
    { lineId: 'b', quantity: 4, pricePaise: 333, gstRate: 5 },
  ],
};

describe('the worth of a credit', () => {
  it('is what the returned units cost on the bill, with tax', () => {
    expect(creditWorth([{ lineId: 'a', quantity: 2 }], bill)).toBe(28_320n);
    // Two batches of one line, and another line.
    const returned = ['a', 'a', 'b'].map((lineId) => ({ lineId, quantity: 1 }));
    expect(creditWorth(returned, bill)).toBe(28_320n + 350n);
  });

  it('covers no more units than were billed, and nothing that was not', () => {
    expect(creditWorth([{ lineId: 'b', quantity: 9 }], bill)).toBe(1_332n + 67n);
    expect(creditWorth([{ lineId: 'c', quantity: 9 }], bill)).toBe(0n);
  });

  it('is never more than the bill', () => {
    const line = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }),
      pricePaise: fc.integer({ min: 0, max: 10_000_000_000 }),
      gstRate: fc.constantFrom(...gstRates),
      returned: fc.integer({ min: 0, max: 1_000_000 }),
    });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.constantFrom(...gstKinds), (drawn, gstKind) => {
        const lines = drawn.map((one, index) => ({ ...one, lineId: String(index) }));
        const returned = lines.map(({ lineId, returned: quantity }) => ({ lineId, quantity }));
        const worth = creditWorth(returned, { lines, gstKind });
        expect(worth).toBeGreaterThanOrEqual(0n);
        expect(worth).toBeLessThanOrEqual(billAmounts(lines, 0, gstKind).totalPaise);
      }),
    );
  });
});
