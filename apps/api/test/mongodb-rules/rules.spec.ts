import { indexCases } from './cases/indexes';
import { queryCases } from './cases/queries';
import { transactionCases } from './cases/transactions';
import { writeCases } from './cases/writes';
import { CommandChecker, rules } from './rules';

const cases = [...transactionCases, ...indexCases, ...queryCases, ...writeCases];
const rulesOf = (words: string) => rules.filter(({ says }) => says.startsWith(words));

it('every rule has a case', () => {
  const tested = cases.flatMap(([words]) => rulesOf(words));
  expect(new Set(tested)).toEqual(new Set(rules));
  expect(tested).toHaveLength(rules.length);
});

it.each(cases)('%s …', (words, refused, allowed) => {
  const [rule] = rulesOf(words);
  expect(rule?.isBroken(refused)).toBe(true);
  expect(rule?.isBroken(allowed)).toBe(false);
});

describe('a checker', () => {
  const index = (name: string) => ({ createIndexes: 'c', indexes: [{ key: { a: 1 }, name }] });

  it('names the command, the rule and its page', () => {
    const checker = new CommandChecker();
    checker.check('find', 'test', { find: 'c', limit: -1, filter: { a: 1n } });
    expect(checker.broken).toEqual([
      "MongoDB would refuse find: skip, limit and batchSize are whole numbers that aren't negative " +
        '(https://www.mongodb.com/docs/manual/reference/command/find/)\n' +
        '  {"find":"c","limit":-1,"filter":{"a":"1"}}',
    ]);
  });

  it('sees maps and documents of mongoose as they are stored', () => {
    const checker = new CommandChecker();
    const sort = new Map([['a', 2]]);
    checker.check('find', 'test', { find: 'c', sort });
    checker.check('insert', 'test', { insert: 'c', documents: [{ toBSON: () => ({ _id: [1] }) }] });
    expect(checker.broken).toHaveLength(2);
  });

  it.each([
    ['drop', 'test', { drop: 'c' }],
    ['dropIndexes', 'test', { dropIndexes: 'c', index: 'i' }],
    ['dropIndexes', 'test', { dropIndexes: 'c', index: '*' }],
    ['dropDatabase', 'test', { dropDatabase: 1 }],
    ['renameCollection', 'admin', { renameCollection: 'test.c', to: 'test.d' }],
  ])('remembers the indexes of a collection until %s on %s: %j', (name, database, command) => {
    const checker = new CommandChecker();
    checker.check('createIndexes', 'test', index('i'));
    checker.check('createIndexes', 'other', index('j'));
    checker.check(name, database, command);
    checker.check('createIndexes', 'test', index('j'));
    expect(checker.broken).toEqual([]);
    checker.check('createIndexes', 'test', index('k'));
    expect(checker.broken).toHaveLength(1);
  });

  it('remembers which collections a transaction creates', () => {
    const transaction = { lsid: { id: 1 }, txnNumber: 1, autocommit: false };
    const checker = new CommandChecker();
    checker.check('create', 'test', { create: 'c', ...transaction });
    checker.check('createIndexes', 'test', { ...index('i'), ...transaction });
    expect(checker.broken).toEqual([]);
    checker.check('createIndexes', 'test', { ...index('i'), ...transaction, txnNumber: 2 });
    expect(checker.broken).toHaveLength(1);
  });
});
