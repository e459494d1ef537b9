import { isDocument, typeNameOf } from '../bson.js';
import { MongoError } from '../error.js';
import { safeIntegerOf } from '../number.js';
import { checkNames } from './operator.js';
import { checkVariableName, isNullish, isTruthy, type Operator, type OperatorTable } from './scope.js';

const letIn: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$let',
    { required: ['vars', 'in'], codes: { shape: 16874, unknown: 16875, missing: 16876 } },
    argument,
  );
  if (!isDocument(fields.vars)) {
    throw new MongoError(10065, `invalid parameter: expected an object (vars)`);
  }
  const inner = scope.inner();
  const variables = Object.entries(fields.vars).map(([name, expression]) => ({
    evaluate: compile(expression, scope),
    set: inner.declare(checkVariableName(name)),
  }));
  const body = compile(fields.in, inner);
  return (root) => {
    const values = variables.map(({ evaluate }) => evaluate(root));
    for (const [i, { set }] of variables.entries()) set(values[i]);
    return body(root);
  };
};

const map: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$map',
    { required: ['input', 'in'], optional: ['as'], codes: { shape: 16878, unknown: 16879, missing: 16880 } },
    argument,
  );
  const input = compile(fields.input, scope);
  const inner = scope.inner();
  const set = inner.declare(variableName(fields.as));
  const body = compile(fields.in, inner);
  return (root) => {
    const list = input(root);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) throw new MongoError(16883, `input to $map must be an array not ${typeNameOf(list)}`);
    return list.map((element) => {
      set(element);
      return body(root) ?? null;
    });
  };
};

function variableName(name: unknown): string {
  if (name === undefined) return 'this';
  if (typeof name === 'string') return checkVariableName(name);
  throw new MongoError(9, `expected a string as the variable name, found ${typeNameOf(name)}`);
}

const filter: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$filter',
    { required: ['input', 'cond'], optional: ['as', 'limit'], codes: { shape: 28646, unknown: 28647, missing: 28648 } },
    argument,
  );
  const input = compile(fields.input, scope);
  const limit = compile(fields.limit ?? null, scope);
  const inner = scope.inner();
  const set = inner.declare(variableName(fields.as));
  const condition = compile(fields.cond, inner);
  return (root) => {
    const list = input(root);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) throw new MongoError(28651, `input to $filter must be an array not ${typeNameOf(list)}`);
    const most = limitOf(limit(root));
    const kept: unknown[] = [];
    for (const element of list) {
      if (kept.length >= most) break;
      set(element);
      if (isTruthy(condition(root))) kept.push(element);
    }
    return kept;
  };
};

function limitOf(limit: unknown): number {
  if (isNullish(limit)) return Infinity;
  const most = safeIntegerOf(limit);
  if (most === undefined) throw new MongoError(327391, '$filter: limit must be represented as a 32-bit integral value');
  if (most <= 0) throw new MongoError(327392, '$filter: limit must be greater than 0');
  return most;
}

const reduce: Operator = (argument, scope, compile) => {
  const fields = checkNames(
    '$reduce',
    { required: ['input', 'initialValue', 'in'], codes: { shape: 40075, unknown: 40076, missing: 40077 } },
    argument,
  );
  const input = compile(fields.input, scope);
  const initial = compile(fields.initialValue, scope);
  const inner = scope.inner();
  const setThis = inner.declare('this');
  const setValue = inner.declare('value');
  const body = compile(fields.in, inner);
  return (root) => {
    const list = input(root);
    if (isNullish(list)) return null;
    if (!Array.isArray(list)) {
      throw new MongoError(40080, `$reduce requires that 'input' be an array, found: ${typeNameOf(list)}`);
    }
    let value = initial(root);
    for (const element of list) {
      setThis(element);
      setValue(value);
      value = body(root);
    }
    return value;
  };
};

export const variableOperators: OperatorTable = {
  $let: letIn,
  $map: map,
  $filter: filter,
  $reduce: reduce,
};
