import { describe, expect, it } from 'vitest';
import { financialYearOf } from '../common/day.js';
import { transactionNo } from './financial-year.js';
import { categoriesOf, transactionCategories, transactionTypes, typeOfCategory } from './transaction.category.js';
import {
  approvalsNeeded,
  needsSuperAdmin,
  statusAfterApprovals,
  statusAllows,
  type TransactionAction,
  transactionStatuses,
} from './transaction.status.js';

const superAdmin = { role: 'super_admin' } as const;
const labAdmin = { role: 'lab_admin' } as const;

describe('the approval ladder', () => {
  it('asks one for an ordinary entry and two for what is above the limit or back-dated', () => {
    expect(approvalsNeeded([])).toBe(1);
    expect(approvalsNeeded(['locked_period'])).toBe(1);
    expect(approvalsNeeded(['above_limit'])).toBe(2);
    expect(approvalsNeeded(['back_dated', 'locked_period'])).toBe(2);
  });

  it('ends with a super admin among the two, in whichever order', () => {
    const flags = ['above_limit'] as const;
    expect(statusAfterApprovals(flags, [])).toBe('pending');
    expect(statusAfterApprovals(flags, [labAdmin])).toBe('partially_approved');
    expect(statusAfterApprovals(flags, [superAdmin])).toBe('partially_approved');
    expect(statusAfterApprovals(flags, [labAdmin, labAdmin])).toBe('partially_approved');
    expect(statusAfterApprovals(flags, [labAdmin, superAdmin])).toBe('approved');
    expect(statusAfterApprovals(flags, [superAdmin, labAdmin])).toBe('approved');
    expect(statusAfterApprovals([], [labAdmin])).toBe('approved');
  });

  it('takes a dependent approval for the first of two, whatever the entry and whoever gives it', () => {
    const dependent = { ...labAdmin, dependent: true };
    const dependentSuper = { ...superAdmin, dependent: true };
    expect(approvalsNeeded([], [dependent])).toBe(2);
    expect(statusAfterApprovals([], [dependent])).toBe('partially_approved');
    expect(statusAfterApprovals([], [dependent, labAdmin])).toBe('partially_approved');
    expect(statusAfterApprovals([], [dependent, superAdmin])).toBe('approved');
    expect(statusAfterApprovals([], [dependentSuper])).toBe('partially_approved');
    expect(statusAfterApprovals(['above_limit'], [labAdmin, dependentSuper])).toBe('partially_approved');
    expect(statusAfterApprovals(['above_limit'], [superAdmin, dependent])).toBe('approved');
    expect(needsSuperAdmin([], [dependent])).toBe(true);
    expect(needsSuperAdmin([], [dependentSuper])).toBe(true);
  });

  it('waits for a super admin once somebody else has approved', () => {
    expect(needsSuperAdmin(['above_limit'], [labAdmin])).toBe(true);
    expect(needsSuperAdmin(['above_limit'], [superAdmin])).toBe(false);
    expect(needsSuperAdmin(['above_limit'], [])).toBe(false);
    expect(needsSuperAdmin([], [])).toBe(false);
  });
});

describe('a status', () => {
  it.each<[TransactionAction, string[]]>([
    ['edit', ['pending', 'partially_approved', 'rejected']],
    ['attach', ['pending', 'partially_approved', 'approved', 'rejected']],
    ['approve', ['pending', 'partially_approved']],
    ['reject', ['pending', 'partially_approved']],
    ['cancel', ['pending', 'rejected']],
    ['reverse', ['approved']],
  ])('lets %s only where it makes sense', (action, expected) => {
    expect(transactionStatuses.filter((status) => statusAllows(status, action))).toEqual(expected);
  });
});

describe('a category', () => {
  it('belongs to one type', () => {
    for (const category of transactionCategories) {
      expect(transactionTypes.filter((type) => categoriesOf[type].includes(category))).toEqual([
        typeOfCategory(category),
      ]);
    }
  });
});

describe('a financial year', () => {
  it.each([
    ['2026-03-31', '2025-26'],
    ['2026-04-01', '2026-27'],
    ['2027-01-15', '2026-27'],
    ['2099-12-31', '2099-00'],
  ])('of %s is %s', (day, year) => {
    expect(financialYearOf(day)).toBe(year);
  });

  it('stands in the number', () => {
    expect(transactionNo('KOL', '2026-11-21', 123)).toBe('KOL-2026-27-000123');
  });
});
