import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { Locks } from '../../../platform/mongo/locks';
import { demoChance, demoId, DemoNetwork } from '../../../platform/seed/demo-network';
import { addDays, businessDay, eachDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import { AttendanceBookRepository } from '../codes/attendance-book.repository';
import { dayKindOf, shiftOf } from '../days/person-calendar';
import { closesAt } from '../days/shift-window';
import type { LeaveRow } from '../leaves/leave.document';
import { ATTENDANCE_JOBS } from '../jobs/attendance-jobs';
import { LeaveDays, leaveOn } from '../leaves/leave-days';
import { decisionOn, isOnlyOvertime, settledDay } from '../records/computed-day';
import type { AttendanceRow } from '../records/record.document';
import { AttendanceRepository } from '../records/record.repository';
import { AttendanceStore } from '../records/record-store';
import { demoDay } from './demo-days';

const DAYS = 90;
/** What is older has been decided. */
const UNDECIDED_DAYS = 6;
const REJECTED = 0.06;

/** Ninety days of attendance of the demo network, and the day of seeding as far as it has passed. */
@Injectable()
export class AttendanceDemo implements OnModuleInit {
  constructor(
    private readonly demo: DemoNetwork,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly leaves: LeaveDays,
    private readonly records: AttendanceRepository,
    private readonly store: AttendanceStore,
    private readonly books: AttendanceBookRepository,
    private readonly locks: Locks,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.demo.register({ stage: 7, seed: () => this.seed() });
  }

  private async seed(): Promise<void> {
    // The jobs of this and other processes may be due while the network is seeded.
    await this.locks.hold(ATTENDANCE_JOBS, async (signal) => {
      for (const laboratory of await this.laboratories.within(LabScope.everywhere())) {
        signal.throwIfAborted();
        if (laboratory.status === 'active') await this.seedLaboratory(laboratory);
      }
    });
  }

  private async seedLaboratory(laboratory: LaboratoryRow): Promise<void> {
    const now = this.clock.now();
    const today = businessDay(now, laboratory.timezone);
    const from = addDays(today, -DAYS);
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const people = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from, to: today });
    const leaves = await this.leaves.approvedOn(
      people.map(({ _id }) => _id),
      from,
      today,
    );
    const decider = people.find(({ role }) => role === 'lab_admin') ?? null;
    const rows = people.flatMap((person) => {
      const own = leaves.get(person._id.toHexString()) ?? [];
      return this.daysOf(person, laboratory, own, { from, today, now })
        .map((row) => (row.workDate < addDays(today, -UNDECIDED_DAYS) ? decided(row, decider) : row))
        .map((row) => withRequest(row, today));
    });
    const marked = await this.records.between(scope, laboratory._id, { from, to: today });
    const keyOf = ({ userId, workDate }: AttendanceRow) => `${userId.toHexString()} ${workDate}`;
    const known = new Set(marked.map(keyOf));
    await this.records.insertMany(rows.filter((row) => !known.has(keyOf(row))));
    await this.books.setMarkedThrough(laboratory._id, addDays(today, -2), now);
  }

  private daysOf(
    person: Account,
    laboratory: LaboratoryRow,
    leaves: readonly LeaveRow[],
    { from, today, now }: { from: string; today: string; now: Date },
  ): AttendanceRow[] {
    const shift = shiftOf(person, laboratory);
    const rows: AttendanceRow[] = [];
    const isHere = (day: string) => day >= person.joiningDate && (person.exitDate === null || day <= person.exitDate);
    for (const day of eachDay(from, today)) {
      if (!isHere(day) || leaveOn(leaves, day) === 'full') continue;
      if (person.status === 'suspended' && day > addDays(today, -UNDECIDED_DAYS)) continue;
      const isWorkingDay = dayKindOf(day, person, laboratory) === 'working';
      const done = demoDay(person.email, day, shift, { isWorkingDay, now });
      if (!done && (!isWorkingDay || closesAt(day, shift, null) > now)) continue;
      const row = this.store.newDay(person, laboratory, leaves, { workDate: day, ...done });
      const at = row.segments.at(-1)?.clockOut?.at ?? row.segments[0]?.clockIn.at ?? closesAt(day, shift, null);
      const times = { createdAt: row.segments[0]?.clockIn.at ?? at, updatedAt: at };
      rows.push({ ...row, ...times, _id: demoId(`attendance ${person.email} ${day}`), updatedBy: person.name });
    }
    return rows;
  }
}

function decided(row: AttendanceRow, decider: Pick<Account, '_id' | 'name'> | null): AttendanceRow {
  if (row.approvalStatus !== 'pending') return row;
  const isRejected = isOnlyOvertime(row) && demoChance(`decision ${row._id.toHexString()}`)() < REJECTED;
  const decidedAt = new Date(row.updatedAt.getTime() + 20 * 3_600_000);
  const by = decider?.name ?? null;
  const written = { updatedAt: decidedAt, updatedBy: by, version: 2, inLedger: true };
  const decision = decisionOn(row, { approved: !isRejected, by, byId: decider?._id ?? null, at: decidedAt });
  const reason = isRejected ? 'The overtime was not agreed beforehand' : row.reason;
  return settledDay({ ...row, ...written, decision, reason });
}

/** A few people ask for the correction of a day on which they forgot to clock out. */
function withRequest(row: AttendanceRow, today: string): AttendanceRow {
  const first = row.segments[0];
  if (row.status !== 'missed_clock_out' || !first || row.workDate < addDays(today, -UNDECIDED_DAYS)) return row;
  const end = row.calculation.endsAt ?? first.clockIn.at;
  return settledDay({
    ...row,
    inLedger: true,
    correction: {
      segments: [{ in: first.clockIn.at, out: end }],
      breaks: [],
      reason: 'I forgot to clock out and left at the end of the shift',
      requestedAt: new Date(row.updatedAt.getTime() + 9 * 3_600_000),
    },
  });
}
