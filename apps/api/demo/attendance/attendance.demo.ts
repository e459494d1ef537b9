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
import { type Account, StaffPort } from '../../src/modules/staff/staff.port';
import type { PlanOn } from '../../src/modules/attendance/rosters/rosters';
import { Locks } from '../../src/platform/mongo/locks';
import { addDays, eachDay } from '../../src/platform/time/business-day';
import { type DemoLaboratory, demoLaboratories } from '../demo-laboratories';
import { demoChance, demoId } from '../demo-values';
import { demoDay } from './demo-days';

const DAYS = 90;
/** What is older has been decided. */
const UNDECIDED_DAYS = 6;
const REJECTED = 0.06;
const HOUR_MS = 3_600_000;

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

async function seedDays(app: INestApplicationContext, one: DemoLaboratory): Promise<void> {
  const { laboratory, scope, admin, today, now } = one;
  const [from, lately] = [addDays(today, -DAYS), addDays(today, -UNDECIDED_DAYS)];
  const records = app.get(AttendanceRepository);
  const keyOf = ({ userId, workDate }: AttendanceRow) => `${userId.toHexString()} ${workDate}`;
  const marked = new Set((await records.between(scope, laboratory._id, { from, to: today })).map(keyOf));
  const people = await app.get(StaffPort).peopleBetween(scope, { laboratoryId: laboratory._id, from, to: today });
  const ids = people.map(({ _id }) => _id);
  const leaves = await app.get(LeaveDays).approvedOn(ids, from, today);
  const newDay: NewDay = (...day) => app.get(AttendanceRecords).newDay(...day);
  const rows = people.flatMap((person) => {
    const { status, joiningDate, exitDate } = person;
    const own = leaves.get(person._id.toHexString()) ?? [];
    const last = [exitDate ?? today, status === 'suspended' ? lately : today].sort()[0] ?? today;
    return eachDay(from, today)
      .filter((day) => day >= joiningDate && day <= last && leaveOn(own, day) !== 'full')
      .flatMap((day) => dayOf(day, person, { one, leaves: own, newDay }) ?? [])
      .map((row) => (row.workDate < lately ? decided(row, admin) : withRequest(row, now)));
  });
  await records.insertMany(rows.filter((row) => !marked.has(keyOf(row))));
  await app.get(AttendanceBookRepository).setMarkedThrough(laboratory._id, addDays(today, -2), now);
}

type NewDay = AttendanceRecords['newDay'];
type Setting = { one: DemoLaboratory; leaves: readonly LeaveRow[]; newDay: NewDay };

/** The demo network has no published roster of the past. */
const planOn: PlanOn = (day, person, laboratory) => planOf(day, person, laboratory, null);

/** Undefined on a day off, and while the day is not over for a person who has not come. */
function dayOf(day: string, person: Account, { one, leaves, newDay }: Setting): AttendanceRow | undefined {
  const { laboratory, now } = one;
  const { kind, shift } = planOn(day, person, laboratory);
  const isWorkingDay = kind === 'working';
  const done = demoDay(person.email, day, shift, { isWorkingDay, now });
  const closed = closesAt(day, shift, null);
  if (!done && (!isWorkingDay || closed > now)) return undefined;
  const row = settledDay(newDay(person, laboratory, { approved: leaves, planOn }, { workDate: day, ...done }));
  const [first, last] = [row.segments[0], row.segments.at(-1)];
  const updatedAt = last?.clockOut?.at ?? first?.clockIn.at ?? closed;
  const written = { createdAt: first?.clockIn.at ?? updatedAt, updatedAt, updatedBy: person.name };
  return { ...row, ...written, _id: demoId(`attendance ${person.email} ${day}`) };
}

function decided(row: AttendanceRow, decider: Account): AttendanceRow {
  if (row.approvalStatus !== 'pending') return row;
  const isRejected = isOnlyOvertime(row) && demoChance(`decision ${row._id.toHexString()}`)() < REJECTED;
  const at = new Date(row.updatedAt.getTime() + 20 * HOUR_MS);
  const decision = decisionOn(row, { approved: !isRejected, by: decider.name, byId: decider._id, at });
  const reason = isRejected ? "The overtime wasn't agreed beforehand" : row.reason;
  const written = { updatedAt: at, updatedBy: decider.name, version: 2, inLedger: true };
  return settledDay({ ...row, ...written, decision, reason });
}

/** A few people ask for the correction of a day on which they forgot to clock out. */
function withRequest(row: AttendanceRow, now: Date): AttendanceRow {
  const clockIn = row.segments[0]?.clockIn.at;
  const requestedAt = new Date(row.updatedAt.getTime() + 9 * HOUR_MS);
  if (row.status !== 'missed_clock_out' || !clockIn || requestedAt > now) return row;
  const segments = [{ in: clockIn, out: row.calculation.endsAt ?? clockIn }];
  const reason = 'I forgot to clock out and left at the end of the shift';
  return settledDay({ ...row, inLedger: true, correction: { segments, breaks: [], reason, requestedAt } });
}
