import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayOfElement } from './element-day.js';
import { hasCheckDigit } from './gtin.js';
import { identifierLength, predefinedLengths } from './identifiers.js';
import { expiryOf, joinCodes, MAX_CODE_LENGTH, type ProductCode, readProductCode } from './product-code.js';

const TODAY = '2026-11-26';
const GS = '\u001d';
const GTIN = '09501101020917';

function read(text: string): ProductCode {
  const { code, fault } = readProductCode(text, TODAY);
  if (!code) throw new Error(fault);
  return code;
}

function faultOf(text: string): string | undefined {
  return readProductCode(text, TODAY).fault;
}

// A busy machine is slow, not wrong.
describe('readProductCode', { timeout: 30_000 }, () => {
  const expected = { kind: 'gs1', gtin: GTIN, batchNumber: 'AB-123', expiryDate: '2028-06-30', serial: null };

  it.each([
    ['GS1 DataMatrix', `]d201${GTIN}1728063010AB-123`],
    ['GS1-128', `]C101${GTIN}1728063010AB-123`],
    ['GS1 QR code', `]Q301${GTIN}1728063010AB-123`],
    ['GS1 DataBar', `]e001${GTIN}1728063010AB-123`],
    ['a leading FNC1', `${GS}01${GTIN}1728063010AB-123`],
    ['no prefix', `01${GTIN}1728063010AB-123`],
    ['the batch first', `]d210AB-123${GS}01${GTIN}17280630`],
    ['separators behind elements that need none', `]d201${GTIN}${GS}17280630${GS}10AB-123${GS}`],
    ['the end of the month as day 00', `01${GTIN}1728060010AB-123`],
    ['brackets', `(01)${GTIN}(17)280630(10)AB-123`],
    ['brackets and spaces', `(01) ${GTIN} (17) 280630 (10) AB-123`],
    ['a hand scanner that ends with Enter', `01${GTIN}1728063010AB-123\r\n`],
  ])('reads %s', (_, text) => {
    expect(read(text)).toMatchObject(expected);
  });

  it.each(['{GS}', '<GS>', '^]', '|', '~', '\u241d', '\\x1d'])('takes “%s” for a separator', (substitute) => {
    expect(read(`01${GTIN}10AB-123${substitute}17280630${substitute}21S1`)).toMatchObject({
      ...expected,
      serial: 'S1',
    });
  });

  it('reads contents with their count, dates, count and serial number', () => {
    expect(read(`]C102${GTIN}3712${GS}11260101152705312100017`)).toMatchObject({
      gtin: GTIN,
      contained: 12,
      producedOn: '2026-01-01',
      bestBefore: '2027-05-31',
      expiryDate: null,
      serial: '00017',
    });
    expect(read(`]C101${GTIN}3050`)).toMatchObject({ count: 50, contained: null });
  });

  it('keeps elements that nobody here reads, assigned or not', () => {
    const { others, batchNumber } = read(`]d201${GTIN}240REF-1${GS}310300150080082611261200${GS}99X${GS}26Z${GS}10A`);
    expect(batchNumber).toBe('A');
    expect(others).toEqual([
      { identifier: '240', value: 'REF-1' },
      { identifier: '3103', value: '001500' },
      { identifier: '8008', value: '2611261200' },
      { identifier: '99', value: 'X' },
      { identifier: '26', value: 'Z' },
    ]);
  });

  it.each([
    ['https://id.gs1.org/01/09501101020917/10/AB%2F1?17=280630', 'AB/1'],
    ['https://lab.example/shop/01/9501101020917/10/AB1?17=280600&linkType=gs1:pip#top', 'AB1'],
    ['HTTP://x.example:8080/01/09501101020917/22/2A/10/AB1/21/7?3103=001500&17=280630', 'AB1'],
  ])('reads the GS1 Digital Link %s', (text, batchNumber) => {
    expect(read(text)).toMatchObject({ kind: 'link', gtin: GTIN, batchNumber, expiryDate: '2028-06-30' });
  });

  it.each([
    ['EAN-13', '9501101020917'],
    ['EAN-13 with its symbology', ']E09501101020917'],
    ['ITF-14', GTIN],
  ])('reads %s as a GTIN of 14 digits', (_, text) => {
    expect(read(text)).toMatchObject({ kind: 'gtin', gtin: GTIN, batchNumber: null });
  });

  it('reads EAN-8 and UPC-A', () => {
    expect(read('96385074').gtin).toBe('00000096385074');
    expect(read('036000291452').gtin).toBe('00036000291452');
  });

  it.each([
    'ABC-1234',
    '10AB',
    '1728',
    '9501101020918',
    'https://example.com/inventory',
    ']C0LOT 7',
    '(draft) box',
    'a|b',
  ])('leaves “%s” a text', (text) => {
    expect(read(text)).toMatchObject({ kind: 'text', gtin: null, text: text.replace(']C0', '') });
  });

  it('reads the second code of a box without a prefix', () => {
    expect(read('1728063010AB-123')).toMatchObject({ kind: 'gs1', gtin: null, batchNumber: 'AB-123' });
  });

  it.each([
    ['nothing', '', /empty/],
    ['only separators', GS + GS, /empty/],
    ['a text that is too long', 'A'.repeat(MAX_CODE_LENGTH + 1), /too long/],
    ['control characters', `]d201${GTIN}10A\u0000B`, /characters that can't be on a label/],
    ['characters that turn the text round', `A\u202eB`, /characters that can't be on a label/],
    ['characters outside of the set', `]d201${GTIN}10A\u0411`, /batch number .* characters/],
    ['a wrong check digit', ']d20109501101020918', /check digit of the GTIN 09501101020918/],
    ['a wrong check digit of a retail code', ']E09501101020918', /check digit/],
    ['a wrong check digit of UPC-E', ']E001234566', /check digit of the GTIN 01234566/],
    ['UPC-E that begins with 1', ']E012345675', /doesn't begin with 0/],
    ['UPC-E of zeros', ']E000000000', /check digit/],
    ['UPC-E that is cut off', ']E0123456', /incomplete/],
    ['letters in a retail code', ']E00123456A', /incomplete/],
    ['a GTIN of zeros', ']d20100000000000000', /check digit/],
    ['a GTIN that is cut off', ']d2010950110', /incomplete/],
    ['no digits where an identifier belongs', `]d201${GTIN}XY`, /incomplete/],
    ['an identifier without a value', `]d201${GTIN}10`, /incomplete/],
    ['a separator within a date', `]d201${GTIN}1728${GS}0630`, /incomplete/],
    ['the 31st of June', `]d201${GTIN}17280631`, /280631, isn't a date/],
    ['month 13', `]d201${GTIN}17281301`, /isn't a date/],
    ['a batch number of 21 characters', `]d201${GTIN}10${'A'.repeat(21)}`, /longer than 20/],
    ['a count with letters', `]d201${GTIN}30X`, /wrong length/],
    ['two batch numbers', `]d210A${GS}10B`, /two values for the batch number/],
    ['two products', `]d201${GTIN}02${GTIN}371`, /two products/],
    ['31 elements', `]d2${`99A${GS}`.repeat(31)}`, /more than 30/],
    ['a link that is damaged', `https://x.example/01/${GTIN}/10/%E0%A4%A`, /damaged/],
    ['a separator in a text', `AB${GS}`.replace('AB', 'A') + `${GS}B`, /incomplete/],
  ])('refuses %s', (_, text, message) => {
    expect(faultOf(text)).toMatch(message);
  });

  const set82 = Array.from('!"%&\'*+,-./0123456789:;=?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz');
  const variable = (max: number) => fc.string({ unit: fc.constantFrom(...set82), minLength: 1, maxLength: max });
  const gtins = fc
    .integer({ min: 1, max: 9_999_999_999_999 })
    .map((body) => String(body).padStart(13, '0'))
    .map((body) => body + (Array.from('0123456789').find((digit) => hasCheckDigit(body + digit)) ?? ''));
  const days = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2075-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const identifiersOfOthers = fc.constantFrom('240', '251', '400', '7003', '8020', '91', '99', '26', '88');
  const elementOf = (day: string) => day.slice(2).replaceAll('-', '');
  const box = fc.record({
    gtin: gtins,
    batchNumber: fc.option(variable(20)),
    producedOn: fc.option(days),
    bestBefore: fc.option(days),
    expiryDate: fc.option(days),
    serial: fc.option(variable(20)),
    count: fc.option(fc.integer({ min: 1, max: 99_999_999 })),
    others: fc.uniqueArray(fc.record({ identifier: identifiersOfOthers, value: variable(30) }), {
      selector: ({ identifier }) => identifier,
      maxLength: 4,
    }),
    seed: fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 }),
  });
  type Box = typeof box extends fc.Arbitrary<infer Value> ? Value : never;

  function elementsOf({ gtin, batchNumber, producedOn, bestBefore, expiryDate, serial, count, others, seed }: Box) {
    const all: (readonly [string, string])[] = [
      ['01', gtin],
      ...others.map(({ identifier, value }) => [identifier, value] as const),
    ];
    if (batchNumber !== null) all.push(['10', batchNumber]);
    if (producedOn !== null) all.push(['11', elementOf(producedOn)]);
    if (bestBefore !== null) all.push(['15', elementOf(bestBefore)]);
    if (expiryDate !== null) all.push(['17', elementOf(expiryDate)]);
    if (serial !== null) all.push(['21', serial]);
    if (count !== null) all.push(['30', String(count)]);
    return all
      .map((element, index) => ({ element, at: seed[index] ?? 0 }))
      .sort((a, b) => a.at - b.at)
      .map(({ element }) => element);
  }

  function expectBox(code: ProductCode, { seed: _, others, ...fields }: Box) {
    expect(code).toMatchObject(fields);
    expect(new Set(code.others.map(({ identifier, value }) => `${identifier} ${value}`))).toEqual(
      new Set(others.map(({ identifier, value }) => `${identifier} ${value}`)),
    );
  }

  it('reads back any element string, in any order', () => {
    fc.assert(
      fc.property(box, fc.constantFrom(']d2', ']C1', ']Q3', ']e0', GS), (one, prefix) => {
        const text = elementsOf(one)
          .map(([identifier, value]) => identifier + value + (identifier.slice(0, 2) in predefinedLengths ? '' : GS))
          .join('');
        expectBox(read(prefix + text), one);
      }),
      { numRuns: 500 },
    );
  });

  it('reads back any element string in brackets and any link', () => {
    fc.assert(
      fc.property(box, (one) => {
        const elements = elementsOf(one);
        expectBox(read(elements.map(([identifier, value]) => `(${identifier})${value}`).join('')), one);
        const query = elements.filter(([identifier]) => identifier !== '01');
        const link = `https://x.example/01/${one.gtin}?${query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&')}`;
        const answer = readProductCode(link, TODAY);
        if (link.length <= MAX_CODE_LENGTH) expectBox(answer.code as ProductCode, one);
        else expect(answer.fault).toMatch(/too long/);
      }),
      { numRuns: 500 },
    );
  });

  it('answers any text without an exception, and with a reason where it refuses', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 600 }),
      fc
        .string({ unit: fc.constantFrom(...Array.from('01721](){}/:%.?&=^|~'), GS), maxLength: 200 })
        .map((text) => `]d2${text}`),
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const { code, fault } = readProductCode(text, TODAY);
        expect(code === undefined).toBe(fault !== undefined);
        if (fault !== undefined) expect(fault.length).toBeLessThan(160);
      }),
      { numRuns: 1000 },
    );
  });

  it('has predefined lengths only for identifiers whose own length they agree with', () => {
    for (const [start, total] of Object.entries(predefinedLengths))
      expect(total).toBeGreaterThan(identifierLength(start));
  });
});

describe('dayOfElement', () => {
  it.each([
    ['260228', '2026-02-28'],
    ['280229', '2028-02-29'],
    ['280200', '2028-02-29'],
    ['270200', '2027-02-28'],
    ['760101', '2076-01-01'],
    ['770101', '1977-01-01'],
    ['990101', '1999-01-01'],
    ['000101', '2000-01-01'],
  ])('reads %s in 2026 as %s', (value, day) => {
    expect(dayOfElement(value, TODAY)).toBe(day);
  });

  it('puts years far back into the next century', () => {
    expect(dayOfElement('490101', '2099-06-01')).toBe('2149-01-01');
    expect(dayOfElement('500101', '2099-06-01')).toBe('2050-01-01');
  });

  it.each(['270229', '261301', '260001', '26010', 'ABCDEF', ''])('finds no day in “%s”', (value) => {
    expect(dayOfElement(value, TODAY)).toBeUndefined();
  });
});

describe('joinCodes', () => {
  const product = read('9501101020917');
  const batch = read(']C11728063010AB-123');

  it('completes two codes of one box, in either order', () => {
    for (const both of [joinCodes(product, batch), joinCodes(batch, product)]) {
      expect(both).toMatchObject({ gtin: GTIN, batchNumber: 'AB-123', expiryDate: '2028-06-30' });
    }
  });

  it('takes codes that contradict each other, the same code and texts for different things', () => {
    const other = read(']C11728063010AB-124');
    expect(joinCodes(batch, other)).toBeUndefined();
    expect(joinCodes(product, product)).toBeUndefined();
    expect(joinCodes(product, read('LOT-7'))).toBeUndefined();
  });
});

describe('expiryOf', () => {
  it('takes the best-before date only where there is no expiry date', () => {
    expect(expiryOf({ expiryDate: '2028-06-30', bestBefore: '2028-01-01' })).toBe('2028-06-30');
    expect(expiryOf({ expiryDate: null, bestBefore: '2028-01-01' })).toBe('2028-01-01');
  });
});
