import { describe, expect, it } from 'vitest';
import { permissionLabel, permissions, resolvePermission, resolvePermissions, roleDefaults } from './permission.js';
import { roles } from './role.js';

describe('role defaults', () => {
  it('allow a super admin everything everywhere', () => {
    for (const permission of permissions) expect(roleDefaults.super_admin[permission]).toBe('all');
  });

  it.each(roles.filter((role) => role !== 'super_admin'))('never give a %s a network-wide permission', (role) => {
    expect(Object.values(roleDefaults[role])).not.toContain('all');
  });

  it('allow a lab admin neither reports nor creating laboratories', () => {
    const admin = resolvePermissions('lab_admin');
    expect(admin['reports.view']).toEqual({ allowed: false, scope: null, source: 'role' });
    expect(admin['laboratories.create'].allowed).toBe(false);
    expect(admin['laboratories.edit']).toEqual({ allowed: true, scope: 'laboratory', source: 'role' });
  });

  it('allow managers and staff no access to laboratories, staff or finances', () => {
    for (const role of ['manager', 'staff'] as const) {
      for (const permission of ['laboratories.view', 'staff.view', 'transactions.view'] as const) {
        expect(resolvePermission(role, {}, permission).allowed).toBe(false);
      }
    }
  });
});

describe('overrides', () => {
  it('grant a permission within the person’s own laboratory', () => {
    expect(resolvePermission('lab_admin', { 'reports.view': true }, 'reports.view')).toEqual({
      allowed: true,
      scope: 'laboratory',
      source: 'override',
    });
  });

  it('keep the scope of the role’s default', () => {
    expect(resolvePermission('staff', { 'attendance.view': true }, 'attendance.view').scope).toBe('own');
  });

  it('revoke a permission', () => {
    expect(resolvePermission('manager', { 'inventory.edit': false }, 'inventory.edit')).toEqual({
      allowed: false,
      scope: null,
      source: 'override',
    });
  });
});

describe('the label of a permission', () => {
  it('says what is done to what, and never the key', () => {
    expect(permissionLabel('laboratories.archive')).toBe('Laboratories: Archive');
    expect(permissionLabel('attendance.clock')).toBe('Attendance: Clock in and out');
    for (const permission of permissions) expect(permissionLabel(permission)).not.toContain('.');
  });
});
