import { Int32, Long, Timestamp } from 'bson';
import { calculate } from '../arithmetic.js';
import { BsonType, bsonType, type Document, isDocument, typeNameOf } from '../bson.js';
import { compareValues } from '../compare.js';
import { badValue, typeMismatch } from '../error.js';
import { describe } from '../match/predicates.js';
import { exactOf, isNumeric } from '../number.js';
import type { Change } from './edit.js';

/** `$inc` and `$mul`. A missing field counts as zero of the operand's type. */
export function arithmetic(operator: '$inc' | '$mul', path: string, operand: unknown): Change {
  if (!isNumeric(operand)) {
    const verb = operator === '$inc' ? 'increment' : 'multiply';
    throw typeMismatch(`Cannot ${verb} with non-numeric argument: {${path}: ${describe(operand)}}`);
  }
  const operation = operator === '$inc' ? 'add' : 'multiply';
  return (current, document) => {
    if (current === undefined) return operator === '$inc' ? operand : calculate('multiply', operand, new Int32(0));
    if (!isNumeric(current)) {
      throw typeMismatch(
        `Cannot apply ${operator} to a value of non-numeric type. {_id: ${describe(document._id)}} has the field '${lastPart(path)}' of non-numeric type ${typeNameOf(current)}`,
      );
    }
    return calculate(operation, current, operand, () => {
      throw badValue(
        `Failed to apply ${operator} operations to current value ((NumberLong)${describe(current)}) for document {_id: ${describe(document._id)}}`,
      );
    });
  };
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** `$min` and `$max`, by BSON's order over all types. */
export function extreme(operator: '$min' | '$max', operand: unknown): Change {
  const sign = operator === '$min' ? 1 : -1;
  return (current) => (current === undefined || compareValues(operand, current) * sign < 0 ? operand : current);
}

const BIT_OPERATIONS: Record<string, (a: bigint, b: bigint) => bigint> = {
  and: (a, b) => a & b,
  or: (a, b) => a | b,
  xor: (a, b) => a ^ b,
};

/** `$bit: { and | or | xor: <int or long> }`. */
export function bitwise(path: string, operand: unknown): Change {
  if (!isDocument(operand)) {
    throw badValue(
      `The $bit modifier is not compatible with a ${typeNameOf(operand)}. You must pass in an embedded document: {$bit: {field: {and/or/xor: #}}`,
    );
  }
  const steps = Object.entries(operand).map(([name, value]) => {
    const operation = BIT_OPERATIONS[name];
    if (!operation) {
      throw badValue(
        `The $bit modifier only supports 'and', 'or', and 'xor', not '${name}' which is an unknown operator: {${name}: ${describe(value)}}`,
      );
    }
    if (!isIntegral(value)) {
      throw badValue(
        `The $bit modifier field must be an Integer(32/64 bit); a '${typeNameOf(value)}' is not supported here: {${name}: ${describe(value)}}`,
      );
    }
    return { operation, value };
  });
  if (steps.length === 0) {
    throw badValue(`You must pass in at least one bitwise operation. The format is: {$bit: {field: {and/or/xor: #}}`);
  }
  return (current, document) => {
    const start = current ?? new Int32(0);
    if (!isIntegral(start)) {
      throw badValue(
        `Cannot apply $bit to a value of non-integral type.{_id: ${describe(document._id)}} has the field ${lastPart(path)} of non-integer type ${typeNameOf(start)}`,
      );
    }
    return steps.reduce<unknown>((value, step) => applyBits(step.operation, value, step.value), start);
  };
}

function isIntegral(value: unknown): boolean {
  return isNumeric(value) && [BsonType.int, BsonType.long].some((type) => type === bsonType(value));
}

function applyBits(operation: (a: bigint, b: bigint) => bigint, a: unknown, b: unknown): Int32 | Long {
  const result = operation(BigInt(exactOf(a) as number | bigint), BigInt(exactOf(b) as number | bigint));
  const isLong = [a, b].some((value) => bsonType(value) === BsonType.long);
  return isLong ? Long.fromBigInt(result) : new Int32(Number(result));
}

/** `$currentDate`: true, or the requested type. */
export function currentDate(now: Date, operand: unknown): Change {
  const type = isDocument(operand) ? operand.$type : undefined;
  if (isDocument(operand)) refuseOtherFields(operand);
  if (type === 'timestamp') {
    const timestamp = new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
    return () => timestamp;
  }
  if (type === 'date' || typeof operand === 'boolean') return () => now;
  if (isDocument(operand)) {
    throw badValue(
      "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: 'date'}}}",
    );
  }
  throw badValue(
    `${typeNameOf(operand)} is not valid type for $currentDate. Please use a boolean ('true') or a $type expression ({$type: 'timestamp/date'}).`,
  );
}

function refuseOtherFields(operand: Document): void {
  const other = Object.keys(operand).find((name) => name !== '$type');
  if (other !== undefined) throw badValue(`Unrecognized $currentDate option: ${other}`);
}
