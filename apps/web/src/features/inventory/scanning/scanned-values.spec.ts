import { readProductCode, type Scan, type StockChangeType } from '@shifa/contract';
import { batch, inventoryItem } from '@shifa/contract/testing';
import { describe, expect, it } from 'vitest';
import { createSightings } from './sightings';
import { scannedValues } from './scanned-values';
import type { ScannedBox } from './use-scan';

const GTIN = '09501101020917';
const box = { gtin: GTIN, name: 'Box', factor: 50 };
const known = batch({ batchNumber: 'AB-1', expiryDate: '2028-06-30' });
const later = batch({ batchNumber: 'AB-2', expiryDate: '2029-06-30' });
const item = inventoryItem({ unit: 'test', packages: [box], batches: [known, later] });
const blank = { quantity: null, pack: '', batchId: '', batchNumber: '', expiryDate: '' };

function scanned(text: string, more: Partial<Scan> = {}, step: ScannedBox['step'] = 'new'): ScannedBox {
  const { code, fault } = readProductCode(text, '2026-11-26');
  if (!code) throw new Error(fault);
  const found = { item, package: code.gtin === null ? null : box, batch: null, otherExpiry: null, next: known };
  return { scan: { code, choices: [], ...found, ...more }, texts: [text], step };
}

const take = (one: ScannedBox, current = blank, type: StockChangeType = 'in', isDirty = false) =>
  scannedValues(one, current, { item, type, isDirty });

describe('a scan in a form', () => {
  const code = `01${GTIN}1728063010AB-1`;

  it('fills batch, expiry date and one pack, and adds a pack for the same code again', () => {
    const first = take(scanned(code));
    expect(first).toEqual({
      values: { batchNumber: 'AB-1', expiryDate: '2028-06-30', quantity: 1, pack: 'Box of 50' },
    });
    const again = take(scanned(code, {}, 'again'), { ...blank, quantity: 2, pack: 'Box of 50' } as never);
    expect(again).toEqual({ values: { quantity: 3, pack: 'Box of 50' } });
  });

  it('counts in units where packs differ, and as many packs as an outer box contains', () => {
    const current = { ...blank, quantity: 10, pack: '' } as never;
    expect(take(scanned(code, {}, 'again'), current)).toEqual({ values: { quantity: 60, pack: '' } });
    expect(take(scanned(`02${GTIN}3712`))).toMatchObject({ values: { quantity: 12, pack: 'Box of 50' } });
    expect(take(scanned(`01${GTIN}3025`))).toMatchObject({ values: { quantity: 25, pack: '' } });
  });

  it('completes a box with its second code without another pack', () => {
    const current = { ...blank, quantity: 1, pack: 'Box of 50' } as never;
    expect(take(scanned(code, {}, 'completed'), current, 'in', true)).toEqual({
      values: { batchNumber: 'AB-1', expiryDate: '2028-06-30' },
    });
  });

  it('refuses another item, another batch before this one is saved, and the same serial number twice', () => {
    const other = inventoryItem({ name: 'Urea' });
    expect(take(scanned(code, { item: other }))).toMatchObject({ fault: /Urea/ });
    const current = { ...blank, quantity: 1, batchNumber: 'AB-9', expiryDate: '2028-06-30' } as never;
    expect(take(scanned(code), current, 'in', true)).toMatchObject({ fault: /another batch/ });
    expect(take(scanned(`${code}\u001d21S7`, {}, 'again'))).toMatchObject({ fault: /S7 was scanned already/ });
    expect(take(scanned(code, { item: null }))).toEqual({ fault: 'No item here has this code yet.' });
  });

  it('takes the best-before date for the expiry date where there is no other', () => {
    expect(take(scanned(`01${GTIN}1528060010AB-1`))).toMatchObject({ values: { expiryDate: '2028-06-30' } });
  });

  it('in Use, takes what expires first without naming it, and another batch by name', () => {
    expect(take(scanned(code, { batch: known }), blank, 'out')).toMatchObject({ values: { batchId: '' } });
    expect(take(scanned(code, { batch: later }), blank, 'out')).toMatchObject({ values: { batchId: later._id } });
    expect(take(scanned(code, { batch: known }), blank, 'waste')).toMatchObject({ values: { batchId: known._id } });
    expect(take(scanned(code), blank, 'out')).toMatchObject({ fault: /isn't in stock/ });
  });

  it('in Use, says why a batch must not be used', () => {
    const expired = { ...known, isExpired: true, unusableReason: 'It expired on Jan 31, 2020' };
    expect(take(scanned(code, { batch: expired, next: later }), blank, 'out')).toEqual({
      fault: "Batch AB-1 can't be used. It expired on Jan 31, 2020.",
      isUnusable: true,
    });
  });
});

describe('createSightings', () => {
  it('counts a code once until it has been out of sight', () => {
    const isNew = createSightings();
    const seen = [0, 150, 1_400, 2_800, 4_301, 4_450].map((at) => isNew('A', at));
    expect(seen).toEqual([true, false, false, false, true, false]);
    expect(isNew('B', 4_450)).toBe(true);
  });

  it('does not count the box that is still in front of the camera', () => {
    const isNew = createSightings(['A']);
    expect([0, 150, 2_000].map((at) => isNew('A', at))).toEqual([false, false, true]);
  });
});
