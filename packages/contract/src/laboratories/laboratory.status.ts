export const laboratoryStatuses = ['active', 'suspended', 'archived'] as const;
export type LaboratoryStatus = (typeof laboratoryStatuses)[number];

export const laboratoryStatusLabels: Record<LaboratoryStatus, string> = {
  active: 'Active',
  suspended: 'Suspended',
  archived: 'Archived',
};

const transitions: Record<LaboratoryStatus, readonly LaboratoryStatus[]> = {
  active: ['suspended', 'archived'],
  suspended: ['active', 'archived'],
  archived: [],
};

/** A suspended laboratory can be read, but no one can clock in or post there. Archived is a final state. */
export function canBecome(from: LaboratoryStatus, to: LaboratoryStatus): boolean {
  return transitions[from].includes(to);
}
