import type {
  AttendanceListQuery,
  AttendanceRecord,
  CorrectionBody,
  CreateAttendanceBody,
  MyAttendanceQuery,
  Page,
  ReasonQuery,
  UpdateAttendanceBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import type { ObjectId } from '../../../platform/domain/object-id';
import { assertAllowed } from '../../../platform/domain/policy';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { formatDay } from '../../../platform/time/format-time';
import { LaboratoriesPort, type LaboratoryRow, laboratoryUsePolicy } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { changeRefusal } from '../days/subjects';
import { employmentFault } from '../days/calendar';
import type { DayDraft } from './day-content';
import type { AttendanceRow, SegmentRow } from './record.document';
import { attendancePolicy } from './record.policy';
import { AttendanceRepository } from './record.repository';
import { AttendanceRecords, idOf } from './record';
import { breaksFrom, segmentsFrom, spansFrom, type WrittenDay } from './day-content';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

/** Records in lists, entered by hand, corrected and removed. */
@Injectable()
export class EnterRecord {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: AttendanceListQuery): Promise<Page<AttendanceRecord>> {
    const scope = actor.scope('attendance.view');
    const found = query.search ? await this.people.idsMatching(scope, query.search) : undefined;
    const decidable = query.waitingForMe && (await this.store.subjects.decidableBy(actor, 'attendance.approve'));
    const { items, total } = await this.repository.list(scope, query, found, decidable || {});
    return { items: await this.store.presentAll(actor, items), total };
  }

  async mine(actor: Actor, query: MyAttendanceQuery): Promise<Page<AttendanceRecord>> {
    const { items, total } = await this.repository.ofPerson(actor.userId, query);
    return { items: await this.store.presentAll(actor, items), total };
  }

  async get(actor: Actor, id: string): Promise<AttendanceRecord> {
    const row = await this.store.records.getOrThrow(
      await this.store.records.scopeFor(actor, 'attendance.view', id),
      id,
    );
    if (row.removed) throw new DomainError('ATTENDANCE_NOT_FOUND');
    return this.store.present(actor, row);
  }

  /**
   * A day without times, such as an absence, is completed, but not one of another laboratory and not one on which the
   * person has requested a correction.
   * @throws DomainError STAFF_NOT_FOUND, ATTENDANCE_DAY_TAKEN, CORRECTION_PENDING, LABORATORY_SUSPENDED,
   *   LABORATORY_ARCHIVED, VALIDATION_FAILED.
   */
  create(actor: Actor, { userId, workDate, notes, reason, ...written }: CreateAttendanceBody) {
    const scope = actor.scope('attendance.create');
    return this.unitOfWork.run(async () => {
      const person = await this.people.findPerson(scope, userId);
      if (!person?.laboratoryId) throw DomainError.onField('STAFF_NOT_FOUND', 'userId');
      const laboratory = await this.laboratories.ownerOf(person);
      if (!laboratory) throw DomainError.onField('STAFF_NOT_FOUND', 'userId');
      const subject = { userId: person._id, role: person.role };
      const rules = { own: 'OWN_ATTENDANCE', permission: 'attendance.create', timezone: laboratory.timezone } as const;
      const refused = changeRefusal(actor, subject, rules);
      if (refused) throw DomainError.onField('VALIDATION_FAILED', 'userId', refused.message);
      assertAllowed(laboratoryUsePolicy.enterRecords(laboratory));
      assertDay(employmentFault(workDate, person, [person.name, `${person.name}’s`]));
      const before = await this.repository.ofDay(person._id, workDate);
      const isElsewhere = before && !before.laboratoryId.equals(laboratory._id);
      if (isElsewhere || (before && before.segments.length > 0)) {
        throw DomainError.onField('ATTENDANCE_DAY_TAKEN', 'workDate');
      }
      if (before?.correction) {
        const message = `${person.name} requested a correction of this day. Decide on it first.`;
        throw DomainError.onField('CORRECTION_PENDING', 'workDate', message);
      }
      const worked = this.timesFrom(workDate, written, laboratory);
      await this.assertNoOverlap(person._id, workDate, worked);
      const times = { ...worked, notes, reason, enteredBy: idOf(actor) };
      const day = before ?? (await this.store.dayFor(person, laboratory, { workDate }));
      const row: DayDraft = { ...day, ...times, evidence: ['manual_entry'], correction: null };
      return this.store.present(actor, await this.save(actor, before, row, 'entered', 'workDate'));
    });
  }

  /**
   * @throws DomainError ATTENDANCE_NOT_FOUND, OWN_ATTENDANCE, APPROVER_TOO_LOW, ATTENDANCE_OPEN, VERSION_CONFLICT,
   *   CORRECTION_PENDING, MONTH_CLOSED, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED.
   */
  update(actor: Actor, id: string, { version, notes, reason, ...written }: UpdateAttendanceBody) {
    return this.changing(actor, id, 'edit', version, async (before, laboratory) => {
      const times = this.timesFrom(before.workDate, written, laboratory);
      await this.assertNoOverlap(before.userId, before.workDate, times);
      const evidence = [...new Set([...before.evidence.filter((flag) => flag !== 'correction'), 'edited' as const])];
      const changes = { evidence, notes, reason, enteredBy: idOf(actor) };
      return { ...before, ...times, ...changes };
    });
  }

  /** @throws DomainError as `update`; VALIDATION_FAILED without a reason. */
  async remove(actor: Actor, id: string, { version, reason }: ReasonQuery): Promise<void> {
    await this.changing(actor, id, 'remove', version, (before) => {
      // Clients from before reasons were asked for send none.
      if (reason === undefined) {
        throw DomainError.onField('VALIDATION_FAILED', 'reason', 'Reason is required to remove a record');
      }
      return { ...before, reason, removed: true };
    });
  }

  /**
   * @throws DomainError CORRECTION_PENDING, ATTENDANCE_OPEN, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   VALIDATION_FAILED.
   */
  requestCorrection(actor: Actor, { workDate, reason, ...written }: CorrectionBody): Promise<AttendanceRecord> {
    return this.unitOfWork.run(async () => {
      const person = await this.people.account(actor.userId);
      if (!person) throw new DomainError('UNAUTHENTICATED');
      const { laboratoryId } = person;
      const before = await this.repository.ofDay(person._id, workDate);
      const laboratory = await this.laboratories.ownerOf(before ?? { laboratoryId });
      if (!laboratory)
        throw DomainError.onField('VALIDATION_FAILED', 'workDate', "You aren't assigned to a laboratory.");
      if (before)
        assertAllowed(
          attendancePolicy.correct(actor, before, this.store.toContext({ person, laboratory, author: null })),
        );
      assertAllowed(laboratoryUsePolicy.enterRecords(laboratory));
      assertDay(employmentFault(workDate, person));
      const times = this.timesFrom(workDate, written, laboratory);
      await this.assertNoOverlap(person._id, workDate, times);
      const day = before ?? (await this.store.dayFor(person, laboratory, { workDate }));
      const correction = { ...spansFrom(times), reason, requestedAt: this.clock.now() };
      const row = { ...day, correction };
      return this.store.present(actor, await this.save(actor, before, row, 'correction-requested', 'workDate'));
    });
  }

  private changing(
    actor: Actor,
    id: string,
    action: 'edit' | 'remove',
    version: number | undefined,
    next: (before: AttendanceRow, laboratory: LaboratoryRow) => AttendanceRow | Promise<AttendanceRow>,
  ): Promise<AttendanceRecord> {
    return this.unitOfWork.run(async () => {
      const scope = actor.scope(action === 'edit' ? 'attendance.edit' : 'attendance.remove');
      const before = await this.store.records.getOrThrow(scope, id);
      if (before.removed) throw new DomainError('ATTENDANCE_NOT_FOUND');
      const subject = await this.store.subjects.of(before);
      const refused = attendancePolicy[action](actor, before, this.store.toContext(subject));
      await this.store.records.assertAllowed(actor, before, refused);
      await this.store.records.assertVersion(actor, before, version);
      const row = await next(before, subject.laboratory);
      return this.store.present(actor, await this.save(actor, before, row, row.removed ? 'removed' : 'edited'));
    });
  }

  /** Writes what archiving and suspending the laboratory have to wait for. */
  private async save(actor: Actor, before: AttendanceRow | null, row: DayDraft, action: string, field?: 'workDate') {
    this.unitOfWork.lock(ATTENDANCE_LOCK, row.laboratoryId.toHexString());
    if (before) return this.store.replace(before, { ...row, inLedger: true }, { actor, action }, field);
    return this.store.insertOne({ ...row, inLedger: true }, { actor, action }, field);
  }

  private timesFrom(workDate: string, written: WrittenDay, { timezone }: LaboratoryRow) {
    const times = { segments: segmentsFrom(written, timezone), breaks: breaksFrom(written, timezone) };
    const last = times.segments.at(-1)?.clockOut;
    if (last && last.at > this.clock.now()) {
      throw DomainError.onField('VALIDATION_FAILED', 'segments', "Work can't end in the future");
    }
    const isOfDay = written.segments.every(({ in: start }) => start.slice(0, 10) >= workDate);
    const first = written.segments[0];
    if (!isOfDay || !first || first.in.slice(0, 10) > addDays(workDate, 1)) {
      throw DomainError.onField('VALIDATION_FAILED', 'segments', 'Work must start on this day');
    }
    if (written.segments.some(({ out }) => out.slice(0, 10) > addDays(workDate, 1))) {
      throw DomainError.onField('VALIDATION_FAILED', 'segments', 'Work must end on this day or the next');
    }
    return times;
  }

  /** The same hours don't count on two days. */
  private async assertNoOverlap(
    userId: ObjectId,
    workDate: string,
    { segments }: Pick<AttendanceRow, 'segments'>,
  ): Promise<void> {
    const around = { from: addDays(workDate, -1), to: addDays(workDate, 1) };
    const others = (await this.repository.ofPersonBetween(userId, around)).filter((row) => row.workDate !== workDate);
    const now = this.clock.now();
    const endOf = ({ clockOut }: SegmentRow) => clockOut?.at ?? now;
    const overlapping = others.find((row) =>
      row.segments.some((other) =>
        segments.some((one) => one.clockIn.at < endOf(other) && other.clockIn.at < endOf(one)),
      ),
    );
    if (!overlapping) return;
    const message = `These times overlap with the record of ${formatDay(overlapping.workDate)}`;
    throw DomainError.onField('VALIDATION_FAILED', 'segments', message);
  }
}

function assertDay(fault: string | undefined): void {
  if (fault) throw DomainError.onField('VALIDATION_FAILED', 'workDate', fault);
}
