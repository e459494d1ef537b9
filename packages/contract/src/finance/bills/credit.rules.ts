import { type GstKind, gstRates } from './entry-bill.schema.js';
import { billAmounts } from './bill.rules.js';

type Billed = {
  lines: readonly { lineId: string; quantity: number; pricePaise: number; gstRate: number }[];
  gstKind: GstKind;
};

/**
 * What returned units cost on a bill: at the billed price with its tax, at most as many of a line as were billed.
 * Freight is not credited.
 */
export function creditWorth(
  returned: readonly { lineId: string; quantity: number }[],
  { lines, gstKind }: Billed,
): bigint {
  const credited = lines.map(({ lineId, quantity, pricePaise, gstRate }) => {
    const units = returned.reduce((sum, one) => (one.lineId === lineId ? sum + one.quantity : sum), 0);
    const rate = gstRates.find((known) => known === gstRate) ?? 0;
    return { quantity: Math.min(quantity, units), pricePaise, gstRate: rate };
  });
  return billAmounts(credited, 0, gstKind).totalPaise;
}
