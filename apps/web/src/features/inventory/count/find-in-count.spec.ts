import { batch, countSheetItem } from '@shifa/contract/testing';
import { expect, it } from 'vitest';
import { linesOf } from './count-lines';
import { findInCount } from './find-in-count';

const GTIN = '09501101020917';
const lot = batch({ _id: '65f0c0ffee65f0c0ffee65f0', batchNumber: 'AB-1' });
const counted = (over: Parameters<typeof countSheetItem>[0]) => {
  const item = countSheetItem(over);
  return { item, entry: undefined, lines: linesOf(item, undefined) };
};
const glucose = counted({
  name: 'Glucose',
  itemCode: 'GLU-1',
  batches: [lot],
  packages: [{ gtin: GTIN, name: 'Box', factor: 50 }],
});
const urea = counted({ name: 'Urea', itemCode: 'URE-1', batches: [{ ...lot, _id: '65f0c0ffee65f0c0ffee65f1' }] });
const items = [urea, glucose];

it.each([
  [`]d201${GTIN}10ab-1`, { counted: glucose, batchId: lot._id, box: { package: { factor: 50 } } }],
  [GTIN, { counted: glucose, box: { package: { name: 'Box' } } }],
  [`02${GTIN}374`, { counted: glucose, box: { code: { contained: 4 } } }],
  [`https://x.example/inventory/batches/${lot._id}`, { counted: glucose, batchId: lot._id }],
  ['ure-1', { counted: urea }],
])('%s is found without a network', (code, found) => {
  expect(findInCount(items, code)).toMatchObject(found);
});

it.each([
  ['036000291452', /No item in this count/],
  [`]d201${GTIN}10ZZ`, /Batch ZZ of Glucose isn't known here/],
  ['AB-1', /Several items/],
  ['NOTHING', /Nothing in this count/],
  [']d201', /incomplete/],
  ['https://x.example/inventory/batches/000000000000000000000000', /isn't for a batch in this count/],
])('%s is refused with what to do', (code, message) => {
  expect(findInCount(items, code)).toMatch(message);
});
