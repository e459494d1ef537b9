import { groupTexts, isNear } from './supplier-groups';
import { proposedCode, supplierKey } from './supplier-key';

describe('the key of a supplier', () => {
  it.each(['Merck Pvt Ltd', 'M/s. MERCK  Private Limited', 'merck (P) Ltd.', 'Merck, Inc.', 'Merck & Co', 'Mérck LLP'])(
    'is the same for %s',
    (text) => expect(supplierKey(text)).toBe('merck'),
  );

  it.each([
    ['Pvt Ltd', 'pvt ltd'],
    ['***', '***'],
    ['संजय ट्रेडर्स', supplierKey('  संजय   ट्रेडर्स ')],
  ])('of %s is never empty', (text, key) => expect(supplierKey(text)).toBe(key));

  it('gives a code', () => {
    expect(proposedCode('M/s Merck Life Science Pvt Ltd')).toBe('MERCK');
    expect(proposedCode('JK Labs')).toBe('JKLABS');
    expect(proposedCode('संजय')).toMatch(/^[A-Z0-9]{2,10}$/);
  });
});

describe('groups of texts', () => {
  const of = (...texts: [string, number][]) => groupTexts(texts.map(([text, items]) => ({ text, items })));

  it('have the most frequent text as their name, and the largest first', () => {
    const groups = of(['Roche', 2], ['merck ltd', 1], ['Merck Pvt. Ltd', 5], ['MERCK', 1]);
    expect(groups.map(({ name, items }) => [name, items])).toEqual([
      ['Merck Pvt. Ltd', 7],
      ['Roche', 2],
    ]);
  });

  it('have texts with a mistyped letter, and none with another number', () => {
    expect(of(['Medline Traders', 5], ['Medlien Traders', 1], ['Medline Trader', 1])).toHaveLength(1);
    expect(of(['Supplier 12', 5], ['Supplier 13', 1])).toHaveLength(2);
    expect(of(['Roche', 5], ['Rochi', 1])).toHaveLength(2);
  });

  it('do not chain from one near text to the next', () => {
    expect(of(['abcdefgh', 5], ['abcdefgx', 2], ['abcdefyx', 1])).toHaveLength(2);
  });

  it('are found among 10,000 different texts in seconds', () => {
    const texts = Array.from({ length: 10_000 }, (_, index) => {
      return { text: `Supplier ${String.fromCodePoint(97 + (index % 26))} ${index.toString(36)} traders`, items: 1 };
    });
    const started = performance.now();
    expect(groupTexts(texts).length).toBeGreaterThan(100);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it.each([
    ['medline', 'medlien', true],
    ['medline', 'medlines', true],
    ['medline', 'medlone', true],
    ['medline', 'enildem', false],
    ['medline', 'medlxxe', false],
  ])('%s and %s', (a, b, near) => expect(isNear(a, b)).toBe(near));
});
