import { expect, it } from 'vitest';
import { describeChanges } from '../../screens/form/describe-changes';
import { historyFields } from './inventory.fields';

it('the history of a changed pack says what of it changed', () => {
  const box = { name: 'Box', factor: 50, gtin: null };
  const changed = { ...box, factor: 60, gtin: '08901234567894' };
  expect(
    describeChanges(historyFields, [{ field: 'packages', before: [box], after: [changed], entries: true }]),
  ).toMatchObject([
    {
      label: 'Packs',
      added: [],
      removed: [],
      changed: [{ name: 'Box', before: '50 in each', after: '60 in each, GTIN 08901234567894' }],
    },
  ]);
});
