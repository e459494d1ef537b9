import { type Element, identifierLength, identifierNames, predefinedLengths } from './identifiers.js';

/** FNC1 where it ends an element, as decoders print it (GS1 General Specifications, “FNC1 as a separator”). */
export const SEPARATOR = '\u001d';

const leading = new RegExp(`^${SEPARATOR}+`);
const outer = new RegExp(`^${SEPARATOR}+|${SEPARATOR}+$`, 'g');

/** A code with more is not the label of a box. */
export const MAX_ELEMENTS = 30;

export type Elements = { elements: Element[] } | { fault: string };

/**
 * The elements of a string without brackets, such as `01095011010209171728063010AB12`, in any order. Elements of
 * predefined length follow each other; others end at a separator or with the string.
 */
export function readElementString(text: string): Elements {
  const elements: Element[] = [];
  let rest = text.replaceAll(outer, '');
  while (rest !== '') {
    const start = rest.slice(0, 2);
    const total = predefinedLengths[start];
    const separator = rest.indexOf(SEPARATOR);
    const end = separator === -1 ? rest.length : separator;
    const element = rest.slice(0, Math.min(total ?? end, end));
    const length = identifierLength(start);
    if (!/^\d+$/.test(element.slice(0, length)) || element.length <= length) return { fault: incomplete };
    if (total !== undefined && element.length < total) return { fault: incomplete };
    elements.push({ identifier: element.slice(0, length), value: element.slice(length) });
    if (elements.length > MAX_ELEMENTS) return { fault: tooMany };
    rest = rest.slice(element.length).replace(leading, '');
  }
  return elements.length === 0 ? { fault: incomplete } : { elements };
}

/** The elements of the form that is printed below a code: `(01)09501101020917(17)280630(10)AB12`. */
export function readBracketed(text: string): Elements {
  const starts = [...text.matchAll(/\((\d{2,4})\)/g)].filter(
    ({ 1: identifier = '' }) => identifierLength(identifier.slice(0, 2)) === identifier.length,
  );
  if (starts[0]?.index !== 0) return { fault: incomplete };
  if (starts.length > MAX_ELEMENTS) return { fault: tooMany };
  const elements = starts.map(({ 0: bracket, 1: identifier = '', index }, place) => ({
    identifier,
    value: text
      .slice(index + bracket.length, starts[place + 1]?.index)
      .replaceAll(SEPARATOR, '')
      .trim(),
  }));
  return elements.some(({ value }) => value === '') ? { fault: incomplete } : { elements };
}

/**
 * The elements of a GS1 Digital Link URI of any domain (GS1 Digital Link: URI Syntax): pairs of identifier and value in
 * the path from `01` on, and in the query, where names that are not identifiers belong to someone else. Nothing if the
 * text is another link.
 */
export function readDigitalLink(text: string): Elements | undefined {
  const [, path = '', query = ''] = /^https?:\/\/[^/?#]+(\/[^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(text) ?? [];
  const segments = path.split('/').slice(1);
  const first = segments.findIndex((part, index) => part === '01' && /^\d{8,14}$/.test(segments[index + 1] ?? ''));
  if (first === -1) return undefined;
  const inPath = segments
    .slice(first)
    .flatMap((identifier, index, all) => (index % 2 === 0 ? [[identifier, all[index + 1]]] : []));
  const inQuery = query.split(/[&;]/).map((pair) => pair.split('='));
  const elements: Element[] = [];
  for (const [identifier = '', encoded = ''] of [...inPath, ...inQuery]) {
    if (encoded === '' || !/^\d{2,4}$/.test(identifier)) continue;
    const value = decoded(encoded);
    if (value === undefined) return { fault: 'This link is damaged. Scan the code again.' };
    elements.push({ identifier, value });
  }
  return elements.length > MAX_ELEMENTS ? { fault: tooMany } : { elements };
}

function decoded(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}

/** Most characters of an element that no one here reads (GS1 General Specifications, identifiers 91 to 99 and 8013). */
const MAX_VALUE = 90;
/** Characters that element strings consist of (GS1 General Specifications, “GS1 AI encodable character set 82”). */
const encodable = /^[!"%-?A-Z_a-z]+$/;

const rules: Readonly<Record<string, RegExp>> = {
  '01': /^\d{14}$/,
  '02': /^\d{14}$/,
  '10': /^.{1,20}$/,
  '21': /^.{1,20}$/,
  '11': /^\d{6}$/,
  '15': /^\d{6}$/,
  '17': /^\d{6}$/,
  '30': /^\d{1,8}$/,
  '37': /^\d{1,8}$/,
};

/** Why an element cannot be what its identifier says. Whether a GTIN or a day exists is checked later. */
export function faultOfElement({ identifier, value }: Element): string | undefined {
  const name = identifierNames[identifier] ?? `element (${identifier})`;
  if (value.length > MAX_VALUE || !encodable.test(value))
    return `The ${name} in this code has characters that can't be on a label.`;
  const rule = rules[identifier];
  if (!rule || rule.test(value)) return undefined;
  return identifier === '10' || identifier === '21'
    ? `The ${name} in this code is longer than 20 characters. If a hand scanner read it, set it up to send separators.`
    : `The ${name} in this code has the wrong length.`;
}

const incomplete = 'This code is incomplete. Scan it again.';
const tooMany = `This code has more than ${MAX_ELEMENTS} elements. Scan the code of the box.`;
