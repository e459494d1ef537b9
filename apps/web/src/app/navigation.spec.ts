import { resolvePermissions, type Role, roles } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { navigationFor } from './navigation';
import { sections } from './routes/sections';

const everyone = ['Dashboard', 'Attendance', 'Settings'];

const expected: Record<Role, string[]> = {
  super_admin: ['Dashboard', 'Laboratories', 'Staff', 'Finances', 'Inventory', 'Attendance', 'Reports', 'Settings'],
  lab_admin: ['Dashboard', 'Staff', 'Finances', 'Inventory', 'Attendance', 'Settings'],
  manager: ['Dashboard', 'Inventory', 'Attendance', 'Settings'],
  staff: everyone,
};

/** The labels that the specification's table has; sections that were added since are judged below. */
function specified(permissions: Parameters<typeof navigationFor>[0]): string[] {
  return navigationFor(permissions)
    .map(({ label }) => label)
    .filter((label) => expected.super_admin.includes(label));
}

describe('navigation', () => {
  it.each(roles)('of %s, as the specification has it', (role) => {
    expect(specified(resolvePermissions(role))).toEqual(expected[role]);
  });

  it('follows permissions that were granted and taken away', () => {
    const overridden = resolvePermissions('lab_admin', { 'reports.view': true, 'staff.view': false }, new Date());
    expect(specified(overridden)).toEqual(['Dashboard', 'Finances', 'Inventory', 'Attendance', 'Reports', 'Settings']);
  });

  it('has no entry beyond the specification that everyone could open', () => {
    const open = sections.filter(({ navigation, permission }) => navigation && (navigation.everyone ?? !permission));
    expect(open.map(({ navigation }) => navigation?.label)).toEqual(everyone);
  });

  it('has short names for the bottom bar, except of reports and settings', () => {
    const names = navigationFor(resolvePermissions('super_admin')).flatMap(({ short }) => short ?? []);
    expect(names).toEqual(['Home', 'Approvals', 'Labs', 'Staff', 'Finances', 'Inventory', 'Attendance']);
  });
});
