import type { AttendanceRecord, ReplaceShiftBody, RosterValue } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { digestOf } from '../../../platform/ledger/canonical';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { Clock } from '../../../platform/time/clock';
import { planOf, type RosteredDay } from '../days/calendar';
import { ShiftTypeRepository } from '../rosters/shift-type.repository';
import type { AttendanceRow } from './record.document';
import { attendancePolicy } from './record.policy';
import { AttendanceRecords, idOf } from './record';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

/**
 * A planner asks that a day that has a record follows another shift than the one that it was computed with. The roster
 * stays as it was published: it says what was planned, and the record what counts.
 */
@Injectable()
export class ReplaceShift {
  constructor(
    private readonly store: AttendanceRecords,
    private readonly shiftTypes: ShiftTypeRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError ATTENDANCE_NOT_FOUND, SHIFT_TYPE_NOT_FOUND, OWN_ATTENDANCE, APPROVER_TOO_LOW, APPROVER_DEPENDENT,
   *   ATTENDANCE_OPEN, CORRECTION_PENDING, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED, VERSION_CONFLICT, MONTH_CLOSED,
   *   VALIDATION_FAILED for the shift that the day already has.
   */
  request(actor: Actor, id: string, { shift: wanted, reason, version }: ReplaceShiftBody): Promise<AttendanceRecord> {
    return this.unitOfWork.run(async () => {
      const before = await this.store.records.getOrThrow(actor.scope('attendance.roster'), id);
      if (before.removed) throw new DomainError('ATTENDANCE_NOT_FOUND');
      const rostered = await this.rosteredDay(before, wanted);
      const subject = await this.store.subjects.of(before);
      const refused = attendancePolicy.replaceShift(actor, before, this.store.toContext(subject));
      await this.store.records.assertAllowed(actor, before, refused);
      await this.store.records.assertVersion(actor, before, version);
      const { kind: dayKind, shift } = planOf(before.workDate, subject.person, subject.laboratory, rostered);
      if (digestOf({ dayKind, shift }) === digestOf({ dayKind: before.dayKind, shift: before.shift })) {
        throw DomainError.onField('VALIDATION_FAILED', 'shift', 'This is already the shift of that day');
      }
      const request = { shift: { dayKind, shift }, requestedBy: idOf(actor), reason, requestedAt: this.clock.now() };
      this.unitOfWork.lock(ATTENDANCE_LOCK, before.laboratoryId.toHexString());
      const row = { ...before, correction: { ...request, segments: [], breaks: [] }, inLedger: true };
      return this.store.present(actor, await this.store.replace(before, row, { actor, action: 'shift-requested' }));
    });
  }

  /** @throws DomainError SHIFT_TYPE_NOT_FOUND for one of another laboratory. An archived one may have applied then. */
  private async rosteredDay({ laboratoryId }: AttendanceRow, wanted: RosterValue): Promise<RosteredDay | null> {
    if (wanted === null || wanted === 'off') return wanted;
    const within = LabScope.ofLaboratory(laboratoryId.toHexString());
    const type = await this.shiftTypes.findOne(within, { _id: objectId(wanted) });
    if (!type) throw DomainError.onField('SHIFT_TYPE_NOT_FOUND', 'shift');
    return type;
  }
}
