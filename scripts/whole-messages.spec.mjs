// The lint rule for sentences that are glued from fragments: what it reports, and what it leaves alone.
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';
import { root } from './shell.mjs';

let eslint;

beforeAll(() => {
  eslint = new ESLint({ cwd: root, ruleFilter: ({ ruleId }) => ruleId === 'no-restricted-syntax' });
});

async function findingsIn(code) {
  const [{ messages }] = await eslint.lintText(code, { filePath: 'apps/web/src/features/finance/one.tsx' });
  return messages.map(({ message }) => message);
}

describe('a sentence', () => {
  it.each([
    "const a = `Approved${by ? ` by ${by}` : ''}`;",
    "const a = `${name} was ${isNew ? 'created' : 'saved'}`;",
    'const a = <p>Decided{by && ` by ${by}`}</p>;',
    "const a = <>Show as {isTable ? 'table' : 'chart'}</>;",
    "const a = [text, ' and the others'];",
    'const a = `, expires ${day}`;',
    'const a = `Reversal of ${label.toLowerCase()}`;',
    'const a = <p>Show {label.toLowerCase()}</p>;',
    "const a = `${count} ${plural(count, 'day', 'days')}`;",
    "const a = <p>{count} rows {plural(count, 'has', 'have')} errors</p>;",
  ])('is glued from fragments in %s', async (code) => {
    expect(await findingsIn(code)).toEqual(expect.arrayContaining([expect.stringContaining('whole messages')]));
  });

  it.each([
    "const a = by ? `Approved by ${by}` : 'Approved';",
    "const a = plural(count, '1 day left', `${count} days left`);",
    'const a = <p>Decided by {by}</p>;',
    "const a = <p>{isOpen ? 'The books are open.' : 'The books are closed.'}</p>;",
    'const a = <p>Batch {number}{day !== null && ` · expires ${day}`}</p>;',
    "const a = `/finances/${isNew ? 'new' : id}`;",
  ])('is whole in %s', async (code) => {
    expect(await findingsIn(code)).toEqual([]);
  });
});
