import { describe, expect, it } from 'vitest';
import { resolvePermission } from '../common/permission.js';
import { deniedReason, reasonFor, rolesWith } from './permission.reason.js';

describe('why a person may or may not', () => {
  it.each([
    ['lab_admin', {}, 'staff.create', 'Lab admins can do this in their own laboratory.'],
    ['super_admin', {}, 'reports.view', 'Super admins can do this in every laboratory.'],
    ['staff', {}, 'attendance.clock', 'Staff can do this for themselves.'],
    ['manager', {}, 'staff.create', "Managers can't do this. Super admins and lab admins can."],
    ['staff', {}, 'inventory.stock', "Staff can't do this. Super admins, lab admins and managers can."],
    ['manager', { 'reports.view': true }, 'reports.view', 'Granted to this person in their own laboratory.'],
    ['manager', { 'inventory.stock': false }, 'inventory.stock', 'Revoked for this person.'],
  ] as const)('%s with %j: %s', (role, overrides, permission, reason) => {
    expect(
      reasonFor(role, permission, resolvePermission(role, permission, overrides, new Date('2026-11-25T06:00:00Z'))),
    ).toBe(reason);
  });

  it.each([
    ['manager', {}, 'staff.create', "Managers can't do this. Super admins and lab admins can."],
    ['lab_admin', {}, 'laboratories.archive', "Lab admins can't do this. Super admins can."],
    [
      'manager',
      { 'inventory.stock': false },
      'inventory.stock',
      'Revoked for you. By default, super admins, lab admins and managers can do this.',
    ],
  ] as const)('tells a %s with %j why %s is denied, and who may', (role, overrides, permission, reason) => {
    expect(
      deniedReason(role, permission, resolvePermission(role, permission, overrides, new Date('2026-11-25T06:00:00Z'))),
    ).toBe(reason);
  });

  it.each([
    ['2026-11-26', 'As deputy of Asha Rao until Nov 26.'],
    [null, 'As deputy of Asha Rao.'],
  ])('names the approver for whom a deputy acts until %s', (until, reason) => {
    const deputyOf = { _id: '64b7f0c2a1b2c3d4e5f60718', name: 'Asha Rao', until, ownScope: null };
    const resolved = { allowed: true, scope: 'laboratory', source: 'deputy', deputyOf } as const;
    expect(reasonFor('staff', 'leave.approve', resolved)).toBe(reason);
  });

  it('knows who may by default', () => {
    expect(rolesWith('transactions.lock')).toEqual(['super_admin']);
    expect(rolesWith('attendance.clock')).toEqual(['super_admin', 'lab_admin', 'manager', 'staff']);
  });
});
