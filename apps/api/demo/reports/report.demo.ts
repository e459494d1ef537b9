import { defaultRetention } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import { lastPeriod } from '../../src/modules/reports/report-jobs';
import type { ReportRow, ReportScheduleRow } from '../../src/modules/reports/report.document';
import { ReportRepository, ReportScheduleRepository } from '../../src/modules/reports/report.repository';
import { StaffPort } from '../../src/modules/staff/staff.port';
import { addDays, businessDay, monthOf } from '../../src/platform/time/business-day';
import { Clock } from '../../src/platform/time/clock';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';

/** Older than files are kept. */
const AGE_MS = (defaultRetention.reportFileDays + 20) * 86_400_000;

type Setting = { now: Date; by: ReportRow['by'] };

/** Two schedules and a little history of the demo network. No file is generated, so that the first start stays short. */
export async function seedReports(app: INestApplicationContext): Promise<void> {
  const head = await app.get(StaffPort).accountByEmail('super@shifa.example');
  const laboratories = await demoLaboratories(app);
  const [first] = laboratories;
  if (!head || !first) return;
  const setting = { now: app.get(Clock).now(), by: { _id: head._id, name: head.name } };
  const former = laboratories.flatMap((one) =>
    (['financial', 'staff'] as const).map((kind) => reportOf(kind, one, setting)),
  );
  await app.get(ReportRepository).insertMany(former);
  await app
    .get(ReportScheduleRepository)
    .insertMany([
      scheduleOf('Finances of the month', { kind: 'financial', laboratoryId: null, frequency: 'monthly' }, setting),
      scheduleOf(
        'Attendance of the week',
        { kind: 'attendance', laboratoryId: first.laboratory._id, frequency: 'weekly' },
        setting,
      ),
    ]);
}

/** The first period is the next one. */
function scheduleOf(
  name: string,
  parameters: Pick<ReportScheduleRow, 'kind' | 'laboratoryId' | 'frequency'>,
  { now, by: owner }: Setting,
): ReportScheduleRow {
  const times = { version: 1, createdAt: now, updatedAt: now };
  const period = lastPeriod(parameters.frequency, businessDay(now, 'Asia/Kolkata'));
  const state = { active: true, lastPeriod: period, updatedBy: owner.name };
  return { _id: demoId(`schedule ${name}`), name, ...parameters, owner, ...state, ...times };
}

function reportOf(kind: 'financial' | 'staff', { laboratory }: DemoLaboratory, { now, by }: Setting): ReportRow {
  const { _id, code, timezone } = laboratory;
  const at = new Date(now.getTime() - AGE_MS);
  const { from, to } = monthOf(addDays(monthOf(businessDay(at, timezone)).from, -1));
  return {
    _id: demoId(`report ${kind} ${code}`),
    kind,
    from,
    to,
    by,
    laboratoryId: _id,
    subjectId: null,
    schedule: null,
    status: 'done',
    reason: null,
    rows: kind === 'staff' ? 24 : 412,
    sizeBytes: 46_080,
    finishedAt: at,
    fileRemovedAt: null,
    fileName: `${kind}-${code}-${from}-to-${to}.xlsx`,
    fileId: demoId(`report file ${kind} ${code}`),
    snapshotId: demoId(`report snapshot ${kind} ${code}`),
    version: 1,
    createdAt: at,
    updatedAt: at,
  };
}
