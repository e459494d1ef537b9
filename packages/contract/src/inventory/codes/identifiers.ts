/**
 * Characters of an element with its identifier, by the first two digits of the identifier (GS1 General Specifications,
 * “Element strings with predefined length using GS1 Application Identifiers”). Such an element needs no separator; every
 * other one ends at a separator or with the code, whether its own length is fixed or not.
 */
export const predefinedLengths: Readonly<Record<string, number>> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '11': 8,
  '12': 8,
  '13': 8,
  '14': 8,
  '15': 8,
  '16': 8,
  '17': 8,
  '18': 8,
  '19': 8,
  '20': 4,
  '31': 10,
  '32': 10,
  '33': 10,
  '34': 10,
  '35': 10,
  '36': 10,
  '41': 16,
};

const withThreeDigits: readonly string[] = ['23', '24', '25', '40', '41', '42', '71'];
const withFourDigits: readonly string[] = [
  '31',
  '32',
  '33',
  '34',
  '35',
  '36',
  '39',
  '43',
  '70',
  '72',
  '80',
  '81',
  '82',
];

/** How many digits an identifier has, by its first two. Those that are not assigned are taken to have two. */
export function identifierLength(start: string): 2 | 3 | 4 {
  if (withThreeDigits.includes(start)) return 3;
  return withFourDigits.includes(start) ? 4 : 2;
}

/** An identifier with its value, as it stands in a code. */
export type Element = { identifier: string; value: string };

/** What the identifiers that stock depends on are called in messages. */
export const identifierNames: Readonly<Record<string, string>> = {
  '01': 'GTIN',
  '02': 'GTIN of the contents',
  '10': 'batch number',
  '11': 'production date',
  '15': 'best-before date',
  '17': 'expiry date',
  '21': 'serial number',
  '30': 'count',
  '37': 'count of the contents',
};
