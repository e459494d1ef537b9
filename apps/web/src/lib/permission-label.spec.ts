import { permissions } from '@shifa/contract';
import { describe, expect, it } from 'vitest';
import { permissionLabel } from './permission-label';

describe('the words of a permission', () => {
  it('name what is done to what, and never the key', () => {
    expect(permissionLabel('laboratories.archive')).toBe('Laboratories: Archive');
    expect(permissionLabel('attendance.clock')).toBe('Attendance: Clock in and out');
    for (const permission of permissions) expect(permissionLabel(permission)).not.toContain('.');
  });
});
