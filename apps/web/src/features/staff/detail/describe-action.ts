import type { AuditEntry } from '@shifa/contract';

/** What people do to others. */
const deeds: Record<string, string> = {
  'user.created': 'created the person',
  'user.exited': 'recorded the exit',
  'password.issued': 'issued a temporary password',
  'password.changed': 'changed the password',
  'permissions.changed': 'changed what the person may do',
  'session.ended': 'ended a session of the person',
  'sessions.ended': 'signed the person out everywhere',
};

/** What people do themselves. */
const ownDeeds: Record<string, string> = {
  'password.changed': 'chose a new password',
  'session.started': 'signed in',
  'session.ended': 'signed out',
  'sessions.ended': 'signed out everywhere else',
};

type Deed = Pick<AuditEntry, 'action' | 'changes'> & { by: { _id: string } | null };

/** What was done to a person, to stand after the name of who did it. */
export function describeAction({ action, changes, by }: Deed, personId: string): string {
  const deed = (by?._id === personId ? ownDeeds[action] : undefined) ?? deeds[action];
  if (deed !== undefined) return deed;
  const status = changes.find(({ field }) => field === 'status');
  if (status?.after === 'suspended') return 'suspended the person';
  if (status?.after === 'active') return status.before === 'exited' ? 'took the person on again' : 'resumed the person';
  return 'changed the person';
}
