import { describe, expect, it } from 'vitest';
import {
  endsSooner,
  holdsAtLeast,
  permissionLabel,
  permissions,
  resolvePermission,
  resolvePermissions,
  roleDefaults,
} from './permission.js';
import { roles } from './role.js';

const now = new Date('2026-11-25T06:00:00Z');

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
        expect(resolvePermission(role, permission).allowed).toBe(false);
      }
    }
  });
});

describe('overrides', () => {
  it('grant a permission within the person’s own laboratory', () => {
    expect(resolvePermission('lab_admin', 'reports.view', { 'reports.view': true }, now)).toEqual({
      allowed: true,
      scope: 'laboratory',
      source: 'override',
    });
  });

  it('keep the scope of the role’s default', () => {
    expect(resolvePermission('staff', 'attendance.view', { 'attendance.view': true }, now).scope).toBe('own');
  });

  it('revoke a permission', () => {
    expect(resolvePermission('manager', 'inventory.edit', { 'inventory.edit': false }, now)).toEqual({
      allowed: false,
      scope: null,
      source: 'override',
    });
  });
});

describe('an override with an end', () => {
  const until = '2026-12-08';
  const zones = [
    ['Asia/Kolkata', '2026-12-08T18:30:00.000Z'],
    ['America/New_York', '2026-12-09T05:00:00.000Z'],
    ['Pacific/Auckland', '2026-12-08T11:00:00.000Z'],
  ] as const;
  const cases = roles.flatMap((role) => zones.map(([timezone, end]) => [role, timezone, end] as const));

  it.each(cases)('of a %s in %s has effect through its last day, and none after it', (role, timezone, end) => {
    const [last, after] = [new Date(Date.parse(end) - 1), new Date(end)];
    for (const permission of permissions) {
      for (const allowed of [true, false]) {
        const timed = { [permission]: { allowed, until, timezone } };
        const endless = resolvePermission(role, permission, { [permission]: allowed }, last);
        expect(resolvePermission(role, permission, timed, last)).toEqual({ ...endless, until });
        expect(resolvePermission(role, permission, timed, after)).toEqual(resolvePermission(role, permission));
      }
    }
  });

  it('is not enough to give the permission for longer', () => {
    const held = (end?: string) =>
      ({ allowed: true, scope: 'laboratory', source: 'override', ...(end && { until: end }) }) as const;
    expect(holdsAtLeast(held(until), held())).toBe(false);
    expect(holdsAtLeast(held(until), held('2026-12-09'))).toBe(false);
    expect(holdsAtLeast(held(until), held(until))).toBe(true);
    expect(holdsAtLeast(held(), held(until))).toBe(true);
  });

  it('ends a denial sooner where there was none or a later one', () => {
    const denied = (end?: string) =>
      ({ allowed: false, scope: null, source: 'override', ...(end && { until: end }) }) as const;
    expect(endsSooner(denied(), denied(until))).toBe(true);
    expect(endsSooner(denied('2026-12-09'), denied(until))).toBe(true);
    expect(endsSooner(denied(until), denied(until))).toBe(false);
    expect(endsSooner(denied(until), denied())).toBe(false);
  });
});

describe('the label of a permission', () => {
  it('says what is done to what, and never the key', () => {
    expect(permissionLabel('laboratories.archive')).toBe('Laboratories: Archive');
    expect(permissionLabel('attendance.clock')).toBe('Attendance: Clock in and out');
    for (const permission of permissions) expect(permissionLabel(permission)).not.toContain('.');
  });
});
