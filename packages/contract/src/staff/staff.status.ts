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
