import { type Document, isDocument, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { field, setField } from '../paths.js';
import { checkNames, unary } from './operator.js';
import { isNullish, type Evaluate, type Operator, type OperatorTable, type Scope } from './scope.js';

function toArray(value: unknown): unknown {
  if (isNullish(value)) return null;
  if (!isDocument(value)) {
    throw new MongoError(40390, `$objectToArray requires a document input, found: ${typeNameOf(value)}`);
  }
  return Object.entries(value).map(([k, v]) => ({ k, v }));
}

function toObject(list: unknown): unknown {
  if (isNullish(list)) return null;
  if (!Array.isArray(list)) {
    throw new MongoError(40386, `$arrayToObject requires an array input, found: ${typeNameOf(list)}`);
  }
  const result: Document = {};
  for (const entry of list as unknown[]) {
    const [key, value] = entryOf(entry);
    setField(result, key, value);
  }
  return result;
}

function entryOf(entry: unknown): [string, unknown] {
  if (Array.isArray(entry)) {
    const [key, value] = entry as unknown[];
    if (entry.length !== 2) {
      throw new MongoError(
        40397,
        `$arrayToObject requires an array of size 2 arrays,found array of size: ${entry.length}`,
      );
    }
    if (typeof key !== 'string') {
      throw new MongoError(
        40395,
        `$arrayToObject requires an array of key-value pairs, where the key must be of type string. Found key type: ${typeNameOf(key)}`,
      );
    }
    return [key, value];
  }
  if (!isDocument(entry)) {
    throw new MongoError(40398, `Unrecognised input type format for $arrayToObject: ${typeNameOf(entry)}`);
  }
  if (Object.keys(entry).length !== 2 || !('k' in entry) || !('v' in entry)) {
    throw new MongoError(
      40392,
      `$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:${Object.keys(entry).length}`,
    );
  }
  if (typeof entry.k !== 'string') {
    throw new MongoError(
      40394,
      `$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be of type string. Found type: ${typeNameOf(entry.k)}`,
    );
  }
  return [entry.k, entry.v];
}

const getField: Operator = (argument, scope, compile) => {
  const full = isDocument(argument) && Object.keys(argument)[0]?.startsWith('$') !== true;
  const fields = full
    ? checkNames('$getField', { required: ['field', 'input'], codes: { unknown: 3041701, missing: 3041702 } }, argument)
    : { field: argument, input: '$$CURRENT' };
  const name = fieldName('$getField', fields.field, scope, compile);
  const input = compile(fields.input, scope);
  return (root) => {
    const value = input(root);
    return isNullish(value) ? value : isDocument(value) ? field(value, name) : undefined;
  };
};

function fieldName(
  operator: string,
  expression: unknown,
  scope: Scope,
  compile: (e: unknown, s: Scope) => Evaluate,
): string {
  const name = typeof expression === 'string' ? expression : compile(expression, scope)({});
  if (typeof name === 'string') return name;
  throw new MongoError(
    5654602,
    `${operator} requires 'field' to evaluate to a constant string, but got ${typeNameOf(name)}`,
  );
}

function fieldSetter(operator: '$setField' | '$unsetField'): Operator {
  const required = operator === '$setField' ? ['field', 'input', 'value'] : ['field', 'input'];
  return (argument, scope, compile) => {
    const fields = checkNames(
      operator,
      { required, codes: { shape: 4161100, unknown: 4161101, missing: 4161102 } },
      argument,
    );
    const name = fieldName(operator, fields.field, scope, compile);
    const input = compile(fields.input, scope);
    const value = operator === '$setField' ? compile(fields.value, scope) : () => undefined;
    return (root) => {
      const target = input(root);
      if (isNullish(target)) return null;
      if (!isDocument(target)) {
        throw new MongoError(4161105, `${operator} requires 'input' to evaluate to type Object`);
      }
      const copy = { ...target };
      const next = value(root);
      if (next === undefined) Reflect.deleteProperty(copy, name);
      else setField(copy, name, next);
      return copy;
    };
  };
}

export const objectOperators: OperatorTable = {
  $objectToArray: unary('$objectToArray', toArray),
  $arrayToObject: unary('$arrayToObject', toObject),
  $getField: getField,
  $setField: fieldSetter('$setField'),
  $unsetField: fieldSetter('$unsetField'),
};
