import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completedTaxNumbers,
  gstinCheckCharacter,
  gstinFault,
  GstinSchema,
  normalizedTaxNumber,
  panFault,
  PanSchema,
  StateCodeSchema,
  taxNumbersFault,
} from './gstin.js';
import { gstStates } from './gst-states.js';
import { ChangeSupplierStatusBody, CreateSupplierBody } from './supplier.schema.js';

const characters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
const letter = fc.constantFrom(...characters.slice(10));
const digit = fc.constantFrom(...characters.slice(0, 10));

const gstin = fc
  .tuple(
    fc.constantFrom(...Object.keys(gstStates)),
    fc.array(letter, { minLength: 5, maxLength: 5 }),
    fc.array(digit, { minLength: 4, maxLength: 4 }),
    letter,
    fc.constantFrom(...characters.slice(1)),
  )
  .map(([state, letters, digits, last, entity]) => {
    const first = `${state}${letters.join('')}${digits.join('')}${last}${entity}Z`;
    return first + gstinCheckCharacter(first);
  });

function replaced(text: string, index: number, by: string): string {
  return text.slice(0, index) + by + text.slice(index + 1);
}

function swapped(text: string, index: number): string {
  const [a = '', b = ''] = [text[index], text[index + 1]];
  return text.slice(0, index) + b + a + text.slice(index + 2);
}

const checks = (text: string) => gstinCheckCharacter(text.slice(0, 14)) === text[14];

describe('a GSTIN', { timeout: 30_000 }, () => {
  it.each(['27AAPFU0939F1ZV', '29AAGCB7383J1Z4', '24AAACC1206D1ZM'])('such as %s is valid', (number) => {
    expect(gstinFault(number)).toBeUndefined();
  });

  it('is valid wherever its last character is computed', () => {
    fc.assert(
      fc.property(gstin, (number) => {
        expect(gstinFault(number)).toBeUndefined();
      }),
    );
  });

  it('is refused after every change of one character', () => {
    fc.assert(
      fc.property(gstin, (number) => {
        for (let index = 0; index < number.length; index += 1) {
          for (const other of characters) {
            if (other !== number[index]) expect(gstinFault(replaced(number, index, other))).toBeDefined();
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('is refused after every swap of two different neighbours', () => {
    fc.assert(
      fc.property(gstin, fc.nat(13), (number, index) => {
        fc.pre(number[index] !== number[index + 1]);
        expect(gstinFault(swapped(number, index))).toBeDefined();
      }),
      { numRuns: 1_000 },
    );
  });

  it('has a last character that shows 1,258 of the 1,260 swaps of two different neighbours, all but of 0 and Z', () => {
    const missed = characters.flatMap((a) =>
      characters.flatMap((b) => {
        const number = `${a}${b}`.padEnd(14, '1');
        const full = number + gstinCheckCharacter(number);
        return a !== b && checks(swapped(full, 0)) ? [a + b] : [];
      }),
    );
    expect(missed).toEqual(['0Z', 'Z0']);
  });

  it.each([
    ['27AAPFU0939F1Z', 'A GSTIN has 15 characters, and this one has 14'],
    ['27AAPFU0939F1Z-', 'A GSTIN has only letters and digits'],
    ['39AAPFU0939F1ZV', 'The first two digits of the GSTIN aren’t the code of a state'],
    ['00AAPFU0939F1ZV', 'The first two digits of the GSTIN aren’t the code of a state'],
    ['27AAPF10939F1ZV', 'Characters 3 to 12 of the GSTIN aren’t a PAN: five letters, four digits and a letter'],
    ['27AAPFU0939F0ZV', 'Characters 13 and 14 of the GSTIN are wrong: the 13th is 1 to 9 or a letter, the 14th is Z'],
    ['27AAPFU0939F1ZW', 'A character of the GSTIN is mistyped. Compare it with the invoice or the certificate.'],
  ])('%s is refused in words of its own', (number, message) => {
    expect(gstinFault(number)).toBe(message);
  });

  it('never gives the right character away', () => {
    fc.assert(
      fc.property(gstin, fc.constantFrom(...characters), (number, last) => {
        fc.pre(last !== number[14]);
        expect(gstinFault(replaced(number, 14, last))).not.toMatch(/\b[0-9A-Z]\.$|should/);
      }),
    );
  });

  it('has the code of each state that has a name, and no other', () => {
    const codes = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
    expect(codes.filter((code) => StateCodeSchema.safeParse(code).success)).toEqual(Object.keys(gstStates).sort());
  });

  it('may be typed in lower case and with spaces, and be absent', () => {
    expect(normalizedTaxNumber(' 27 aapfu 0939f1zv ')).toBe('27AAPFU0939F1ZV');
    expect(GstinSchema.parse('27 aapfu0939f1zv')).toBe('27AAPFU0939F1ZV');
    expect(GstinSchema.parse('  ')).toBeNull();
    expect(PanSchema.parse('aapfu0939f')).toBe('AAPFU0939F');
    expect(panFault('AAPFU0939')).toBe('A PAN has five letters, four digits and a letter');
  });
});

describe('the numbers of a supplier', () => {
  const numbers = { gstin: '27AAPFU0939F1ZV', pan: null, stateCode: null };

  it('follow from the GSTIN where they are left open', () => {
    expect(completedTaxNumbers(numbers)).toEqual({ ...numbers, pan: 'AAPFU0939F', stateCode: '27' });
  });

  it('must agree with it', () => {
    expect(taxNumbersFault({ ...numbers, pan: 'AAPFU0939F', stateCode: '27' })).toBeUndefined();
    expect(taxNumbersFault({ ...numbers, pan: 'AAPFU0938F' })?.field).toBe('pan');
    expect(taxNumbersFault({ ...numbers, stateCode: '19' })?.field).toBe('stateCode');
    const { error } = CreateSupplierBody.safeParse({ name: 'Medline', gstin: numbers.gstin, pan: 'AAPFU0938F' });
    expect(error?.issues).toMatchObject([{ path: ['pan'] }]);
  });
});

describe('a change of status', () => {
  it('needs a reason unless it approves', () => {
    expect(ChangeSupplierStatusBody.safeParse({ status: 'approved', version: 1 }).success).toBe(true);
    for (const reason of ['', null]) {
      const { error } = ChangeSupplierStatusBody.safeParse({ status: 'on_hold', reason, version: 1 });
      expect(error?.issues[0]).toMatchObject({ path: ['reason'], message: 'Reason is required' });
    }
  });
});
