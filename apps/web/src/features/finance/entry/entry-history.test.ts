import type { AuditEntry } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { describeChanges } from '../../../screens/form/describe-changes';
import { describeAction, historyFields, relevantChanges } from './entry-history';

type Changes = AuditEntry['changes'];

const id = '65f000000000000000000001';
const contra = { _id: id, transactionNo: 'KOL-2026-27-000200' };
const bill = { _id: id, fileName: 'bill.pdf', sizeBytes: 12 };
const approvals = { field: 'approvals', before: [], after: [{ by: { _id: id, name: 'Meera Nair' }, at: '' }] };
const rejection = { reason: 'The bill is missing', by: { _id: id, name: 'Meera Nair' }, at: '2026-11-20T07:00:00Z' };
const became = (before: string, after: string) => ({ field: 'status', before, after });

describe('the description of an action', () => {
  it.each<[string, Changes, string]>([
    ['transaction.created', [{ field: 'status', after: 'pending' }], 'entered this'],
    ['transaction.created', [{ field: 'reversalOf', after: contra }], 'entered this reversal'],
    [
      'transaction.created',
      [
        { field: 'reversalOf', after: contra },
        { field: 'credit.number', after: 'CN/7' },
      ],
      'entered this credit note',
    ],
    ['transaction.approved', [approvals, became('pending', 'approved')], 'approved the entry'],
    ['transaction.approved', [approvals, became('pending', 'partially_approved')], 'gave the first approval'],
    ['transaction.approved', [approvals, became('partially_approved', 'approved')], 'gave the second approval'],
    ['transaction.rejected', [became('pending', 'rejected')], 'rejected the entry'],
    ['transaction.cancelled', [became('pending', 'cancelled')], 'cancelled the entry'],
    ['transaction.reversed', [became('approved', 'reversed')], 'reversed the entry by approving its contra entry'],
    ['transaction.updated', [became('rejected', 'pending')], 'changed the entry, which restarts its approval'],
    ['transaction.updated', [{ field: 'party', before: 'A', after: 'B' }], 'changed the entry'],
    ['transaction.updated', [{ field: 'reversedBy', before: null, after: contra }], 'entered its reversal'],
    ['transaction.updated', [{ field: 'reversedBy', before: contra, after: null }], 'withdrew its reversal'],
    ['transaction.updated', [{ field: 'receipts', before: [], after: [bill] }], 'attached a receipt'],
    ['transaction.updated', [{ field: 'receipts', before: [bill], after: [] }], 'removed a receipt'],
  ])('%s %j', (action, changes, description) => {
    expect(describeAction({ action, changes })).toBe(description);
  });
});

describe('the changes of an action', () => {
  const described = (changes: Changes) => describeChanges(historyFields, relevantChanges({ action: '', changes }));
  const value = (label: string, before: string | undefined, after: string | undefined) => ({
    kind: 'value',
    label,
    before,
    after,
  });

  it.each<[Changes, object[]]>([
    [[approvals], []],
    [
      [{ field: 'approvals', before: [], after: [{ by: { _id: id, name: 'Meera Nair' }, at: '', note: 'Counts …' }] }],
      [value('Approval', undefined, 'Counts …')],
    ],
    [
      [{ field: 'amountPaise', before: 125_050, after: 1_000_000_000_000 }],
      [value('Amount', '₹1,250.50', '₹10,000,000,000.00')],
    ],
    [[{ field: 'date', before: '2026-11-20', after: '2026-11-21' }], [value('Date', 'Nov 20, 2026', 'Nov 21, 2026')]],
    [
      [
        { field: 'type', before: 'income', after: 'expense' },
        { field: 'category', before: 'test_fees', after: 'biomedical_waste' },
        { field: 'paymentMethod', before: 'cash', after: 'upi' },
      ],
      [
        value('Type', 'Income', 'Expense'),
        value('Category', 'Test fees', 'Biomedical waste'),
        value('Payment method', 'Cash', 'UPI'),
      ],
    ],
    [[{ field: 'reference', before: null, after: 'UPI 4471' }], [value('Reference', undefined, 'UPI 4471')]],
    [
      [{ field: 'flags', before: [], after: ['above_limit'] }],
      [{ kind: 'members', label: 'Exceptions', added: ['Above the approval limit'], removed: [], changed: [] }],
    ],
    [[{ field: 'flags', after: [] }], []],
    [
      [{ field: 'approvals', before: [], after: [{ note: 'Counts …' }], entries: true }],
      [{ kind: 'statements', label: 'Approval', statements: ['Counts …'] }],
    ],
    [
      [{ field: 'receipts', before: [], after: [bill] }],
      [{ kind: 'members', label: 'Receipts', added: ['bill.pdf'], removed: [], changed: [] }],
    ],
    [[{ field: 'rejection', before: null, after: rejection }], [value('Reason', undefined, 'The bill is missing')]],
    [[{ field: 'rejection', before: rejection, after: null }], []],
    [[{ field: 'reversedBy', before: null, after: contra }], [value('Contra entry', undefined, 'KOL-2026-27-000200')]],
    [[{ field: 'reversalOf', after: contra }], [value('Reverses', undefined, 'KOL-2026-27-000200')]],
    [[approvals, became('pending', 'approved'), { field: 'editedBy', before: null, after: { _id: id } }], []],
  ])('%j', (changes, descriptions) => {
    expect(described(changes)).toEqual(descriptions);
  });
});
