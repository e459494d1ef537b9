import { expect, it } from 'vitest';
import { COMMANDS, refused, refusals, SUPPORTED } from './supported.js';
import { REGISTRY } from './commands/registry.js';
import { STAGES } from './query/aggregate.js';
import { checkTypes } from './query/bson.js';
import { BSONRegExp, Decimal128, MinKey, Timestamp } from 'bson';
import { compileExpression } from './query/expression.js';
import { EXPRESSION_OPERATORS } from './query/expression/operators.js';
import { FIELD_OPERATORS, parseFilter } from './query/filter.js';
import { UPDATE_OPERATORS } from './query/update/operators.js';
import { ACCUMULATORS } from './query/aggregate/group.js';

it.each<[keyof typeof SUPPORTED, readonly string[]]>([
  ['filter operator', ['$and', '$or', ...Object.keys(FIELD_OPERATORS)]],
  ['update operator', Object.keys(UPDATE_OPERATORS)],
  ['stage', [...STAGES.keys()]],
  ['accumulator', Object.keys(ACCUMULATORS)],
  ['expression operator', [...EXPRESSION_OPERATORS.keys()]],
])('the table of each %s equals what is implemented', (kind, implemented) => {
  expect([...implemented].sort()).toEqual([...SUPPORTED[kind]].sort());
});

it('the table of commands equals what is implemented', () => {
  // The entries with a dot are those of lists.
  const named = Object.keys(COMMANDS).filter((name) => !name.includes('.'));
  expect([...REGISTRY.keys()].sort()).toEqual(named.sort());
});

it('everything else is refused by name, and remembered', () => {
  expect(() => compileExpression({ $dateToString: { date: '$a' } })).toThrow(
    'The expression operator $dateToString is not supported by the embedded database',
  );
  expect(() => parseFilter({ $where: 'true' })).toThrow('The filter operator $where is not supported');
  expect(refused('command', 'collStats')).toMatchObject({ code: 59, message: "no such command: 'collStats'" });
  expect([...refusals]).toEqual(
    expect.arrayContaining(['expression operator $dateToString', 'filter operator $where', 'command collStats']),
  );
});

it.each([Decimal128.fromString('1'), new Timestamp({ t: 1, i: 1 }), new MinKey(), new BSONRegExp('a')])(
  'a value of the type of %s is not stored, however deep',
  (value) => {
    expect(() => checkTypes({ a: [{ b: value }] })).toThrow('is not supported by the embedded database');
  },
);
