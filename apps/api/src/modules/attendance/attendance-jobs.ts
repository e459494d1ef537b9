import { Injectable, Logger } from '@nestjs/common';
import { Job } from '../../platform/observability/job';
import { attemptEach } from '../../platform/observability/attempt-each';
import { LabScope } from '../../platform/domain/lab-scope';
import { Locks } from '../../platform/mongo/locks';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { addDays, businessDay, eachDay } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../laboratories/laboratories.port';
import { type Account, StaffPort } from '../staff/staff.port';
import { absencesMarked, AttendanceRecords } from './records/record';
import { AttendanceBookRepository } from './codes/attendance-book.repository';
import { closesAt } from './days/calendar';
import { isAbsence } from './days/day-rules';
import { LeaveDays } from './leaves/leave-days';
import { ClosedMonths, ATTENDANCE_LOCK } from './month-closings/closed-months';
import type { AttendanceRow } from './records/record.document';
import { AttendanceRepository } from './records/record.repository';
import { Rosters } from './rosters/rosters';

/** The lock of the jobs that write attendance as time passes. */
export const ATTENDANCE_JOBS = 'attendance-jobs';
/** After a longer pause, earlier days stay as they are. */
const MAX_DAYS_BACK = 40;
/** A shift of 24 hours that starts at the end of the day is over, and open sessions are closed, after so many days. */
const DAYS_TO_CLOSE = 2;

/**
 * What happens to attendance as time passes: open sessions close themselves, and people without a record are marked absent.
 * Running it twice, or in several processes, changes nothing; after a pause it catches up.
 */
@Injectable()
export class AttendanceJobs {
  private readonly logger = new Logger(AttendanceJobs.name);

  constructor(
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly books: AttendanceBookRepository,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly leaves: LeaveDays,
    private readonly rosters: Rosters,
    private readonly closedMonths: ClosedMonths,
    private readonly locks: Locks,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  @Job('attendance', '30 */5 * * * *')
  async run(): Promise<void> {
    await this.locks.hold(ATTENDANCE_JOBS, async (signal) => {
      await this.closeForgotten(signal);
      const { logger } = this;
      const laboratories = await this.laboratories.listInScope(LabScope.everywhere());
      const active = laboratories.filter(({ status }) => status === 'active');
      await attemptEach(active, (laboratory) => this.markAbsences(laboratory, signal), { logger, signal });
    });
  }

  private async closeForgotten(signal: AbortSignal): Promise<void> {
    const tried = new Set<string>();
    for (;;) {
      const overdue = await this.repository.overdue(this.clock.now());
      const untried = overdue.filter(({ _id }) => !tried.has(_id.toHexString()));
      // A record that cannot be closed, such as one stored before lists had limits, must not hold up the others.
      if (untried.length === 0) return;
      for (const { _id } of untried) tried.add(_id.toHexString());
      const close = (row: AttendanceRow) =>
        this.unitOfWork.run(async () => {
          const before = await this.store.records.getOrThrow(LabScope.everywhere(), row._id.toHexString());
          if (before.version === row.version) await this.close(before);
        });
      await attemptEach(untried, close, { logger: this.logger, signal });
    }
  }

  private async close(before: AttendanceRow): Promise<void> {
    const last = before.segments.at(-1);
    const at = before.closesAt;
    if (!last || !at) return;
    const clockOut = { at, method: 'auto' as const, distanceMetres: null, withinFence: null, device: null };
    const segments = [...before.segments.slice(0, -1), { ...last, clockOut }];
    const breaks = before.breaks.map((one) => ({ ...one, end: one.end ?? at }));
    await this.store.replace(before, { ...before, segments, breaks }, { actor: null, action: 'closed' });
  }

  private async markAbsences(laboratory: LaboratoryRow, signal: AbortSignal): Promise<void> {
    const now = this.clock.now();
    const today = businessDay(now, laboratory.timezone);
    const marked = await this.markedThrough(laboratory, today);
    const [, first = today] = [addDays(marked, 1), addDays(today, -MAX_DAYS_BACK)].toSorted();
    // Of a laboratory that was suspended when its month was closed: the days stay as they were closed.
    const closed = await this.closedMonths.closedMonthsIn({ laboratoryId: laboratory._id, from: first, to: today });
    for (const day of eachDay(first, today)) {
      signal.throwIfAborted();
      if (!closed.includes(day.slice(0, 7))) await this.markDay(laboratory, day, now);
      if (day <= addDays(today, -DAYS_TO_CLOSE)) await this.books.setMarkedThrough(laboratory._id, day, now);
    }
  }

  /** A laboratory without a mark is new: its first days are those that can still be under way. */
  private async markedThrough({ _id }: LaboratoryRow, today: string): Promise<string> {
    const marked = await this.books.markedThrough(_id);
    if (marked !== null) return marked;
    const start = addDays(today, -DAYS_TO_CLOSE);
    await this.books.setMarkedThrough(_id, start, this.clock.now());
    return start;
  }

  private async markDay(laboratory: LaboratoryRow, day: string, now: Date): Promise<void> {
    const scope = LabScope.ofLaboratory(laboratory._id.toHexString());
    const people = await this.people.peopleBetween(scope, { laboratoryId: laboratory._id, from: day, to: day });
    const planOn = await this.rosters.plans([laboratory], [day, day], 'everyone');
    const isOver = (person: Account) => closesAt(day, planOn(day, person, laboratory).shift, null) <= now;
    const firstDay = ({ activeSince, createdAt }: Account) =>
      businessDay(activeSince ?? createdAt, laboratory.timezone);
    const expected = people.filter((person) => person.status === 'active' && isOver(person) && day >= firstDay(person));
    if (expected.length === 0) return;
    await this.unitOfWork.run(async () => {
      const known = await this.repository.between(LabScope.everywhere(), laboratory._id, { from: day, to: day });
      const withRecord = new Set(known.map(({ userId }) => userId.toHexString()));
      const absent = expected.filter(({ _id }) => !withRecord.has(_id.toHexString()));
      if (absent.length === 0) return;
      const ids = absent.map(({ _id }) => _id);
      const elsewhere = await this.repository.daysElsewhere(ids, laboratory._id, { from: day, to: day });
      const missing = absent.filter(({ _id }) => !elsewhere.has(`${_id.toHexString()} ${day}`));
      const leaves = await this.leaves.approvedOn(
        missing.map(({ _id }) => _id),
        day,
        day,
      );
      const rows = missing
        .map((person) => {
          const approved = leaves.get(person._id.toHexString()) ?? [];
          return this.store.newDay(person, laboratory, { approved, planOn }, { workDate: day });
        })
        .filter(({ dayKind: kind, leave }) => isAbsence({ kind, leave }));
      if (rows.length === 0) return;
      // What is published in the meantime sees who was marked.
      this.unitOfWork.lock(ATTENDANCE_LOCK, laboratory._id.toHexString());
      const absences = await this.store.insert(rows, { actor: null, action: 'marked-absent' });
      await this.unitOfWork.raise(absencesMarked, absences);
    });
  }
}
