import { defaultRetention } from '@shifa/contract';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../platform/mongo/lab-scope';
import { DemoNetwork, demoId } from '../../platform/seed/demo-network';
import { addDays, businessDay, monthOf } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { StaffPort } from '../staff/staff.port';
import { lastPeriod } from './report-jobs';
import type { ReportRow, ReportScheduleRow } from './report.document';
import { ReportRepository, ReportScheduleRepository } from './report.repository';

const DAY_MS = 86_400_000;

/** Two schedules and a little history of the demo network. No file is generated, so that the first start stays short. */
@Injectable()
export class ReportDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly schedules: ReportScheduleRepository,
    private readonly reports: ReportRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 9, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    const head = await this.people.accountByEmail('super@shifa.example');
    if (!head) return;
    const by = { _id: head._id, name: head.name };
    const laboratories = await this.laboratories.within(LabScope.everywhere());
    for (const laboratory of laboratories) {
      await this.reports.insertMany([this.old(laboratory, by, 'financial'), this.old(laboratory, by, 'staff')]);
    }
    const [first] = laboratories;
    if (!first) return;
    await this.schedules.insertMany([
      this.schedule('Finances of the month', { kind: 'financial', laboratoryId: null, frequency: 'monthly' }, by),
      this.schedule('Attendance of the week', { kind: 'attendance', laboratoryId: first._id, frequency: 'weekly' }, by),
    ]);
  }

  /** The first period is the next one. */
  private schedule(
    name: string,
    parameters: Pick<ReportScheduleRow, 'kind' | 'laboratoryId' | 'frequency'>,
    owner: ReportScheduleRow['owner'],
  ): ReportScheduleRow {
    const now = this.clock.now();
    const times = { version: 1, createdAt: now, updatedAt: now };
    const period = lastPeriod(parameters.frequency, businessDay(now, 'Asia/Kolkata'));
    const state = { active: true, lastPeriod: period, updatedBy: owner.name };
    return { _id: demoId(`schedule ${name}`), name, ...parameters, owner, ...state, ...times };
  }

  /** Older than files are kept. */
  private old({ _id, code, timezone }: LaboratoryRow, by: ReportRow['by'], kind: ReportRow['kind']): ReportRow {
    const at = new Date(this.clock.now().getTime() - (defaultRetention.reportFileDays + 20) * DAY_MS);
    const { from, to } = monthOf(addDays(monthOf(businessDay(at, timezone)).from, -1));
    return {
      _id: demoId(`report ${kind} ${code}`),
      ...{ kind, from, to, by, laboratoryId: _id, subjectId: null, schedule: null },
      ...{ status: 'done', reason: null, rows: kind === 'staff' ? 24 : 412, sizeBytes: 46_080 },
      ...{ finishedAt: at, fileRemovedAt: null },
      fileName: `${kind}-${code}-${from}-to-${to}.xlsx`,
      fileId: demoId(`report file ${kind} ${code}`),
      snapshotId: demoId(`report snapshot ${kind} ${code}`),
      ...{ version: 1, createdAt: at, updatedAt: at },
    };
  }
}
