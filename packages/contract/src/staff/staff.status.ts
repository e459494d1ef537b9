import type { z } from 'zod';
import { enumOf } from '../common/enum.js';

export const staffStatuses = ['active', 'suspended', 'exited'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

export const staffStatusLabels: Record<StaffStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  exited: 'Exited',
};

const transitions: Record<StaffStatus, readonly StaffStatus[]> = {
  active: ['suspended', 'exited'],
  suspended: ['active', 'exited'],
  exited: ['active'],
};

/** People who are suspended or have exited cannot sign in; those who have exited can be rehired. */
export function staffCanBecome(from: StaffStatus, to: StaffStatus): boolean {
  return transitions[from].includes(to);
}

export const employmentTypes = ['permanent', 'contract', 'part_time', 'intern', 'consultant'] as const;
export const EmploymentTypeSchema = enumOf(employmentTypes, 'Employment type is required');
export type EmploymentType = z.infer<typeof EmploymentTypeSchema>;

export const employmentTypeLabels: Record<EmploymentType, string> = {
  permanent: 'Permanent',
  contract: 'Contract',
  part_time: 'Part-time',
  intern: 'Intern',
  consultant: 'Consultant',
};
