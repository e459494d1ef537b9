import { describe, expect, it } from 'vitest';
import { expressionCases } from './cases/expression.js';
import { integerExpressions } from './cases/integers.js';
import { compileExpression, Scope, scopeWith } from './expression.js';
import { check, overWire } from './testing/run.js';

describe('compileExpression', () => {
  it.each([...expressionCases, ...integerExpressions])('$name', ({ expression, doc, expected }) => {
    const wired = overWire({ expression, doc: doc ?? {} });
    check(() => compileExpression(wired.expression)(wired.doc), expected);
  });

  it('sets $$NOW to the time of the command', () => {
    const now = new Date('2024-05-06T07:08:09Z');
    expect(compileExpression('$$NOW', new Scope(now))({})).toBe(now);
  });

  it('knows the command’s variables', () => {
    const scope = scopeWith(new Date(), { limit: 5 });
    expect(compileExpression({ $gt: ['$a', '$$limit'] }, scope)({ a: 7 })).toBe(true);
  });

  it('evaluates the same expression for many documents', () => {
    const evaluate = compileExpression({ $add: ['$a', '$b'] });
    expect(
      [
        { a: 1, b: 1 },
        { a: 2, b: 10 },
      ].map((doc) => String(evaluate(doc))),
    ).toEqual(['2', '12']);
  });
});
