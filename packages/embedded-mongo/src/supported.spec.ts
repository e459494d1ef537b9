import { expect, it } from 'vitest';
import { compileExpression, EXPRESSION_OPERATORS } from './query/expression.js';
import { SUPPORTED } from './supported.js';

it('the table of what is supported equals what is implemented', () => {
  expect([...EXPRESSION_OPERATORS.keys()].sort()).toEqual([...SUPPORTED['expression operator']].sort());
});

it('everything else is refused by name', () => {
  expect(() => compileExpression({ $dateToString: { date: '$a' } })).toThrow(
    'The expression operator $dateToString is not supported by the embedded database',
  );
});
