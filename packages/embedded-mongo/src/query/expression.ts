import { type Document, isDocument } from './bson.js';
import { EXPRESSION_OPERATORS } from './expression/operators.js';
import type { Evaluate } from './expression/operator.js';
import { refused } from '../supported.js';
import { field, isFieldName, setField } from './paths.js';

/**
 * Compiles an aggregation expression. The result returns the value for a document, or undefined if it is missing.
 * @throws MongoError 238 for an operator or a variable, which are not supported
 */
export function compileExpression(expression: unknown): Evaluate {
  if (typeof expression === 'string') return expression.startsWith('$') ? pathExpression(expression) : () => expression;
  if (Array.isArray(expression)) return arrayExpression(expression);
  if (isDocument(expression)) return documentExpression(expression);
  return () => expression;
}

function arrayExpression(list: readonly unknown[]): Evaluate {
  const values = list.map(compileExpression);
  return (root) => values.map((value) => value(root) ?? null);
}

function documentExpression(expression: Document): Evaluate {
  const names = Object.keys(expression);
  const first = names[0];
  if (first?.startsWith('$')) {
    if (names.length > 1) throw refused('expression operator', names.join(' beside '));
    return operatorExpression(first, expression[first]);
  }
  const wrong = names.find((name) => !isFieldName(name));
  if (wrong !== undefined) throw refused('expression operator', wrong);
  const fields = names.map((name): [string, Evaluate] => [name, compileExpression(expression[name])]);
  return (root) => {
    const result: Document = {};
    for (const [name, evaluate] of fields) {
      const value = evaluate(root);
      if (value !== undefined) setField(result, name, value);
    }
    return result;
  };
}

function operatorExpression(name: string, argument: unknown): Evaluate {
  const operator = EXPRESSION_OPERATORS.get(name);
  if (!operator) throw refused('expression operator', name);
  return operator(argument, compileExpression);
}

function pathExpression(text: string): Evaluate {
  if (text.startsWith('$$')) throw refused('variable', text);
  return fieldPath(fieldParts(text.slice(1)));
}

function fieldParts(path: string): string[] {
  const parts = path.split('.');
  if (!parts.every(isFieldName)) throw refused('expression operator', `$${path}`);
  return parts;
}

function fieldPath(parts: readonly string[]): Evaluate {
  const [first = ''] = parts;
  if (parts.length === 1) return (root) => field(root, first);
  return (root) => descend(root, parts, 0);
}

/** The value at a path in an expression: an array along the path yields the array of its documents' values. */
function descend(value: unknown, parts: readonly string[], from: number): unknown {
  for (let i = from; i < parts.length; i++) {
    if (Array.isArray(value)) return descendAll(value, parts, i);
    if (!isDocument(value)) return undefined;
    value = field(value, parts[i] ?? '');
  }
  return value;
}

function descendAll(array: readonly unknown[], parts: readonly string[], from: number): unknown[] {
  const found: unknown[] = [];
  for (const element of array) {
    const value = descend(element, parts, from);
    if (value !== undefined) found.push(value);
  }
  return found;
}
