import { plural, reportPermissions } from '@shifa/contract';
import { Injectable, Logger } from '@nestjs/common';
import { FileRepository } from '../../platform/files/file.repository';
import { attemptEach } from '../../platform/observability/attempt-each';
import { Job } from '../../platform/observability/job';
import { DomainError } from '../../platform/domain/domain-error';
import { LabScope } from '../../platform/domain/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { Retention } from '../network/retention.port';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { formatDay, formatDays } from '../../platform/time/format-time';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { Notices } from '../notifications/notifications.port';
import { Deputies, StaffPort } from '../staff/staff.port';
import { type PreparedReport, ReportContents } from './report-contents.service';
import { reasonOf, REPORT_FILE, REPORT_SNAPSHOT, ReportWriter } from './report-writer';
import type { ReportRow, ReportScheduleRow } from './report.document';
import { ReportRepository, ReportScheduleRepository } from './report.repository';
import { duePeriods, nextRun, type Period } from './schedule-periods';

const BATCH = 500;
/** No report takes so long: its process has ended before it. */
const ABANDONED_MS = 3_600_000;
/** Without a sign of life for so long, the process of a report has ended; several are given in this time. */
const STOPPED_MS = 120_000;
const STOPPED = 'The server stopped before the report was complete.';
const STOPPED_REASONS = {
  byPerson: `${STOPPED} Generate it again.`,
  scheduled: `${STOPPED} It's tried again while its schedule is active.`,
};

/**
 * Scheduled reports, and the end of the files' retention. Running it twice, or in several processes, changes nothing:
 * one process at a time works, and a schedule has one report of a period.
 */
@Injectable()
export class ReportJobs {
  private readonly logger = new Logger(ReportJobs.name);

  constructor(
    private readonly schedules: ReportScheduleRepository,
    private readonly reports: ReportRepository,
    private readonly contents: ReportContents,
    private readonly writer: ReportWriter,
    private readonly files: FileRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly deputies: Deputies,
    private readonly notices: Notices,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly retention: Retention,
    private readonly clock: Clock,
  ) {}

  @Job('report-schedules', '15 */10 * * * *')
  async runSchedules(): Promise<void> {
    await this.locks.hold('report-schedules', async (signal) => {
      const { logger } = this;
      await attemptEach(this.schedules.active(), (schedule) => this.runSchedule(schedule, signal), { logger, signal });
    });
  }

  private async runSchedule(schedule: ReportScheduleRow, signal: AbortSignal): Promise<void> {
    const laboratory = await this.laboratories.ownerOf(schedule);
    const today = businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
    const due = duePeriods(schedule, today);
    const last = due.at(-1);
    if (!last || laboratory?.status === 'archived') return;
    const next = nextRun({ ...schedule, lastPeriod: last, dueFrom: null }, today);
    // Of failures in a row, only the first is announced; the person who has saved the schedule since is told again.
    let isTold = Boolean(schedule.lastFailure) && !schedule.dueFrom;
    const made: ReportRow[] = [];
    try {
      for (const period of due) {
        const result = await this.produce(schedule, period, signal);
        if (result.made) made.push(result.made);
        const isRecorded = await this.record(schedule, { period, failure: result.failure, next: isTold ? null : next });
        // Someone has saved it meanwhile, and the next run does what is due then.
        if (!isRecorded) return;
        isTold = result.failure !== null;
      }
    } finally {
      await this.announce(schedule, made);
    }
  }

  /**
   * @param outcome.next the day of the next attempt, to be told if it failed.
   * @returns whether no one has saved the schedule since the run began.
   */
  private record(
    schedule: ReportScheduleRow,
    { period, failure, next }: { period: Period; failure: string | null; next: string | null },
  ): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const run = { lastPeriod: period, lastFailure: failure, dueFrom: null };
      if (!(await this.schedules.setLastRun(schedule, run))) return false;
      if (failure !== null && next !== null) {
        const until = `The next attempt is on ${formatDay(next)}.`;
        await this.announceFailure(
          schedule,
          `${schedule.name}, ${formatDays(period.from, period.to)}: ${failure} ${until}`,
        );
      }
      return true;
    });
  }

  /** Says of reports whose server has stopped that they failed; the next run makes those of schedules. */
  @Job('stopped-reports', '30 * * * * *')
  async endStopped(): Promise<void> {
    const now = this.clock.now();
    await this.reports.abandon(new Date(now.getTime() - STOPPED_MS), STOPPED_REASONS, now);
  }

  /** Removes files whose retention has ended, and files of reports that were never completed. */
  @Job('report-sweep', '40 20 3 * * *')
  async sweep(): Promise<void> {
    await this.locks.hold('report-sweep', async (signal) => {
      const { logger } = this;
      const now = this.clock.now();
      const before = new Date(now.getTime() - ABANDONED_MS);
      for (const kind of [REPORT_FILE, REPORT_SNAPSHOT]) {
        for await (const files of this.files.putBefore(kind, before, BATCH)) {
          signal.throwIfAborted();
          const kept = await this.reports.find(
            LabScope.everywhere(),
            { _id: { $in: files.map(({ owner }) => owner) }, status: 'done' },
            { limit: files.length, projection: { createdAt: 1 } },
          );
          const valid = new Set(
            kept.filter((row) => this.retention.endOfReportFiles(row) > now).map(({ _id }) => _id.toHexString()),
          );
          const ended = files.filter(({ owner }) => !valid.has(owner.toHexString()));
          await this.reports.setFilesRemoved(
            ended.map(({ owner }) => owner),
            now,
          );
          await attemptEach(ended, ({ _id }) => this.files.remove(_id), { logger, signal });
        }
      }
    });
  }

  /** With the rights that the owner has now. @returns why it failed, or what was made now. */
  private async produce(
    schedule: ReportScheduleRow,
    period: Period,
    signal: AbortSignal,
  ): Promise<{ failure: string | null; made?: ReportRow }> {
    const { kind, laboratoryId, owner } = schedule;
    const known = await this.reports.ofPeriod(schedule._id, period);
    if (known?.status === 'done') return { failure: null };
    if (known?.status === 'failed') await this.reports.release(known._id);
    // Of a process that has ended before it: no one else holds the lock.
    else if (known) await this.reports.remove(known._id);
    const by = { userId: owner._id.toHexString(), name: owner.name };
    const parameters = { kind, ...period, schedule: { _id: schedule._id, name: schedule.name } };
    const prepared = await this.prepare(schedule, period);
    if ('reason' in prepared) {
      const row = this.writer.newReport(by, parameters, {
        bounds: { laboratoryId, subjectId: null },
        fileName: `${kind}-${period.from}-to-${period.to}.xlsx`,
      });
      await this.reports.insert(row);
      await this.writer.finish(row, { status: 'failed', reason: prepared.reason, rows: 0, sizeBytes: 0 });
      return { failure: prepared.reason };
    }
    const row = this.writer.newReport(by, parameters, prepared);
    try {
      const parts = this.writer.write(row, prepared, signal);
      while (!(await parts.next()).done);
    } catch (error) {
      signal.throwIfAborted();
      // Too many files are being written, or another process has ended the report: the next run makes it.
      if (error instanceof DomainError && error.code === 'UNAVAILABLE') throw error;
      // The history says that it failed.
      this.logger.error(error);
      return { failure: reasonOf(error) };
    }
    return { failure: null, made: row };
  }

  private async prepare(
    { kind, laboratoryId, owner }: ReportScheduleRow,
    period: Period,
  ): Promise<PreparedReport | { reason: string }> {
    const mayNot = `${owner.name} no longer has permission to generate this report. Ask someone who does to save the schedule.`;
    const account = await this.people.account(owner._id.toHexString());
    if (account?.status !== 'active') {
      const why = account?.status === 'suspended' ? 'is suspended' : 'has left';
      return {
        reason: `${owner.name} ${why}, so this report doesn't run. Ask someone with permission to save the schedule.`,
      };
    }
    const actor = (await this.deputies.actors([account]))(account);
    try {
      const body = { kind, ...period, ...(laboratoryId && { laboratoryId: laboratoryId.toHexString() }) };
      return await this.contents.prepare(actor, body);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const isRights = error.code === 'FORBIDDEN' || error.code === 'LABORATORY_NOT_FOUND';
      return { reason: isRights ? mayNot : error.message };
    }
  }

  private async announce({ name, owner }: ReportScheduleRow, made: readonly ReportRow[]): Promise<void> {
    const [first, last] = [made[0], made.at(-1)];
    if (!first || !last) return;
    const { kind, laboratoryId } = last;
    const days = formatDays(first.from, last.to);
    const notice = {
      actor: null,
      type: 'system',
      priority: 'low',
      title: plural(made.length, 'A scheduled report is ready', 'Scheduled reports are ready'),
      message: `${name}, ${plural(made.length, days, `${made.length} reports: ${days}`)}`,
      action: { label: 'View report', path: `/reports/files?kind=${kind}&scheduled=true` },
    } as const;
    await this.unitOfWork.run(async () => {
      if (laboratoryId) {
        return this.notices.sendToHolders(reportPermissions[kind], laboratoryId, notice, { also: 'reports.view' });
      }
      const account = await this.people.account(owner._id.toHexString());
      if (account) await this.notices.send({ ...notice, laboratoryId: null, to: [account] });
    });
  }

  /** To the owner or, where that person is suspended, has moved or has left, to those who can save the schedule. */
  private async announceFailure({ kind, laboratoryId, owner }: ReportScheduleRow, message: string): Promise<void> {
    const notice = {
      actor: null,
      type: 'system',
      priority: 'medium',
      title: 'A scheduled report failed',
      message,
      action: { label: 'View schedules', path: '/reports/schedules' },
    } as const;
    const everywhere = LabScope.everywhere();
    const [account] = await this.people.findPeople(everywhere, [owner._id.toHexString()]);
    const isThere = !laboratoryId || !account?.laboratoryId || account.laboratoryId.equals(laboratoryId);
    if (account?.status === 'active' && isThere) return this.notices.send({ ...notice, laboratoryId, to: [account] });
    if (laboratoryId) {
      return this.notices.sendToHolders(reportPermissions[kind], laboratoryId, notice, { also: 'reports.export' });
    }
    const ids = await this.people.idsWithRoles(everywhere, ['super_admin']);
    const heads = await this.people.findPeople(
      everywhere,
      ids.map((id) => id.toHexString()),
    );
    await this.notices.send({ ...notice, laboratoryId, to: heads.filter(({ status }) => status === 'active') });
  }
}
