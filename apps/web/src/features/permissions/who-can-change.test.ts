import { describe, expect, it } from 'vitest';
import { whoCanChange } from './who-can-change';

describe('who can change a permission', () => {
  it.each([
    ['staff', undefined, 'Super admins and lab admins can change this.'],
    ['lab_admin', undefined, 'Super admins can change this.'],
    ['super_admin', undefined, 'Super admins can change this.'],
    ['manager', 'inventory.remove', 'Super admins and lab admins can grant this.'],
    ['manager', 'transactions.lock', 'Super admins can grant this.'],
  ] as const)('of a %s, granting %s', (role, granted, text) => {
    expect(whoCanChange(role, granted)).toBe(text);
  });
});
