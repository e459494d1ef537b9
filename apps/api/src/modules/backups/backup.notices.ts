import { MAX_BACKUP_AGE_HOURS } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { LabScope } from '../../platform/domain/lab-scope';
import { NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { formatInstant } from '../../platform/time/format-time';
import { type Notice, Notices } from '../notifications/notifications.port';
import { StaffPort } from '../staff/staff.port';

const PATH = '/settings/backups';

/** What super admins learn of backups: one unread notification for each kind of trouble. */
@Injectable()
export class BackupNotices {
  constructor(
    private readonly notices: Notices,
    private readonly people: StaffPort,
  ) {}

  /** @param reason a sentence. */
  async failed(startedAt: Date, reason: string): Promise<void> {
    await this.send({
      title: 'Backup failed',
      message: `The backup of ${formatInstant(startedAt, NETWORK_TIMEZONE)} failed. ${reason}`,
      group: { key: 'backup-failed', count: 1, message: 'Backups keep failing. Open them to see why.', path: PATH },
    });
  }

  async tooOld(): Promise<void> {
    const message = `The newest good backup is older than ${MAX_BACKUP_AGE_HOURS / 24} days. Check why backups fail.`;
    await this.send({
      title: 'Backup too old',
      message,
      group: { key: 'backup-too-old', count: 1, message, path: PATH },
    });
  }

  async restored(madeAt: Date | null): Promise<void> {
    const backup = madeAt ? `a backup of ${formatInstant(madeAt, NETWORK_TIMEZONE)}` : 'a backup';
    const undone = 'Later changes are undone, also to accounts, passwords and permissions.';
    const remedy = 'Everyone has to sign in again. Check who has left since.';
    await this.send({
      title: 'Backup restored',
      message: `The data was restored from ${backup}. ${undone} ${remedy}`,
      action: { label: 'View staff', path: '/staff' },
    });
  }

  private async send(
    notice: Pick<Notice, 'title' | 'message' | 'group'> & Partial<Pick<Notice, 'action'>>,
  ): Promise<void> {
    const everywhere = LabScope.everywhere();
    const ids = await this.people.idsWithRoles(everywhere, ['super_admin']);
    const people = await this.people.findPeople(
      everywhere,
      ids.map((id) => id.toHexString()),
    );
    await this.notices.send({
      actor: null,
      to: people.filter(({ status }) => status === 'active'),
      laboratoryId: null,
      type: 'system',
      priority: 'high',
      action: { label: 'View backups', path: PATH },
      ...notice,
    });
  }
}
