import { z } from 'zod';

/**
 * Whether the last digit of a GTIN is its check digit (GS1 General Specifications, “Check digit calculation”): from the
 * right, the digits before it count three and one in turn, and the sum with the check digit is a multiple of ten.
 */
export function hasCheckDigit(digits: string): boolean {
  const sum = Array.from(digits)
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

const lengths: readonly number[] = [8, 12, 13, 14];

/** GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14 (ITF-14) as GTIN-14; nothing if it is none of them. */
export function toGtin14(digits: string): string | undefined {
  if (!/^\d+$/.test(digits) || !lengths.includes(digits.length) || /^0+$/.test(digits)) return undefined;
  return hasCheckDigit(digits) ? digits.padStart(14, '0') : undefined;
}

export const GtinSchema = z
  .string()
  .trim()
  .transform((text, context) => {
    const gtin = toGtin14(text);
    if (gtin !== undefined) return gtin;
    context.addIssue({ code: 'custom', message: 'Enter the 8, 12, 13 or 14 digits below the barcode' });
    return z.NEVER;
  });
