import { COMMANDS, COMMON_OPTIONS, refused } from '../supported.js';
import { isDocument, decode, type Document, typeNameOf } from '../query/bson.js';
import { ErrorCode, failedToParse, MongoError, typeMismatch } from '../query/error.js';
import { isNumeric, toDouble } from '../query/number.js';
import type { Call } from './call.js';

const OUT_OF_RANGE = 51024;

/** Refuses the options of a command that are not supported. */
export function checkOptions(name: string, body: Document): void {
  checkNames(name, body, [name, ...COMMON_OPTIONS]);
  checkWriteConcern(body.writeConcern);
}

/** Refuses the options of the entries in a command's list that are not supported. */
export function checkEntries(list: string, entries: readonly Document[]): void {
  for (const entry of entries) checkNames(list, entry, []);
}

function checkNames(of: string, body: Document, others: readonly string[]): void {
  const options = COMMANDS[of] ?? [];
  for (const name of Object.keys(body)) {
    if (!options.includes(name) && !others.includes(name)) throw refused('option', `${of}.${name}`);
  }
}

function checkWriteConcern(concern: unknown): void {
  if (!isDocument(concern)) return;
  if (isNumeric(concern.w) && toDouble(concern.w) > 1) {
    throw new MongoError(ErrorCode.UnsatisfiableWriteConcern, 'Not enough data-bearing nodes');
  }
}

/** A field that must be a document; returns the default if it is missing or null. */
export function documentField(body: Document, name: string, otherwise: Document = {}): Document {
  const value = body[name];
  if (value === undefined || value === null) return otherwise;
  if (!isDocument(value)) throw wrongType(name, value, 'object');
  return value;
}

/** A field that must be an integer of at least `least`. */
export function integerField(body: Document, name: string, otherwise: number, least = 0): number {
  const value = body[name];
  if (value === undefined || value === null) return otherwise;
  if (!isNumeric(value)) throw wrongType(name, value, 'number');
  const number = toDouble(value);
  if (!Number.isInteger(number)) throw failedToParse(`Field '${name}' must be an integer, but found ${number}`);
  if (number < least) {
    throw new MongoError(OUT_OF_RANGE, `BSON field '${name}' value must be >= ${least}, actual value '${number}'`);
  }
  return number;
}

export function booleanField(body: Document, name: string, otherwise = false): boolean {
  const value = body[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return toDouble(value) !== 0;
  throw wrongType(name, value, 'bool');
}

export function stringField(body: Document, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw wrongType(name, value, 'string');
  return value;
}

/** The documents of a list, taken from the body or from the accompanying sequence. */
export function listField(call: Call, name: string): Document[] {
  const sequence = call.sent.sequences.get(name);
  if (sequence) return sequence.map((bytes) => decode(bytes));
  const value = call.body[name];
  if (!Array.isArray(value)) throw wrongType(name, value, 'array');
  return value.map((entry: unknown) => {
    if (!isDocument(entry)) throw wrongType(name, entry, 'object');
    return entry;
  });
}

function wrongType(name: string, value: unknown, expected: string): MongoError {
  return typeMismatch(
    value === undefined
      ? `BSON field '${name}' is missing but a required field`
      : `BSON field '${name}' is the wrong type '${typeNameOf(value)}', expected type '${expected}'`,
  );
}
