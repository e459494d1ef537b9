import { describe, expect, it } from 'vitest';
import { actionText, fieldText, valueText } from './audit-text';

describe('the audit log in words', () => {
  it.each([
    ['stock-transfer.received', 'received'],
    ['attendance.correction-withdrawn', 'correction withdrawn'],
    ['session.started', 'signed in'],
    ['inventory.transfer_in', 'stock received from another laboratory'],
  ])('calls the action %s «%s»', (action, text) => expect(actionText(action)).toBe(text));

  it.each([
    ['amountPaise', 'Amount'],
    ['laboratoryId', 'Laboratory'],
    ['reorderLevel', 'Reorder level'],
    ['contact.phone', 'Contact: phone'],
    ['paid', 'Paid'],
  ])('calls the field %s «%s»', (field, text) => expect(fieldText(field)).toBe(text));

  it.each([
    ['amountPaise', 123_450, '₹1,234.50'],
    ['reorderLevel', 5, '5'],
    ['active', false, 'No'],
    ['name', 'Kolkata', 'Kolkata'],
    ['tags', ['a', 'b'], 'a · b'],
    ['tags', [], 'None'],
    ['line', { _id: 'f'.repeat(24), item: 'Gloves', pricePaise: 12_500, note: null }, 'Item: Gloves, Price: ₹125.00'],
    ['steps', [{ by: { name: 'Asha' }, done: true }, { done: false }], 'By: Asha, Done: Yes · Done: No'],
    ['reason', null, undefined],
  ])('shows the value of %s', (field, value, text) => expect(valueText(field, value)).toBe(text));

  it('shows instants as days and times', () => {
    expect(valueText('decidedAt', '2026-05-02T10:00:00.000Z')).toMatch(/^May 2, 2026, /);
  });
});
