import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expandUpcE, GtinSchema, hasCheckDigit, toGtin14 } from './gtin.js';
import { readProductCode } from './product-code.js';

const read = (text: string) => readProductCode(text, '2026-11-26').code;

describe('UPC-E', { timeout: 30_000 }, () => {
  // One for each place of the zeros, and a product in shops.
  it.each([
    ['01234505', '012000003455'],
    ['01234514', '012100003454'],
    ['01234531', '012300000451'],
    ['01234543', '012340000053'],
    ['01234565', '012345000065'],
    ['04252614', '042100005264'],
  ])('reads the UPC-E code %s as %s', (text, gtin) => {
    const expected = { kind: 'gtin', gtin: `00${gtin}` };
    expect(read(text)).toMatchObject(expected);
    expect(read(`]E0${text}`)).toMatchObject(expected);
    expect(GtinSchema.parse(text)).toBe(`00${gtin}`);
  });

  it('takes eight digits for EAN-8 where their check digit or the decoder says so', () => {
    expect(read('01234554')).toMatchObject({ kind: 'text' });
    // Its last digit is the check digit of both readings.
    const both = '00123457';
    expect([expandUpcE(both), hasCheckDigit(both)]).toEqual([expect.any(String), true]);
    expect(read(`]E4${both}`)?.gtin).toBe(both.padStart(14, '0'));
    expect(read(both)?.gtin).toBe(expandUpcE(both)?.padStart(14, '0'));
  });

  /** As a printer leaves out the zeros of a GTIN-12 (GS1 General Specifications, “UPC-E barcode”). */
  function suppressed(gtin: string): string | undefined {
    const [, company = '', item = '', check = ''] = /^0(\d{5})(\d{5})(\d)$/.exec(gtin) ?? [];
    const written = (six: string) => `0${six}${check}`;
    if (/^\d\d[0-2]00$/.test(company) && item.startsWith('00'))
      return written(company.slice(0, 2) + item.slice(2) + (company[2] ?? ''));
    if (company.endsWith('00') && item.startsWith('000')) return written(`${company.slice(0, 3)}${item.slice(3)}3`);
    if (company.endsWith('0') && item.startsWith('0000')) return written(`${company.slice(0, 4)}${item.slice(4)}4`);
    return /^0000[5-9]$/.test(item) ? written(company + item.slice(4)) : undefined;
  }

  it('reads back any GTIN-12 that can be written as UPC-E', () => {
    const digits = (length: number) =>
      fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: length, maxLength: length });
    const bodies = fc.oneof(
      fc.tuple(digits(2), fc.constantFrom('0', '1', '2'), digits(3)).map(([a, b, c]) => `0${a}${b}0000${c}`),
      fc.tuple(digits(3), digits(2)).map(([a, b]) => `0${a}00000${b}`),
      fc.tuple(digits(4), digits(1)).map(([a, b]) => `0${a}00000${b}`),
      fc.tuple(digits(5), fc.constantFrom(...Array.from('56789'))).map(([a, b]) => `0${a}0000${b}`),
    );
    fc.assert(
      fc.property(bodies, (body) => {
        const gtin = body + (Array.from('0123456789').find((digit) => hasCheckDigit(body + digit)) ?? '');
        fc.pre(Number(gtin) > 0);
        const code = suppressed(gtin) ?? '';
        expect(expandUpcE(code)).toBe(gtin);
        expect(toGtin14(code)).toBe(toGtin14(gtin));
      }),
      { numRuns: 2000 },
    );
  });

  it('expands eight digits to twelve with the same check digit, or not at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), maxLength: 14 }), (text) => {
        const gtin = expandUpcE(text);
        if (gtin === undefined) return;
        expect(text).toHaveLength(8);
        expect(gtin).toMatch(/^0\d{11}$/);
        expect(gtin.at(-1)).toBe(text.at(-1));
        expect(hasCheckDigit(gtin)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });
});
