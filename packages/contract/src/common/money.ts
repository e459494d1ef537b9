import { z } from 'zod';
import { groupedDigits } from './read-number.js';

/** ₹10,000,000,000.00, the largest amount of a single entry. */
export const MAX_AMOUNT_PAISE = 1_000_000_000_000;

const UNREADABLE = 'Enter an amount above zero with at most two decimals';
const UNREADABLE_PRICE = 'Enter an amount with at most two decimals, such as 1,250.50';
const TOO_LARGE = 'Must be at most ₹10,000,000,000.00';

/** An amount in Indian rupees as a whole number of paise, from 1 to 10^12. */
export const AmountPaiseSchema = wholePaise(UNREADABLE, MAX_AMOUNT_PAISE).min(1, 'Must be more than ₹0.00');

/** A price or a charge in whole paise. Unlike an amount, it can be 0. */
export function pricePaiseUpTo(max: number) {
  return wholePaise(UNREADABLE_PRICE, max).min(0, UNREADABLE_PRICE);
}

/** `readPrice` and `readRupees` return `Infinity` for what is too large. */
function wholePaise(unreadable: string, max: number) {
  const tooLarge = `Must be at most ${formatRupees(max)}`;
  return z
    .number({ error: ({ input }) => (input === Infinity ? tooLarge : unreadable) })
    .int('An amount can have at most two decimals')
    .max(max, tooLarge);
}

/**
 * A sum or difference of amounts in whole paise. It can be zero or negative. A JSON number up to 2^53 − 1 (about 90
 * trillion rupees). Beyond that, a JSON number would lose paise in most clients, so it is a string of its digits.
 */
export const TotalPaiseSchema = z.union([z.number().int(), z.string().regex(/^-?[1-9]\d{15,}$/)]);
export type TotalPaise = z.infer<typeof TotalPaiseSchema>;

/** The total as responses contain it. `BigInt(total)` is the inverse. */
export function totalPaise(exact: bigint): TotalPaise {
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact.toString();
}

/** `₹1,250.50`, for texts: exact for every amount of zero or more. The web app formats what it shows itself. */
export function formatRupees(paise: number | bigint): string {
  const exact = BigInt(paise);
  return `₹${(exact / 100n).toLocaleString('en-US')}.${String(exact % 100n).padStart(2, '0')}`;
}

const amountPattern = new RegExp(String.raw`^(?:₹\s*)?(${groupedDigits})(?:\.(\d{1,2}))?$`);

/**
 * Parses an amount as people type or paste it, without rounding: `1,00,000.50` → 10000050 paise, `₹ 500` → 50000.
 * Returns `undefined` for anything else, such as zero, a minus sign, an exponent or more than two decimals.
 */
export function parseRupees(text: string): number | undefined {
  return AmountPaiseSchema.safeParse(readRupees(text)).data;
}

/** The same with the reason for anything else: `Infinity` is more than an entry can hold, `NaN` is not an amount. */
export function readRupees(text: string): number {
  return readPrice(text) || Number.NaN;
}

/** The same for a price or a charge, which can be 0. */
export function readPrice(text: string): number {
  const match = amountPattern.exec(text.trim());
  if (!match?.[1]) return Number.NaN;
  const rupees = Number(match[1].replaceAll(',', ''));
  const paise = rupees * 100 + Number((match[2] ?? '').padEnd(2, '0'));
  return paise > MAX_AMOUNT_PAISE ? Infinity : paise;
}

/** Transforms a typed amount in rupees, such as `1,00,000.50` or `₹ 500`, into whole paise. */
export const RupeesTextSchema = z.string('Amount is required').transform((text, context) => {
  const paise = readRupees(text);
  if (Number.isFinite(paise)) return paise;
  const unreadable = text.trim() === '' ? 'Amount is required' : `${UNREADABLE}, such as 1,250.50`;
  context.addIssue({ code: 'custom', message: paise === Infinity ? TOO_LARGE : unreadable });
  return z.NEVER;
});

/** Refuses two amounts that contradict each other. */
export function checkAmounts(
  { amount, amountPaise }: { amount?: number | undefined; amountPaise?: number | undefined },
  context: z.core.$RefinementCtx,
): void {
  if (amount === undefined || amountPaise === undefined || amount === amountPaise) return;
  context.addIssue({ code: 'custom', path: ['amount'], message: 'Enter the amount only once' });
}
