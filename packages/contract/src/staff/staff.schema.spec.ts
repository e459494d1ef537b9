import { describe, expect, it } from 'vitest';
import { StaffBulkBody } from './staff-bulk.schema.js';
import { CreateStaffBody, StaffListQuery } from './staff.schema.js';
import { managedRoles } from './staff.reach.js';
import { staffCanBecome } from './staff.status.js';

const body = { name: 'Asha Rao', email: ' Asha@Shifa.Example ', role: 'staff', laboratoryId: '0'.repeat(24) };

describe('a new person', () => {
  it('gets defaults, an address in lower case, and null for what is blank', () => {
    expect(CreateStaffBody.parse({ ...body, department: '  ' })).toMatchObject({
      email: 'asha@shifa.example',
      department: null,
      employmentType: 'permanent',
      shift: null,
    });
  });

  it('belongs to a laboratory, unless a super_admin', () => {
    const { error } = CreateStaffBody.safeParse({ ...body, laboratoryId: null });
    expect(error?.issues).toMatchObject([{ path: ['laboratoryId'], message: 'Laboratory is required' }]);
    expect(CreateStaffBody.parse({ ...body, role: 'super_admin', laboratoryId: null }).laboratoryId).toBeNull();
  });

  it.each([
    [{ name: 'A' }, 'Name must be at least 2 characters'],
    [{ email: 'asha' }, 'Invalid email address'],
    [{ phone: '12' }, 'Invalid phone number'],
    [{ role: 'owner' }, 'Must be one of super_admin, lab_admin, manager, staff'],
    [{ role: '' }, 'Role is required'],
    [{ joiningDate: '2026-02-30' }, 'Enter a date'],
    [{ shift: { start: '09:00', end: '17:00', weekdays: [] } }, 'Choose at least one working day'],
  ])('%j is refused: %s', (fault, message) => {
    const { error } = CreateStaffBody.safeParse({ ...body, ...fault });
    expect(error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('the list', () => {
  it('takes one value or several of a filter, and truth values as text', () => {
    const query = StaffListQuery.parse({ role: 'staff', status: ['active', 'exited'], mustChangePassword: 'false' });
    expect(query).toMatchObject({ role: ['staff'], status: ['active', 'exited'], mustChangePassword: false });
    expect(StaffListQuery.safeParse({ mustChangePassword: 'perhaps' }).success).toBe(false);
  });
});

describe('a bulk change', () => {
  it('moves only with a place to move to', () => {
    const ids = ['0'.repeat(24)];
    expect(StaffBulkBody.safeParse({ ids, action: 'move' }).success).toBe(false);
    expect(StaffBulkBody.safeParse({ ids, action: 'shift' }).success).toBe(false);
    expect(StaffBulkBody.safeParse({ ids, action: 'shift', shift: null }).success).toBe(true);
    expect(StaffBulkBody.parse({ ids, action: 'suspend' }).dryRun).toBe(false);
  });
});

describe('who manages whom', () => {
  it('goes down the roles', () => {
    expect(managedRoles('super_admin')).toEqual(['super_admin', 'lab_admin', 'manager', 'staff']);
    expect(managedRoles('lab_admin')).toEqual(['manager', 'staff']);
    expect(managedRoles('manager')).toEqual(['staff']);
    expect(managedRoles('staff')).toEqual([]);
  });
});

describe('the life of a person in the network', () => {
  it.each([
    ['active', 'suspended', true],
    ['suspended', 'active', true],
    ['active', 'exited', true],
    ['exited', 'active', true],
    ['exited', 'suspended', false],
    ['active', 'active', false],
  ] as const)('%s → %s: %s', (from, to, allowed) => {
    expect(staffCanBecome(from, to)).toBe(allowed);
  });
});
