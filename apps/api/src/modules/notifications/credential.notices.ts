import { daysBetween, plural } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { LabScope } from '../../platform/domain/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { formatDay } from '../../platform/time/format-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { Notices } from './notices';
import { ReminderRepository } from './reminder.repository';

/** So many days ahead, those who manage a laboratory are reminded of what expires. */
const DAYS_AHEAD = [7, 30, 60];

const credentials = [
  ['licence', 'licence'],
  ['accreditation', 'accreditation'],
] as const;

type Laboratory = Awaited<ReturnType<LaboratoriesPort['listInScope']>>[number];

/** Reminds of licences and accreditations that expire, once for each date and each number of days ahead. */
@Injectable()
export class CredentialNotices {
  private readonly logger = new Logger(CredentialNotices.name);

  constructor(
    private readonly laboratories: LaboratoriesPort,
    private readonly reminders: ReminderRepository,
    private readonly notices: Notices,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('credentials', '35 10 * * * *')
  async run(): Promise<void> {
    await this.locks.hold('credentials', async (signal) => {
      const { logger } = this;
      const laboratories = await this.laboratories.listInScope(LabScope.everywhere());
      const inUse = laboratories.filter(({ status }) => status !== 'archived');
      await attemptEach(inUse, (laboratory) => this.remind(laboratory), { logger, signal });
    });
  }

  private async remind(laboratory: Laboratory): Promise<void> {
    const today = businessDay(this.clock.now(), laboratory.timezone);
    for (const [field, noun] of credentials) {
      const credential = laboratory[field];
      const left = credential ? daysBetween(today, credential.validUntil) - 1 : undefined;
      // The nearest one only: no one is reminded of 60 days when 7 are left.
      const ahead = DAYS_AHEAD.find((days) => left !== undefined && left >= 0 && left <= days);
      if (!credential || left === undefined || ahead === undefined) continue;
      const id = laboratory._id.toHexString();
      await this.unitOfWork.run(async () => {
        const isNew = await this.reminders.note(`${id}:${field}:${credential.validUntil}:${ahead}`, this.clock.now());
        if (!isNew) return;
        const inDays = left === 0 ? 'today' : plural(left, 'tomorrow', `in ${left} days`);
        await this.notices.sendToHolders('laboratories.edit', laboratory._id, {
          actor: null,
          type: 'reminder',
          priority: ahead === 7 ? 'high' : 'medium',
          title: `${laboratory.name}: ${noun} expires ${inDays}`,
          message: `The ${noun} of ${credential.body} (${credential.number}) is valid until ${formatDay(credential.validUntil)}. Renew it, and enter the new date.`,
          action: { label: 'View laboratory', path: `/laboratories/${id}` },
        });
      });
    }
  }
}
