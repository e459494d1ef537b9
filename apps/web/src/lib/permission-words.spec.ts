import { permissions, resolvePermission } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { lockReason, permissionLabel } from './permission-words';

describe('the words of a permission', () => {
  it('name what is done to what, and never the key', () => {
    expect(permissionLabel('laboratories.archive')).toBe('Laboratories: Archive');
    expect(permissionLabel('attendance.clock')).toBe('Attendance: Clock in and out');
    for (const permission of permissions) expect(permissionLabel(permission)).not.toContain('.');
  });

  it.each([
    ['manager', {}, 'staff.create', 'Managers may not do this. Super admins and lab admins may.'],
    ['lab_admin', {}, 'laboratories.archive', 'Lab admins may not do this. Super admins may.'],
    [
      'manager',
      { 'inventory.stock': false },
      'inventory.stock',
      'Taken away from you. Super admins, lab admins and managers may do this by default.',
    ],
  ] as const)('say why a %s with %j finds %s locked, and who may', (role, overrides, permission, words) => {
    expect(lockReason(role, permission, resolvePermission(role, overrides, permission))).toBe(words);
  });
});
