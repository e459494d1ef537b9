import { roleLabels } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DomainEvents } from '../../platform/events/domain-events';
import { type Account, PERMISSIONS_ENDED, ROLE_MAPPED, staffChanged } from '../staff/staff.port';
import { type Notice, Notices } from './notices';

type Text = Pick<Notice, 'title' | 'message'> & { path?: string };

/** What people learn of changes to their own account. Here, because this module depends on that of the staff. */
@Injectable()
export class StaffNotices implements OnModuleInit {
  constructor(
    private readonly events: DomainEvents,
    private readonly notices: Notices,
  ) {}

  onModuleInit(): void {
    this.events.within(staffChanged, async ({ actor, action, changes }) => {
      for (const { before, after } of changes) {
        const system = action === ROLE_MAPPED ? 'Your organisation' : 'The system';
        const text = describeChange(actor?.name ?? system, action, before, after);
        // Who is suspended finds on their return what was changed in the meantime.
        if (!text || after.status === 'exited') continue;
        await this.notices.send({
          actor,
          to: [after],
          laboratoryId: after.laboratoryId,
          type: 'system',
          priority: 'medium',
          title: text.title,
          message: text.message,
          action: { label: 'View profile', path: text.path ?? '/profile' },
        });
      }
    });
  }
}

function describeChange(by: string, action: string, before: Account | null, after: Account): Text | null {
  if (!before) return null;
  // Before anything else that changed with it: the owner of the address can get into the account.
  if (before.email !== after.email) {
    return { title: 'Email address changed', message: `${by} changed your email address to ${after.email}.` };
  }
  if (before.role !== after.role) {
    return { title: 'Role changed', message: `${by} changed your role to ${roleLabels[after.role]}.` };
  }
  if (String(before.laboratoryId) !== String(after.laboratoryId)) {
    return { title: 'Laboratory changed', message: `${by} moved you to another laboratory.` };
  }
  // The people concerned get a separate notice.
  if (action === PERMISSIONS_ENDED) return null;
  if (JSON.stringify(before.permissionOverrides) !== JSON.stringify(after.permissionOverrides)) {
    return { title: 'Permissions changed', message: `${by} changed your permissions.`, path: '/profile/permissions' };
  }
  if (action !== 'password.changed' && before.passwordHash !== after.passwordHash) {
    return { title: 'Password reset', message: `${by} issued a temporary password for your account.` };
  }
  return null;
}
