import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_AMOUNT_PAISE, parseRupees, pricePaiseUpTo, readPrice, totalPaise, TotalPaiseSchema } from './money.js';

describe('parseRupees', () => {
  it.each([
    ['1,00,000.50', 10_000_050],
    ['1,250,000', 125_000_000],
    ['0.01', 1],
    [' 12.5 ', 1250],
    ['₹ 500', 50_000],
    ['₹1,250,000.00', 125_000_000],
    ['10000000000', MAX_AMOUNT_PAISE],
  ])('reads %s', (text, paise) => {
    expect(parseRupees(text)).toBe(paise);
  });

  it.each([
    '0',
    '-5',
    '₹',
    '₹ -5',
    '₹₹5',
    '$5',
    '1e21',
    '12.345',
    '',
    'abc',
    '1.',
    '.5',
    '1,0',
    '2,50',
    '1,00,00',
    '10000000000.01',
    '99999999999999999999',
    'NaN',
  ])('rejects %j', (text) => {
    expect(parseRupees(text)).toBeUndefined();
  });

  it('is exact for every amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: MAX_AMOUNT_PAISE }), (paise) => {
        const text = `${Math.trunc(paise / 100)}.${String(paise % 100).padStart(2, '0')}`;
        expect(parseRupees(text)).toBe(paise);
      }),
    );
  });
});

describe('a price', () => {
  const price = pricePaiseUpTo(10_000_000_000);

  it.each([
    ['0', 0],
    ['₹ 0.00', 0],
    ['1,250.50', 125_050],
    ['100,000,000', 10_000_000_000],
  ])('of %s is read', (text, paise) => {
    expect(price.parse(readPrice(text))).toBe(paise);
  });

  it.each([
    ['12.345', 'Enter an amount with at most two decimals, such as 1,250.50'],
    ['1e3', 'Enter an amount with at most two decimals, such as 1,250.50'],
    ['100,000,000.01', 'Must be at most ₹100,000,000.00'],
    ['99999999999999', 'Must be at most ₹100,000,000.00'],
  ])('of %s is refused in rupees', (text, message) => {
    expect(price.safeParse(readPrice(text)).error?.issues).toMatchObject([{ message }]);
  });
});

describe('a total', () => {
  it.each([
    [0n, 0],
    [-125_050n, -125_050],
    [2n ** 53n - 1n, Number.MAX_SAFE_INTEGER],
    [2n ** 53n, '9007199254740992'],
    [2n ** 53n + 1n, '9007199254740993'],
    [-(2n ** 53n), '-9007199254740992'],
  ])('of %s paise is %j', (exact, total) => {
    expect(totalPaise(exact)).toBe(total);
    expect(TotalPaiseSchema.parse(total)).toBe(total);
    expect(BigInt(totalPaise(exact))).toBe(exact);
  });

  it.each([2 ** 53, 0.5, '12', '9007199254740992.5', '٩٠٠٧١٩٩٢٥٤٧٤٠٩٩٢'])('is not %j', (total) => {
    expect(TotalPaiseSchema.safeParse(total).success).toBe(false);
  });
});
