import { isDocument, decode, type Document } from '../query/bson.js';
import { failedToParse, MongoError, notImplemented, typeMismatch } from '../query/error.js';
import { isNumeric, toDouble } from '../query/number.js';
import { typeNameOf } from '../query/bson.js';
import { refuseCollation } from '../catalog/index-specification.js';
import type { Call, Command } from './command.js';

const UNKNOWN_FIELD = 40415;
const OUT_OF_RANGE = 51024;
const UNSATISFIABLE_WRITE_CONCERN = 100;

/** Fields that any command may contain. */
const GENERIC = [
  '$db',
  '$clusterTime',
  '$readPreference',
  '$audit',
  '$client',
  '$configServerState',
  'lsid',
  'txnNumber',
  'autocommit',
  'startTransaction',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'maxTimeMSOpOnly',
  'comment',
  'apiVersion',
  'apiStrict',
  'apiDeprecationErrors',
  'operationTime',
  'collation',
];

/** Rejects by name the fields that a command does not know or this engine does not support. */
export function checkFields(command: Command, body: Document): void {
  const [name = ''] = command.names;
  for (const [field, value] of Object.entries(body)) {
    if (command.names.includes(field) || GENERIC.includes(field) || command.fields.includes(field)) continue;
    if (!command.unsupported?.includes(field)) {
      throw new MongoError(UNKNOWN_FIELD, `BSON field '${name}.${field}' is an unknown field.`);
    }
    if (!isOff(value)) throw notImplemented(`The option '${field}' of the command '${name}'`);
  }
  refuseCollation(body.collation);
  checkWriteConcern(body.writeConcern);
}

/** Rejects by name the fields that an entry of a command's list does not know or this engine does not support. */
export function checkEntry(
  command: string,
  entry: Document,
  fields: readonly string[],
  unsupported: readonly string[] = [],
): void {
  for (const [field, value] of Object.entries(entry)) {
    if (fields.includes(field)) continue;
    if (!unsupported.includes(field)) {
      throw new MongoError(UNKNOWN_FIELD, `BSON field '${command}.${field}' is an unknown field.`);
    }
    if (!isOff(value)) throw notImplemented(`The option '${field}' of '${command}'`);
  }
  refuseCollation(entry.collation);
}

function isOff(value: unknown): boolean {
  return value === undefined || value === null || value === false || (isNumeric(value) && toDouble(value) === 0);
}

function checkWriteConcern(concern: unknown): void {
  if (!isDocument(concern)) return;
  if (isNumeric(concern.w) && toDouble(concern.w) > 1) {
    throw new MongoError(UNSATISFIABLE_WRITE_CONCERN, 'Not enough data-bearing nodes');
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

/** A field that must be a boolean. */
export function booleanField(body: Document, name: string, otherwise = false): boolean {
  const value = body[name];
  if (value === undefined || value === null) return otherwise;
  if (typeof value === 'boolean') return value;
  if (isNumeric(value)) return toDouble(value) !== 0;
  throw wrongType(name, value, 'bool');
}

/** A field that must be a string. */
export function stringField(body: Document, name: string): string {
  const value = body[name];
  if (typeof value !== 'string') throw wrongType(name, value, 'string');
  return value;
}

/** The documents of a list, taken from the body or from the accompanying sequence. */
export function listField(call: Call, name: string): Document[] {
  const sequence = call.sequences.get(name);
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
