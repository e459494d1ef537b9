import { formatRupees } from '../../common/money.js';
import { formatQuantity, type InventoryUnit, unitNoun } from '../../inventory/inventory.category.js';
import { type GstKind, type GstRate, gstRates } from './entry-bill.schema.js';

/** By the codes of the states, see `gstStates`. */
export function gstKindOf(supplier: string | null, laboratory: string | null): GstKind {
  if (supplier === null || laboratory === null) return 'gst';
  return supplier === laboratory ? 'cgst_sgst' : 'igst';
}

/** Quantities are units of the item, prices paise per unit without tax. */
type Priced = { quantity: number; pricePaise: number };
type Taxed = Priced & { gstRate: GstRate };

/** The tax of one rate, in paise; exact, as a line can be worth more than 2^53 paise. */
export type BillTax = { gstRate: GstRate; taxablePaise: bigint; taxPaise: bigint };
export type BillAmounts = { goodsPaise: bigint; taxes: BillTax[]; taxPaise: bigint; totalPaise: bigint };

/** What a bill comes to. Tax is rounded to the paisa once for each rate and, within a state, for each half of it. */
export function billAmounts(lines: readonly Taxed[], freightPaise: number, kind: GstKind): BillAmounts {
  const taxes = gstRates.flatMap((gstRate): BillTax[] => {
    const taxablePaise = worthOf(lines.filter((line) => line.gstRate === gstRate));
    if (taxablePaise === 0n || gstRate === 0) return [];
    return [{ gstRate, taxablePaise, taxPaise: taxOf(taxablePaise, gstRate, kind) }];
  });
  const goodsPaise = worthOf(lines);
  const taxPaise = taxes.reduce((sum, one) => sum + one.taxPaise, 0n);
  return { goodsPaise, taxes, taxPaise, totalPaise: goodsPaise + taxPaise + BigInt(freightPaise) };
}

/**
 * What each line of a bill costs with its tax and its part of the freight, in paise, in the order of the lines: the costs
 * of purchase of AS 2, paragraph 7. The tax of a rate is divided among its lines by their value, and the freight among
 * all lines, so that the costs add up to the total of the bill.
 */
export function landedCosts(lines: readonly Taxed[], freightPaise: number, kind: GstKind): bigint[] {
  const worths = lines.map((line) => worthOf([line]));
  const { taxes } = billAmounts(lines, freightPaise, kind);
  const parts = [
    worths,
    divideByWeight(BigInt(freightPaise), worths),
    ...taxes.map(({ gstRate, taxPaise }) => {
      const taxed = worths.map((worth, index) => (lines[index]?.gstRate === gstRate ? worth : 0n));
      return divideByWeight(taxPaise, taxed);
    }),
  ];
  return lines.map((_, index) => parts.reduce((sum, part) => sum + (part[index] ?? 0n), 0n));
}

/** Divides an amount by the method of largest remainders; evenly if nothing weighs anything. */
function divideByWeight(amount: bigint, given: readonly bigint[]): bigint[] {
  const weights = given.some((weight) => weight > 0n) ? given : given.map(() => 1n);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = weights.map((weight) => (amount * weight) / total);
  const left = Number(amount - shares.reduce((sum, share) => sum + share, 0n));
  const remainder = (index: number) => (amount * (weights[index] ?? 0n)) % total;
  const first = weights
    .map((_, index) => index)
    .toSorted((a, b) => Number(remainder(b) - remainder(a)))
    .slice(0, left);
  return shares.map((share, index) => (first.includes(index) ? share + 1n : share));
}

function taxOf(taxable: bigint, rate: GstRate, kind: GstKind): bigint {
  if (kind === 'cgst_sgst') return 2n * ((taxable * BigInt(rate) + 100n) / 200n);
  return (taxable * BigInt(rate) + 50n) / 100n;
}

function worthOf(lines: readonly Priced[]): bigint {
  return lines.reduce((sum, { quantity, pricePaise }) => sum + BigInt(quantity) * BigInt(pricePaise), 0n);
}

/** Both limits apply: a difference is tolerated if it is within the percentage and the amount. */
export type BillTolerance = { percent: number; paise: number };

/** A line of the order as a bill is compared with it. */
export type OrderedLine = {
  lineId: string;
  name: string;
  unit: InventoryUnit;
  ordered: number;
  /** Accepted over all receipts, without what went back to the supplier. */
  received: number;
  /** On the bills that come before this one. */
  billed: number;
  /** As ordered. */
  pricePaise: number;
};

export type BillDifference = { lineId: string; kind: 'quantity' | 'price'; message: string };

/**
 * The three-way match: where a bill asks for more than was received, over all bills so far, or for a higher price than
 * was ordered, by more than is tolerated. The percentage is of what the line should cost. Less is no difference.
 */
export function billDifferences(
  lines: readonly (Priced & { lineId: string })[],
  order: readonly OrderedLine[],
  tolerance: BillTolerance,
): BillDifference[] {
  return lines.flatMap(({ lineId, quantity, pricePaise }) => {
    const line = order.find((one) => one.lineId === lineId);
    if (!line) return [];
    const differences: BillDifference[] = [];
    const billed = line.billed + quantity;
    const tooMany = { expected: line.received, actual: billed, each: line.pricePaise || pricePaise };
    if (isAbove(tooMany, tolerance)) {
      differences.push({ lineId, kind: 'quantity', message: tooManyInWords(line, billed) });
    }
    if (isAbove({ expected: line.pricePaise, actual: pricePaise, each: quantity }, tolerance)) {
      const [asked, agreed] = [formatRupees(pricePaise), formatRupees(line.pricePaise)];
      const message = `${line.name}: ${asked} billed per ${unitNoun(1, line.unit)}, ${agreed} ordered`;
      differences.push({ lineId, kind: 'price', message });
    }
    return differences;
  });
}

type Compared = { expected: number; actual: number; each: number };

function isAbove({ expected, actual, each }: Compared, { percent, paise }: BillTolerance): boolean {
  if (actual <= expected) return false;
  const excess = BigInt(actual - expected) * BigInt(each);
  const isMuch = BigInt(actual - expected) * 100n > BigInt(expected) * BigInt(percent);
  return isMuch || excess > BigInt(paise);
}

/** `Glucose reagent: 12 bottles billed, 10 bottles received` */
function tooManyInWords({ name, unit, received }: OrderedLine, billed: number): string {
  const arrived = received === 0 ? 'nothing received' : `${formatQuantity(received, unit)} received`;
  return `${name}: ${formatQuantity(billed, unit)} billed, ${arrived}`;
}
