import { describe, expect, it } from 'vitest';
import { whoCanChange } from './who-may-change';

describe('who may change a permission', () => {
  it.each([
    ['staff', undefined, 'Super admins and lab admins can change this.'],
    ['lab_admin', undefined, 'Super admins can change this.'],
    ['super_admin', undefined, 'Super admins can change this.'],
    ['manager', 'inventory.remove', 'Super admins and lab admins can give this.'],
    ['manager', 'transactions.lock', 'Super admins can give this.'],
  ] as const)('of a %s, giving %s', (role, given, words) => {
    expect(whoCanChange(role, given)).toBe(words);
  });
});
