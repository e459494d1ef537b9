import { expect, it } from 'vitest';
import { describeChanges } from '../../../screens/form/describe-changes';
import { orderFields } from './order.fields';

const number = 'GRN-KOL-2026-27-000004';
const line = { item: 'Glucose reagent', quantity: 20, pricePaise: 12_500, expectedOn: '2099-12-01', short: 0 };
const batch = { batchNumber: 'LOT-7', expiryDate: '2099-12-31', quantity: 5 };
const received = { item: 'Glucose reagent', unit: 'bottle', batches: [batch], short: 0, refused: 0 };

it('the history of a receipt says which batches arrived, and what was damaged and why', () => {
  const receipt = { number, day: '2026-11-20', lines: [{ ...received, damaged: 2, reason: 'Broken in transit' }] };
  const before = [{ ...line, accepted: 0, damaged: 0, refused: 0, returned: 0 }];
  const after = [{ ...line, accepted: 5, damaged: 2, refused: 0, returned: 0 }];
  expect(
    describeChanges(orderFields, [
      { field: 'receipts', before: [], after: [receipt], entries: true },
      { field: 'lines', before, after, entries: true },
    ]),
  ).toMatchObject([
    {
      label: 'Received',
      added: [
        `${number}, Glucose reagent: 5 bottles of LOT-7, expires Dec 31, 2099; 2 bottles damaged: Broken in transit`,
      ],
      removed: [],
    },
    { label: 'Lines', added: [expect.stringMatching(/5 received, 2 damaged$/)] },
  ]);
});

it('the history of a receipt of earlier versions names it', () => {
  const receipts = [{ number, day: '2026-11-20' }];
  expect(
    describeChanges(orderFields, [{ field: 'receipts', before: [], after: receipts, entries: true }]),
  ).toMatchObject([{ label: 'Received', added: [number] }]);
});
