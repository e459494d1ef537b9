import { Int32 } from 'bson';
import { tagOf, typeNameOf } from '../bson.js';
import { compareStrings } from '../compare.js';
import { MongoError } from '../error.js';
import { isNumeric, numberText, safeIntegerOf } from '../number.js';
import { binary, named, ranged, unary, valueOf, variadic } from './operator.js';
import { isNullish, type Operator, type OperatorTable } from './scope.js';

function concat(values: readonly unknown[]): unknown {
  let result = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    if (typeof value !== 'string')
      throw new MongoError(16702, `$concat only supports strings, not ${typeNameOf(value)}`);
    result += value;
  }
  return result;
}

/** What the older string operators accept as a string: also numbers and dates; null is empty. */
function coerced(value: unknown): string {
  if (isNullish(value)) return '';
  if (typeof value === 'string') return value;
  if (isNumeric(value)) return numberText(value);
  if (value instanceof Date) return value.toISOString();
  if (tagOf(value) === 'BSONSymbol') return (value as { value: string }).value;
  throw new MongoError(16007, `can't convert from BSON type ${typeNameOf(value)} to String`);
}

// MongoDB changes the case of ASCII letters only.
const upper = (text: string) => text.replace(/[a-z]+/g, (letters) => letters.toUpperCase());
const lower = (text: string) => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());

function requireString(name: string, code: number, value: unknown): string {
  if (typeof value === 'string') return value;
  throw new MongoError(code, `${name} requires a string argument, found: ${typeNameOf(value)}`);
}

function codePoints(text: string): string[] {
  return Array.from(text);
}

function substringByCodePoints([value, start, length]: unknown[]): unknown {
  const points = codePoints(coerced(value));
  const from = substringNumber('$substrCP', 34450, start);
  const count = substringNumber('$substrCP', 34452, length);
  if (from < 0) throw new MongoError(34455, '$substrCP: the starting index must be a non-negative integer.');
  if (count < 0) throw new MongoError(34454, '$substrCP: length must be a non-negative integer.');
  return points.slice(from, from + count).join('');
}

function substringNumber(name: string, code: number, value: unknown): number {
  const whole = safeIntegerOf(value);
  if (whole !== undefined) return whole;
  throw new MongoError(code, `${name}: argument must be a 32-bit integer (is BSON type ${typeNameOf(value)})`);
}

function substringByBytes([value, start, length]: unknown[]): unknown {
  const bytes = Buffer.from(coerced(value));
  const from = substringNumber('$substrBytes', 16034, start);
  const count = substringNumber('$substrBytes', 16035, length);
  if (from < 0) throw new MongoError(50752, `$substrBytes: starting index must be non-negative (got: ${from})`);
  const to = count < 0 ? bytes.length : Math.min(from + count, bytes.length);
  if (isContinuation(bytes[from]))
    throw new MongoError(28656, '$substrBytes:  Invalid range, starting index is a UTF-8 continuation byte.');
  if (isContinuation(bytes[to]))
    throw new MongoError(28657, '$substrBytes:  Invalid range, ending index is in the middle of a UTF-8 character.');
  return bytes.subarray(from, to).toString();
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function indexIn(name: string, codes: [number, number], unitsOf: (text: string) => readonly unknown[]) {
  return ranged(name, 2, 4, ([text, part, from, to]) => {
    if (isNullish(text)) return null;
    if (typeof text !== 'string') {
      throw new MongoError(codes[0], `${name} requires a string as the first argument, found: ${typeNameOf(text)}`);
    }
    if (typeof part !== 'string') {
      throw new MongoError(codes[1], `${name} requires a string as the second argument, found: ${typeNameOf(part)}`);
    }
    const units = unitsOf(text);
    const wanted = unitsOf(part);
    const start = boundary(name, from, 0);
    const stop = Math.min(boundary(name, to, units.length), units.length);
    for (let i = start; i + wanted.length <= stop; i++) {
      if (wanted.every((unit, k) => unit === units[i + k])) return new Int32(i);
    }
    return new Int32(-1);
  });
}

function boundary(name: string, value: unknown, otherwise: number): number {
  if (value === undefined) return otherwise;
  const whole = safeIntegerOf(value);
  if (whole === undefined) {
    throw new MongoError(40096, `${name} requires an integral index, found a value of type: ${typeNameOf(value)}`);
  }
  if (whole < 0) throw new MongoError(40097, `${name} requires a nonnegative index, found: ${whole}`);
  return whole;
}

function split(text: unknown, separator: unknown): unknown {
  if (isNullish(text) || isNullish(separator)) return null;
  if (typeof text !== 'string') {
    throw new MongoError(
      40085,
      `$split requires an expression that evaluates to a string as a first argument, found: ${typeNameOf(text)}`,
    );
  }
  if (typeof separator !== 'string') {
    throw new MongoError(
      40086,
      `$split requires an expression that evaluates to a string as a second argument, found: ${typeNameOf(separator)}`,
    );
  }
  if (separator === '') throw new MongoError(40087, '$split requires a non-empty separator');
  return text.split(separator);
}

const WHITESPACE = Array.from(
  '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
);

function trimmer(name: string, atStart: boolean, atEnd: boolean): Operator {
  const spec = { required: ['input'], optional: ['chars'], codes: { shape: 50696, unknown: 50694, missing: 50695 } };
  return named(name, spec, ({ input, chars }) => (root) => {
    const text = valueOf(input, root);
    const characters = chars ? chars(root) : undefined;
    if (isNullish(text) || characters === null) return null;
    if (typeof text !== 'string') {
      throw new MongoError(50699, `${name} requires its input to be a string, got ${typeNameOf(text)} instead.`);
    }
    if (characters !== undefined && typeof characters !== 'string') {
      throw new MongoError(50700, `${name} requires 'chars' to be a string, got ${typeNameOf(characters)} instead.`);
    }
    const drop = new Set(characters === undefined ? WHITESPACE : codePoints(characters));
    const points = codePoints(text);
    let start = 0;
    let stop = points.length;
    while (atStart && start < stop && drop.has(points[start] ?? '')) start++;
    while (atEnd && stop > start && drop.has(points[stop - 1] ?? '')) stop--;
    return points.slice(start, stop).join('');
  });
}

function replacer(name: '$replaceOne' | '$replaceAll'): Operator {
  const spec = { required: ['input', 'find', 'replacement'], codes: { shape: 51751, unknown: 51750, missing: 51749 } };
  return named(name, spec, ({ input, find, replacement }) => (root) => {
    const values = { input: valueOf(input, root), find: valueOf(find, root), replacement: valueOf(replacement, root) };
    const codes = { input: 51746, find: 51745, replacement: 51744 };
    for (const key of ['input', 'find', 'replacement'] as const) {
      const value = values[key];
      if (!isNullish(value) && typeof value !== 'string') {
        throw new MongoError(codes[key], `${name} requires that '${key}' be a string, found: ${typeNameOf(value)}`);
      }
    }
    const { input: text, find: part, replacement: other } = values;
    if (typeof text !== 'string' || typeof part !== 'string' || typeof other !== 'string') return null;
    // A function, so that $ has no special meaning in the replacement.
    return name === '$replaceOne' ? text.replace(part, () => other) : text.replaceAll(part, () => other);
  });
}

export const stringOperators: OperatorTable = {
  $concat: variadic(concat),
  $toUpper: unary('$toUpper', (value) => upper(coerced(value))),
  $toLower: unary('$toLower', (value) => lower(coerced(value))),
  $strcasecmp: binary(
    '$strcasecmp',
    (a, b) => new Int32(Math.sign(compareStrings(upper(coerced(a)), upper(coerced(b))))),
  ),
  $substr: ranged('$substr', 3, 3, substringByBytes),
  $substrBytes: ranged('$substrBytes', 3, 3, substringByBytes),
  $substrCP: ranged('$substrCP', 3, 3, substringByCodePoints),
  $strLenCP: unary('$strLenCP', (value) => new Int32(codePoints(requireString('$strLenCP', 34471, value)).length)),
  $strLenBytes: unary(
    '$strLenBytes',
    (value) => new Int32(Buffer.byteLength(requireString('$strLenBytes', 34473, value))),
  ),
  $indexOfCP: indexIn('$indexOfCP', [40093, 40094], codePoints),
  $indexOfBytes: indexIn('$indexOfBytes', [40091, 40092], (text) => [...Buffer.from(text)]),
  $split: binary('$split', split),
  $trim: trimmer('$trim', true, true),
  $ltrim: trimmer('$ltrim', true, false),
  $rtrim: trimmer('$rtrim', false, true),
  $replaceOne: replacer('$replaceOne'),
  $replaceAll: replacer('$replaceAll'),
};
