import { resolvePermissions, type Role, roles } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { navigationFor } from './navigation';

const everyone = ['Dashboard', 'Attendance', 'Settings'];

const expected: Record<Role, string[]> = {
  super_admin: ['Dashboard', 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Attendance', 'Reports', 'Settings'],
  lab_admin: ['Dashboard', 'Staff', 'Finances', 'Inventory', 'Attendance', 'Settings'],
  manager: ['Dashboard', 'Inventory', 'Attendance', 'Settings'],
  staff: everyone,
};

describe('navigation', () => {
  it.each(roles)('of %s, as the specification has it', (role) => {
    expect(navigationFor(resolvePermissions(role)).map(({ label }) => label)).toEqual(expected[role]);
  });

  it('follows what was granted and taken away', () => {
    const granted = navigationFor(resolvePermissions('lab_admin', { 'reports.view': true, 'staff.view': false }));
    expect(granted.map(({ label }) => label)).toEqual([
      'Dashboard',
      'Finances',
      'Inventory',
      'Attendance',
      'Reports',
      'Settings',
    ]);
  });

  it('leaves reports and settings out of the bottom bar', () => {
    const names = navigationFor(resolvePermissions('super_admin')).flatMap(({ short }) => short ?? []);
    expect(names).toEqual(['Home', 'Labs', 'Staff', 'Finances', 'Inventory', 'Attendance']);
  });
});
