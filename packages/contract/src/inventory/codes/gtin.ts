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

/**
 * The GTIN-12 that a UPC-E code of eight digits stands for, by putting back the zeros that it leaves out (GS1 General
 * Specifications, “UPC-E barcode”); nothing if it is none. Only a number that begins with 0 can be written as UPC-E.
 */
export function expandUpcE(digits: string): string | undefined {
  const [, body = '', last = '', check = ''] = /^0(\d{5})(\d)(\d)$/.exec(digits) ?? [];
  if (body === '') return undefined;
  const gtin = `0${withZeros(body, last)}${check}`;
  return hasCheckDigit(gtin) ? gtin : undefined;
}

/** The sixth digit says where the zeros were. */
function withZeros(body: string, last: string): string {
  if (last <= '2') return `${body.slice(0, 2)}${last}0000${body.slice(2)}`;
  if (last === '3') return `${body.slice(0, 3)}00000${body.slice(3)}`;
  if (last === '4') return `${body.slice(0, 4)}00000${body.slice(4)}`;
  return `${body}0000${last}`;
}

const lengths: readonly number[] = [8, 12, 13, 14];

/**
 * GTIN-8, GTIN-12 (UPC-A), GTIN-13 (EAN-13) and GTIN-14 (ITF-14) as GTIN-14, and what UPC-E stands for; nothing if it is
 * none of them. Eight digits that begin with 0 are UPC-E if its check digit agrees, because GS1 assigns no GTIN-8 that
 * does. A decoder that says EAN-8 knows better, see `isEan8`.
 */
export function toGtin14(digits: string, { isEan8 = false } = {}): string | undefined {
  if (!/^\d+$/.test(digits) || !lengths.includes(digits.length) || /^0+$/.test(digits)) return undefined;
  const expanded = isEan8 ? undefined : expandUpcE(digits);
  if (expanded !== undefined) return expanded.padStart(14, '0');
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
