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
      kind: 'statements',
      statements: [
        `${number}, Glucose reagent: 5 bottles of LOT-7, expires Dec 31, 2099; 2 bottles damaged: Broken in transit`,
      ],
    },
    {
      label: 'Lines',
      added: [],
      removed: [],
      changed: [{ name: 'Glucose reagent', before: '', after: '5 received, 2 damaged' }],
    },
  ]);
});

it('the history of a receipt of earlier versions names it', () => {
  const receipts = [{ number, day: '2026-11-20' }];
  expect(
    describeChanges(orderFields, [{ field: 'receipts', before: [], after: receipts, entries: true }]),
  ).toMatchObject([{ kind: 'statements', label: 'Received', statements: [number] }]);
});

it('the history of a changed line says what of it changed, and only of others that they were added or removed', () => {
  const glucose = { ...line, accepted: 0, returned: 0 };
  const before = [glucose, { ...glucose, item: 'Gloves' }];
  const after = [
    { ...glucose, quantity: 24, pricePaise: 13_000 },
    { ...glucose, item: 'Tubes' },
  ];
  const text = (item: string) => `${item}: 20 ordered, ₹125.00 each, expected Dec 1, 2099`;
  expect(describeChanges(orderFields, [{ field: 'lines', before, after, entries: true }])).toEqual([
    {
      kind: 'members',
      label: 'Lines',
      added: [text('Tubes')],
      removed: [text('Gloves')],
      changed: [{ name: 'Glucose reagent', before: '20 ordered, ₹125.00 each', after: '24 ordered, ₹130.00 each' }],
    },
  ]);
  expect(describeChanges(orderFields, [{ field: 'lines', after: before }])).toEqual([
    { kind: 'statements', label: 'Lines', statements: [text('Glucose reagent'), text('Gloves')] },
  ]);
});

it('the history of a sent order states how it was sent', () => {
  const sent = [{ way: 'emailed', email: 'orders@meril.example', at: '2026-11-20T07:00:00Z' }];
  expect(describeChanges(orderFields, [{ field: 'sent', before: [], after: sent, entries: true }])).toEqual([
    { kind: 'statements', label: 'Sent', statements: ['Emailed to orders@meril.example'] },
  ]);
  // Of a new order, that it was not sent.
  expect(describeChanges(orderFields, [{ field: 'sent', after: [] }])).toEqual([]);
});
