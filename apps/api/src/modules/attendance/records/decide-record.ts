import type { AttendanceRecord, DecisionBody, Decisions, DecisionsBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { Decider } from '../../../platform/decisions/decider';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { LabScope } from '../../../platform/domain/lab-scope';
import { objectId } from '../../../platform/domain/object-id';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { decideEach } from '../../../platform/records/decide-each';
import type { InSteps } from '../../../platform/idempotency/idempotency';
import { Clock } from '../../../platform/time/clock';
import { closesAt } from '../days/calendar';
import { isAbsence } from '../days/day-rules';
import { decisionOn, manualPunch } from './day-content';
import type { AttendanceRow, CorrectionRow } from './record.document';
import { attendanceDecisions } from './record.policy';
import { AttendanceRepository } from './record.repository';
import { AttendanceRecords, idOf } from './record';

type Decision = Pick<DecisionBody, 'approved' | 'reason'>;

/** Approvals and rejections of what is out of the ordinary. */
@Injectable()
export class DecideRecord {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError ATTENDANCE_NOT_FOUND, ATTENDANCE_ALREADY_DECIDED, OWN_ATTENDANCE, APPROVER_TOO_LOW, OWN_ENTRY,
   *   VERSION_CONFLICT.
   */
  async decide(actor: Actor, id: string, { version, ...decision }: DecisionBody): Promise<AttendanceRecord> {
    const reviewed = await this.store.records.versionToDecide(actor.scope('attendance.approve'), id, version);
    const after = await this.decideVersion(actor, id, reviewed, decision);
    return this.store.present(actor, after);
  }

  /** @throws DomainError ATTENDANCE_NOT_FOUND if any of them is outside the scope; then none is decided. */
  decideMany(actor: Actor, body: DecisionsBody): InSteps<Decisions> {
    return decideEach(this.store.records, actor.scope('attendance.approve'), body, {
      decide: (id, decision) => this.decideVersion(actor, id, decision.version, decision),
      describe: ({ userName, workDate }) => ({ name: `${userName}, ${workDate}` }),
    });
  }

  /** The person who asked withdraws the request. @throws DomainError NO_CORRECTION, VERSION_CONFLICT. */
  withdraw(actor: Actor, id: string, version: number | undefined): Promise<AttendanceRecord> {
    return this.unitOfWork.run(async () => {
      const own = [{ userId: idOf(actor) }, { 'correction.requestedBy': idOf(actor) }];
      const before = await this.repository.findOne(LabScope.everywhere(), { _id: objectId(id), $or: own });
      if (!before || before.removed) throw new DomainError('ATTENDANCE_NOT_FOUND');
      const { correction } = before;
      if (!correction || (correction.requestedBy && !correction.requestedBy.equals(idOf(actor))))
        throw new DomainError('NO_CORRECTION');
      await this.store.records.assertVersion(actor, before, version);
      const row = this.withoutCorrection(before);
      const after = await this.store.replace(before, row, { actor, action: 'correction-withdrawn' });
      return this.store.present(actor, after);
    });
  }

  private decideVersion(
    actor: Actor,
    id: string,
    version: number,
    { approved, reason = '' }: Decision,
  ): Promise<AttendanceRow> {
    return this.unitOfWork.run(async () => {
      const before = await this.store.records.getOrThrow(actor.scope('attendance.approve'), id);
      if (before.removed) throw new DomainError('ATTENDANCE_NOT_FOUND');
      const context = this.store.toContext(await this.store.subjects.of(before));
      const judged = Decider.judged(attendanceDecisions, actor, before, context);
      const decider = await this.store.records.assertDecidable(actor, before, judged);
      const { as } = decider;
      await this.store.records.assertVersion(actor, before, version);
      const row = approved ? this.approve(as, before) : this.reject(as, before, reason);
      const write = { actor: as, action: approved ? 'approved' : 'rejected', decider };
      return this.store.replace(before, { ...row, inLedger: true }, write);
    });
  }

  /** What was asked for replaces what was recorded: the times, or the shift. */
  private approve(actor: Actor, before: AttendanceRow): AttendanceRow {
    const { correction } = before;
    const row = correction
      ? {
          ...before,
          ...(correction.shift ?? requestedTimes(correction)),
          evidence: [...new Set([...before.evidence, 'correction' as const])],
          reason: correction.reason,
          correction: null,
        }
      : before;
    return { ...row, decision: decisionOn(row, { approved: true, ...this.by(actor) }) };
  }

  /** A rejected request leaves the day as it is. Rejected overtime does not count, and the working day still does. */
  private reject(actor: Actor, before: AttendanceRow, reason: string): AttendanceRow {
    if (before.correction) return { ...this.withoutCorrection(before), reason };
    return { ...before, decision: decisionOn(before, { approved: false, ...this.by(actor) }), reason };
  }

  /** What the day needs without the request follows from the day as it is now. The previous state is not restored. */
  private withoutCorrection(before: AttendanceRow): AttendanceRow {
    const { workDate, shift, segments, dayKind, leave } = before;
    const isOver = shift !== null && closesAt(workDate, shift, null) <= this.clock.now();
    const isAbsent = isOver && isAbsence({ kind: dayKind, leave });
    // Without times, a record exists only for the absence that it states.
    return { ...before, correction: null, removed: segments.length === 0 && !isAbsent };
  }

  private by(actor: Actor) {
    return { by: actor.name, byId: idOf(actor), at: this.clock.now() };
  }
}

function requestedTimes({ segments, breaks }: CorrectionRow): Pick<AttendanceRow, 'segments' | 'breaks'> {
  return {
    segments: segments.map(({ in: start, out }) => ({ clockIn: manualPunch(start), clockOut: manualPunch(out) })),
    breaks: breaks.map(({ in: start, out }) => ({ start, end: out })),
  };
}
