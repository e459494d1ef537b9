import type { AuditEntry } from '@shifa/contract';

const deeds: Record<string, string> = {
  'user.created': 'created the person',
  'user.exited': 'recorded the exit',
  'user.password-issued': 'issued a temporary password',
  'user.password-changed': 'changed the password',
  'user.sessions-ended': 'ended sessions of the person',
  'user.permissions-changed': 'changed what the person may do',
};

/** What was done, to stand after a name. */
export function describeAction({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  const deed = deeds[action];
  if (deed !== undefined) return deed;
  const status = changes.find(({ field }) => field === 'status');
  if (status?.after === 'suspended') return 'suspended the person';
  if (status?.after === 'active') return status.before === 'exited' ? 'took the person on again' : 'resumed the person';
  if (status?.after === 'exited') return 'recorded the exit';
  return 'changed the person';
}
