import { z } from 'zod';
import { enumOf } from './enum.js';

/** A person's role in the network, from the most to the fewest permissions. */
export const roles = ['super_admin', 'lab_admin', 'manager', 'staff'] as const;

export const RoleSchema = enumOf(roles);
export type Role = z.infer<typeof RoleSchema>;

export const roleLabels: Record<Role, string> = {
  super_admin: 'Super admin',
  lab_admin: 'Lab admin',
  manager: 'Manager',
  staff: 'Staff',
};
