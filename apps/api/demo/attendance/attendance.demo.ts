import type { INestApplicationContext } from '@nestjs/common';
import { AttendanceBookRepository } from '../../src/modules/attendance/codes/attendance-book.repository';
import { closesAt, planOf } from '../../src/modules/attendance/days/calendar';
import { ATTENDANCE_JOBS } from '../../src/modules/attendance/attendance-jobs';
import { LeaveDays, leaveOn } from '../../src/modules/attendance/leaves/leave-days';
import type { LeaveRow } from '../../src/modules/attendance/leaves/leave.repository';
import { decisionOn, isOnlyOvertime, settledDay } from '../../src/modules/attendance/records/day-content';
import type { AttendanceRow } from '../../src/modules/attendance/records/record.document';
import { AttendanceRepository } from '../../src/modules/attendance/records/record.repository';
import { AttendanceRecords } from '../../src/modules/attendance/records/record';
import type { PlanOn } from '../../src/modules/attendance/rosters/rosters';
import type { LaboratoryRow } from '../../src/modules/laboratories/laboratories.port';
import { type Account, StaffPort } from '../../src/modules/staff/staff.port';
import { Locks } from '../../src/platform/mongo/locks';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import { Clock } from '../../src/platform/time/clock';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoChance, demoId } from '../demo-values';
import { demoDay } from './demo-days';

const DAYS = 90;
/** What is older has been decided. */
const UNDECIDED_DAYS = 6;
const REJECTED = 0.06;

/** Ninety days of attendance of the demo network, and the day of seeding as far as it has passed. */
export async function seedAttendance(app: INestApplicationContext): Promise<void> {
  // The jobs of this and other processes may be due while the network is seeded.
  await app.get(Locks).hold(ATTENDANCE_JOBS, async (signal) => {
    for (const one of await demoLaboratories(app)) {
      signal.throwIfAborted();
      await seedDays(app, one);
    }
  });
}

async function seedDays(
  app: INestApplicationContext,
  { laboratory, scope, admin, today }: DemoLaboratory,
): Promise<void> {
  const [now, from] = [app.get(Clock).now(), addDays(today, -DAYS)];
  const people = await app.get(StaffPort).peopleBetween(scope, { laboratoryId: laboratory._id, from, to: today });
  const ids = people.map(({ _id }) => _id);
  const leaves = await app.get(LeaveDays).approvedOn(ids, from, today);
  const newDay = (...day: Parameters<AttendanceRecords['newDay']>) => app.get(AttendanceRecords).newDay(...day);
  const rows = people.flatMap((person) => {
    const own = leaves.get(person._id.toHexString()) ?? [];
    return daysOf(person, { laboratory, leaves: own, from, today, now, newDay })
      .map((row) => (row.workDate < addDays(today, -UNDECIDED_DAYS) ? decided(row, admin) : row))
      .map((row) => withRequest(row, today, now));
  });
  const records = app.get(AttendanceRepository);
  const marked = await records.between(scope, laboratory._id, { from, to: today });
  const keyOf = ({ userId, workDate }: AttendanceRow) => `${userId.toHexString()} ${workDate}`;
  const known = new Set(marked.map(keyOf));
  await records.insertMany(rows.filter((row) => !known.has(keyOf(row))));
  await app.get(AttendanceBookRepository).setMarkedThrough(laboratory._id, addDays(today, -2), now);
}

/** The demo network has no published roster of the past. */
const planOn: PlanOn = (day, person, laboratory) => planOf(day, person, laboratory, null);

type Setting = {
  laboratory: LaboratoryRow;
  leaves: readonly LeaveRow[];
  from: string;
  today: string;
  now: Date;
  newDay: AttendanceRecords['newDay'];
};

function daysOf(person: Account, { laboratory, leaves, from, today, now, newDay }: Setting): AttendanceRow[] {
  const isHere = (day: string) => day >= person.joiningDate && (person.exitDate === null || day <= person.exitDate);
  return eachDay(from, today).flatMap((day) => {
    if (!isHere(day) || leaveOn(leaves, day) === 'full') return [];
    if (person.status === 'suspended' && day > addDays(today, -UNDECIDED_DAYS)) return [];
    const { kind, shift } = planOn(day, person, laboratory);
    const isWorkingDay = kind === 'working';
    const done = demoDay(person.email, day, shift, { isWorkingDay, now });
    if (!done && (!isWorkingDay || closesAt(day, shift, null) > now)) return [];
    const row = settledDay(newDay(person, laboratory, { approved: leaves, planOn }, { workDate: day, ...done }));
    const [first, last] = [row.segments[0], row.segments.at(-1)];
    const updatedAt = last?.clockOut?.at ?? first?.clockIn.at ?? closesAt(day, shift, null);
    const written = { createdAt: first?.clockIn.at ?? updatedAt, updatedAt, updatedBy: person.name };
    return { ...row, ...written, _id: demoId(`attendance ${person.email} ${day}`) };
  });
}

function decided(row: AttendanceRow, decider: Account): AttendanceRow {
  if (row.approvalStatus !== 'pending') return row;
  const isRejected = isOnlyOvertime(row) && demoChance(`decision ${row._id.toHexString()}`)() < REJECTED;
  const decidedAt = new Date(row.updatedAt.getTime() + 20 * 3_600_000);
  const by = decider.name;
  const written = { updatedAt: decidedAt, updatedBy: by, version: 2, inLedger: true };
  const decision = decisionOn(row, { approved: !isRejected, by, byId: decider._id, at: decidedAt });
  const reason = isRejected ? "The overtime wasn't agreed beforehand" : row.reason;
  return settledDay({ ...row, ...written, decision, reason });
}

/** A few people ask for the correction of a day on which they forgot to clock out. */
function withRequest(row: AttendanceRow, today: string, now: Date): AttendanceRow {
  const first = row.segments[0];
  if (row.status !== 'missed_clock_out' || !first || row.workDate < addDays(today, -UNDECIDED_DAYS)) return row;
  const requestedAt = new Date(row.updatedAt.getTime() + 9 * 3_600_000);
  if (requestedAt > now) return row;
  const end = row.calculation.endsAt ?? first.clockIn.at;
  return settledDay({
    ...row,
    inLedger: true,
    correction: {
      segments: [{ in: first.clockIn.at, out: end }],
      breaks: [],
      reason: 'I forgot to clock out and left at the end of the shift',
      requestedAt,
    },
  });
}
