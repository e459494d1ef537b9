import type { AuditEntry } from '@shifa/contract';

/** What was done, to stand after a name. */
export function describeAction({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (action === 'laboratory.created') return 'created the laboratory';
  if (action === 'laboratory.archived') return 'archived the laboratory';
  const status = changes.find(({ field }) => field === 'status')?.after;
  if (status === 'suspended') return 'suspended the laboratory';
  if (status === 'active') return 'resumed the laboratory';
  return 'changed the laboratory';
}
