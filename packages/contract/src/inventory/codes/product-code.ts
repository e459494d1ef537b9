import { z } from 'zod';
import { BusinessDaySchema } from '../../common/day.js';
import { dayOfElement } from './element-day.js';
import {
  type Elements,
  faultOfElement,
  readBracketed,
  readDigitalLink,
  readElementString,
  SEPARATOR,
} from './elements.js';
import { toGtin14 } from './gtin.js';
import { type Element, identifierNames } from './identifiers.js';

/** No label of a box is longer; a longer text is refused unread. */
export const MAX_CODE_LENGTH = 512;

/** What a scanned code says. What it does not say is null. */
export const ProductCodeSchema = z.object({
  /** Elements of GS1, a GS1 Digital Link, a GTIN on its own, or a text that only its maker understands. */
  kind: z.enum(['gs1', 'link', 'gtin', 'text']),
  /** As it was read, without symbology identifier; a separator is ASCII 29. */
  text: z.string(),
  /** 14 digits, with leading zeros. Of the box or, where `contained` is set, of each pack in it. */
  gtin: z.string().nullable(),
  /** How many packs the box contains (37). */
  contained: z.number().int().nullable(),
  /** How many units the pack contains, where that varies (30). */
  count: z.number().int().nullable(),
  batchNumber: z.string().nullable(),
  producedOn: BusinessDaySchema.nullable(),
  bestBefore: BusinessDaySchema.nullable(),
  expiryDate: BusinessDaySchema.nullable(),
  serial: z.string().nullable(),
  /** Everything else that it contains, to be shown. */
  others: z.array(z.object({ identifier: z.string(), value: z.string() })),
});
export type ProductCode = z.infer<typeof ProductCodeSchema>;

/** What a code says, or why it cannot be read and what to do next. */
export type CodeReading = { code: ProductCode; fault?: undefined } | { code?: undefined; fault: string };

/**
 * Reads the text of a code as a decoder or a hand scanner prints it: elements of GS1 with or without brackets, a GS1
 * Digital Link, a GTIN, UPC-E for its GTIN, or any other text. Never throws.
 *
 * A symbology identifier of ISO/IEC 15424 (`]d2`, `]C1`, `]Q3`, `]e0` …) and a leading FNC1 are removed; they say that
 * elements follow. Without them, a text is taken for elements if it contains a separator or begins with elements that a
 * box begins with, see `beginsLikeBox`.
 *
 * @param today the day in the laboratory, which decides the century of two-digit years.
 */
export function readProductCode(scanned: string, today: string): CodeReading {
  if (scanned.length > MAX_CODE_LENGTH)
    return { fault: 'This code is too long for a label. Scan the code of the box.' };
  const [, symbology = '', text = ''] = /^(\][A-Za-z][0-9A-Za-z])?([^]*)$/.exec(scanned.trim()) ?? [];
  const clean = text.replaceAll(/^[\r\n\t ]+|[\r\n\t ]+$/g, '');
  if (clean.replaceAll(SEPARATOR, '') === '') return { fault: 'This code is empty. Scan another one.' };
  if (/\p{C}/u.test(clean.replaceAll(SEPARATOR, '')))
    return { fault: "This code contains characters that can't be on a label." };

  const link = readDigitalLink(clean);
  if (link) return interpret('link', clean, link, today);
  const elements = elementsOf(symbology, clean, today);
  if (elements) return interpret('gs1', elements.text, elements, today);
  const gtin = toGtin14(clean, { isEan8: symbology === ']E4' });
  if (gtin !== undefined) return { code: { ...blank, kind: 'gtin', text: clean, gtin } };
  if (retailSymbologies.includes(symbology)) return { fault: faultOfRetail(symbology, clean) };
  if (clean.includes(SEPARATOR)) return { fault: 'This code is incomplete. Scan it again.' };
  return { code: { ...blank, kind: 'text', text: clean } };
}

/** The day that counts as the expiry date: the best-before date only where the code has no other. */
export function expiryOf({ expiryDate, bestBefore }: Pick<ProductCode, 'expiryDate' | 'bestBefore'>): string | null {
  return expiryDate ?? bestBefore;
}

const joined = [
  'gtin',
  'contained',
  'count',
  'batchNumber',
  'producedOn',
  'bestBefore',
  'expiryDate',
  'serial',
] as const;

/**
 * Two codes of one box as one. Nothing if they contradict each other, if the second adds nothing, or if one is a text
 * that says nothing about a box.
 */
export function joinCodes(first: ProductCode, second: ProductCode): ProductCode | undefined {
  if (first.kind === 'text' || second.kind === 'text') return undefined;
  const contradicts = joined.some((key) => first[key] !== null && second[key] !== null && first[key] !== second[key]);
  const adds = joined.some((key) => first[key] === null && second[key] !== null);
  if (contradicts || !adds) return undefined;
  const both = Object.fromEntries(joined.map((key) => [key, first[key] ?? second[key]]));
  return { ...first, ...both, others: [...first.others, ...second.others].slice(0, MAX_OTHERS) };
}

const MAX_OTHERS = 30;

const blank: Omit<ProductCode, 'kind' | 'text'> = {
  gtin: null,
  contained: null,
  count: null,
  batchNumber: null,
  producedOn: null,
  bestBefore: null,
  expiryDate: null,
  serial: null,
  others: [],
};

/** GS1-128, GS1 DataMatrix, GS1 QR code, GS1 DataBar and GS1 DotCode. */
const elementSymbologies: readonly string[] = [']C1', ']d2', ']Q3', ']e0', ']J1'];
/** EAN-13 with UPC-A and UPC-E, EAN-8, and ITF-14, whose last digit is a check digit. */
const retailSymbologies: readonly string[] = [']E0', ']E4', ']I1'];

/**
 * What hand scanners type for a separator. None of it can be part of an element: the character set 82 has neither `|`,
 * `~`, `^` nor braces, and no batch number contains `<GS>`.
 */
const substitutes = /\u241d|\{GS\}|<GS>|\^\]|\\x1d|\\u001d|[|~^]/gi;

function elementsOf(symbology: string, clean: string, today: string): (Elements & { text: string }) | undefined {
  const text = clean.replaceAll(substitutes, SEPARATOR);
  if (text.startsWith('(')) {
    const bracketed = readBracketed(text);
    return 'elements' in bracketed || elementSymbologies.includes(symbology) ? { text, ...bracketed } : undefined;
  }
  const elements = readElementString(text);
  const isCertain = elementSymbologies.includes(symbology) || clean.startsWith(SEPARATOR);
  if (isCertain) return { text, ...elements };
  if (!('elements' in elements)) return undefined;
  return text.includes(SEPARATOR) || beginsLikeBox(elements.elements, today) ? { text, ...elements } : undefined;
}

/** A GTIN, or a date with something else: more than a batch number or the code of an item has by chance. */
function beginsLikeBox([first, second]: readonly Element[], today: string): boolean {
  if (!first) return false;
  if (first.identifier === '01' || first.identifier === '02') return toGtin14(first.value) !== undefined;
  const isDay = ['11', '15', '17'].includes(first.identifier) && dayOfElement(first.value, today) !== undefined;
  return isDay && second !== undefined && second.identifier in identifierNames;
}

function interpret(kind: 'gs1' | 'link', text: string, read: Elements, today: string): CodeReading {
  if ('fault' in read) return read;
  const elements = read.elements.map((element) => (kind === 'link' ? withFullGtin(element) : element));
  const values = new Map<string, string>();
  for (const element of elements) {
    const fault = faultOfElement(element) ?? faultOfValue(element, today);
    if (fault !== undefined) return { fault };
    const { identifier, value } = element;
    if ((values.get(identifier) ?? value) !== value) {
      return { fault: `This code has two values for the ${identifierNames[identifier] ?? `element (${identifier})`}.` };
    }
    values.set(identifier, value);
  }
  const textOf = (identifier: string) => values.get(identifier) ?? null;
  const day = (identifier: string) => dayOfElement(values.get(identifier) ?? '', today) ?? null;
  const contents = textOf('02');
  const own = textOf('01');
  if (own !== null && contents !== null) return { fault: 'This code names two products. Scan the code of one box.' };
  const whole = (identifier: string) => (values.has(identifier) ? Number(values.get(identifier)) : null);
  // A count of contents without the contents says nothing that stock depends on.
  const others = [...values].filter(
    ([identifier]) => !(identifier in identifierNames) || (identifier === '37' && contents === null),
  );
  return {
    code: {
      kind,
      text,
      gtin: own ?? contents,
      contained: contents === null ? null : whole('37'),
      count: whole('30'),
      batchNumber: textOf('10'),
      producedOn: day('11'),
      bestBefore: day('15'),
      expiryDate: day('17'),
      serial: textOf('21'),
      others: others.map(([identifier, value]) => ({ identifier, value })),
    },
  };
}

/** Links may have a GTIN without its leading zeros. */
function withFullGtin({ identifier, value }: Element): Element {
  return { identifier, value: identifier === '01' && /^\d{8,13}$/.test(value) ? value.padStart(14, '0') : value };
}

function faultOfValue({ identifier, value }: Element, today: string): string | undefined {
  const name = identifierNames[identifier] ?? '';
  if (identifier === '01' || identifier === '02') {
    return toGtin14(value) === undefined ? wrongCheckDigit(name, value) : undefined;
  }
  const isDate = identifier === '11' || identifier === '15' || identifier === '17';
  if (!isDate || dayOfElement(value, today) !== undefined) return undefined;
  return `The ${name} in this code, ${value}, isn't a date. Enter what is printed on the box.`;
}

function faultOfRetail(symbology: string, text: string): string {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return 'This code is incomplete. Scan it again.';
  if (symbology !== ']E0' || text.length !== 8 || text.startsWith('0')) return wrongCheckDigit('GTIN', text);
  return "This UPC-E code doesn't begin with 0. Enter the item by hand.";
}

function wrongCheckDigit(name: string, digits: string): string {
  return `The check digit of the ${name} ${digits.slice(0, 20)} is wrong. Scan the code again.`;
}
