import { describe, expect, it } from 'vitest';
import { expressionCases } from './testing/cases/expression.js';
import { integerExpressions } from './testing/cases/integers.js';
import { unsupportedExpressions } from './testing/cases/unsupported.js';
import { compileExpression } from './expression.js';
import { check, overWire } from './testing/run.js';

describe('compileExpression', () => {
  it.each([...expressionCases, ...integerExpressions, ...unsupportedExpressions])(
    '$name',
    ({ expression, doc, expected }) => {
      const wired = overWire({ expression, doc: doc ?? {} });
      check(() => compileExpression(wired.expression)(wired.doc), expected);
    },
  );

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
