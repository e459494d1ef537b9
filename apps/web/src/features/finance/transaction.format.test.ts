import { describe, expect, it } from 'vitest';
import { formatChange, formatSignedMoney } from './transaction.format';

describe('a change from the previous period', () => {
  it.each([
    [125_000, 100_000, '₹250.00 more than in October 2026 (+25%)'],
    [96_600, 100_000, '₹34.00 less than in October 2026 (−3.4%)'],
    [100_001, 100_000, '₹0.01 more than in October 2026 (0%)'],
    [0, 100_000, '₹1,000.00 less than in October 2026 (−100%)'],
    [100_000, 0, '₹1,000.00 more than in October 2026'],
    [50_000, -100_000, '₹1,500.00 more than in October 2026'],
    [-50_000, 100_000, '₹1,500.00 less than in October 2026 (−150%)'],
    [100_000, 100_000, 'No change from October 2026'],
    [0, 0, 'None in October 2026'],
  ])('%i after %i paise is «%s»', (paise, previous, text) => {
    expect(formatChange(paise, previous, 'October 2026')).toBe(text);
  });

  it('is exact above 2^53 paise', () => {
    expect(formatChange('18014398509481987', '9007199254740993', 'October 2026')).toBe(
      '₹90,071,992,547,409.94 more than in October 2026 (+100%)',
    );
    expect(formatChange(1, '-9007199254740993', 'October 2026')).toBe(
      '₹90,071,992,547,409.94 more than in October 2026',
    );
    expect(formatSignedMoney('9007199254740993')).toBe('+₹90,071,992,547,409.93');
  });

  it('carries its sign', () => {
    expect([100, -100, 0].map(formatSignedMoney)).toEqual(['+₹1.00', '−₹1.00', '₹0.00']);
  });
});
