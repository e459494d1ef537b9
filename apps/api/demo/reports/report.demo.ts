import { defaultRetention } from '@shifa/contract';
import type { INestApplicationContext } from '@nestjs/common';
import type { ReportRow, ReportScheduleRow } from '../../src/modules/reports/report.document';
import { ReportRepository, ReportScheduleRepository } from '../../src/modules/reports/report.repository';
import { lastPeriod } from '../../src/modules/reports/schedule-periods';
import { firstVersion } from '../../src/platform/mongo/first-version';
import { addDays, businessDay, monthOf, NETWORK_TIMEZONE } from '../../src/platform/time/business-day';
import { demoHead, type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoId } from '../demo-values';

/** Older than files are kept. */
const AGE_MS = (defaultRetention.reportFileDays + 20) * 86_400_000;

const schedules = [
  { name: 'Finances of the month', kind: 'financial', frequency: 'monthly', isOfNetwork: true },
  { name: 'Attendance of the week', kind: 'attendance', frequency: 'weekly', isOfNetwork: false },
] as const;

/** Two schedules and a little history of the demo network. No file is generated, so that the first start stays short. */
export async function seedReports(app: INestApplicationContext): Promise<void> {
  const { _id, name } = await demoHead(app);
  const owner = { _id, name };
  const laboratories = await demoLaboratories(app);
  const [first] = laboratories;
  if (!first) return;
  const former = laboratories.flatMap((one) => [
    reportOf('financial', 412, one, owner),
    reportOf('staff', 24, one, owner),
  ]);
  await app.get(ReportRepository).insertMany(former);
  const rows = schedules.map(({ isOfNetwork, ...schedule }): ReportScheduleRow => ({
    _id: demoId(`schedule ${schedule.name}`),
    ...schedule,
    laboratoryId: isOfNetwork ? null : first.laboratory._id,
    owner,
    active: true,
    // The first period is the next one.
    lastPeriod: lastPeriod(schedule.frequency, businessDay(first.now, NETWORK_TIMEZONE)),
    ...firstVersion(owner, first.now),
  }));
  await app.get(ReportScheduleRepository).insertMany(rows);
}

function reportOf(
  kind: ReportRow['kind'],
  rows: number,
  { laboratory, now }: DemoLaboratory,
  by: ReportRow['by'],
): ReportRow {
  const { _id, code, timezone } = laboratory;
  const at = new Date(now.getTime() - AGE_MS);
  const { from, to } = monthOf(addDays(monthOf(businessDay(at, timezone)).from, -1));
  const idOf = (what: string) => demoId(`${what} ${kind} ${code}`);
  const about = { kind, from, to, by, laboratoryId: _id, subjectId: null, schedule: null };
  const done = { status: 'done', reason: null, rows, sizeBytes: 46_080, finishedAt: at } as const;
  const file = { fileName: `${kind}-${code}-${from}-to-${to}.xlsx`, fileId: idOf('report file'), fileRemovedAt: null };
  const written = { snapshotId: idOf('report snapshot'), version: 1, createdAt: at, updatedAt: at };
  return { _id: idOf('report'), ...about, ...done, ...file, ...written };
}
