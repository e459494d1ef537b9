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

/** Who is suspended or has exited cannot sign in; who has exited may be taken on again. */
export function staffCanBecome(from: StaffStatus, to: StaffStatus): boolean {
  return transitions[from].includes(to);
}
