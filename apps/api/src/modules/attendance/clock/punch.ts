import {
  type AttendanceFlag,
  type AttendanceRecord,
  AttendanceRecordSchema,
  type ClockOutBody,
  MAX_PUNCHED_BREAKS,
  MAX_PUNCHED_SEGMENTS,
  type OfflinePunchBody,
  type PunchAction,
  type PunchBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { DomainError } from '../../../platform/domain/domain-error';
import { Idempotency } from '../../../platform/idempotency/idempotency';
import { LabScope } from '../../../platform/domain/lab-scope';
import { UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { addDays } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { StaffPort } from '../../staff/staff.port';
import { lateArrival, overtimeWorked, AttendanceRecords, idOf } from '../records/record';
import { AttendanceBookRepository, OFFLINE_MS } from '../codes/attendance-book.repository';
import { WallCodes, codeUseId, tapUseId, isLastMoment, startOfWindow } from '../codes/wall-codes';
import type { Subject } from '../days/subjects';
import { computedDay } from '../records/day-content';
import type { AttendanceRow, PunchRow } from '../records/record.document';
import { AttendanceRepository } from '../records/record.repository';
import { Rosters } from '../rosters/rosters';
import {
  judgeEvidence,
  isFenced,
  isImpossibleTravel,
  createPunch,
  assertRoom,
  endedAt,
  type Evidence,
  type Given,
  tappedAt,
  withPunch,
} from './evidence';
import { ATTENDANCE_LOCK } from '../month-closings/closed-months';

type Clocked = { row: AttendanceRow; place: Subject };

/** People clock themselves in and out, at the time of the server. */
@Injectable()
export class Punches {
  constructor(
    private readonly repository: AttendanceRepository,
    private readonly store: AttendanceRecords,
    private readonly codes: WallCodes,
    private readonly books: AttendanceBookRepository,
    private readonly rosters: Rosters,
    private readonly laboratories: LaboratoriesPort,
    private readonly people: StaffPort,
    private readonly unitOfWork: UnitOfWork,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError ALREADY_CLOCKED_IN with the open record, DAY_FULL, LABORATORY_SUSPENDED, LABORATORY_ARCHIVED,
   *   LABORATORY_NOT_FOUND, and the errors of a scanned code.
   */
  clockIn(actor: Actor, body: PunchBody, device: string): Promise<AttendanceRecord> {
    const at = this.clock.now();
    return this.once(actor, body.laboratoryId ?? actor.laboratoryId, async () => {
      const place = await this.placeFor(actor, body.laboratoryId);
      const code = body.qrToken === undefined ? null : await this.codes.read(body.qrToken, place.laboratory);
      return { place, row: await this.enter(actor, place, { ...body, device, at, code }) };
    });
  }

  /** @throws DomainError NOT_CLOCKED_IN, and the errors of a scanned code. */
  clockOut(actor: Actor, body: ClockOutBody, device: string): Promise<AttendanceRecord> {
    const at = this.clock.now();
    return this.once(actor, null, async () => {
      const open = await this.getOpen(actor);
      const place = await this.store.subjects.of(open);
      const code = body.qrToken === undefined ? null : await this.codes.read(body.qrToken, place.laboratory);
      return { place, row: await this.leave(actor, open, place, { ...body, device, at, code }) };
    });
  }

  /**
   * A clock-in or clock-out that was made offline, at the time that the code proves or, without one, that the device
   * measured.
   * @throws DomainError as `clockIn` and `clockOut`, OFFLINE_PUNCH_IMPOSSIBLE, OFFLINE_PUNCH_TOO_OLD.
   */
  punchedOffline(actor: Actor, body: OfflinePunchBody, device: string): Promise<AttendanceRecord> {
    return this.once(actor, actor.laboratoryId, async () => {
      const place = await this.placeFor(actor, undefined, { mayBeClosed: body.action === 'clock_out' });
      const receivedAt = this.clock.now();
      const code =
        body.qrToken === undefined ? null : await this.codes.read(body.qrToken, place.laboratory, OFFLINE_MS);
      const tap = body.punchId === undefined || code ? undefined : tapUseId(body.punchId, actor.userId);
      const at = code ? startOfWindow(code) : tappedAt(body, receivedAt);
      const { location, deviceId } = body;
      const given: Given = { location, deviceId, notes: null, device, at, code, receivedAt, ...(tap && { tap }) };
      const recorded = await this.recordedBefore(actor, body, given);
      if (recorded) return { place, row: await this.store.records.getOrThrow(LabScope.everywhere(), recorded) };
      const flags: AttendanceFlag[] = [code ? 'offline_punch' : 'offline_tap'];
      if (body.action === 'clock_in') return { place, row: await this.enter(actor, place, given, flags) };
      const row = await this.rowToLeave(place, given.at);
      return { place, row: await this.leave(actor, row, place, given, flags) };
    });
  }

  /** The id of the record of the same clocking, sent before or, unknown to the device, recorded at once. */
  private async recordedBefore(
    actor: Actor,
    { action, punchId }: OfflinePunchBody,
    given: Given,
  ): Promise<string | undefined> {
    const use = punchUseId(actor, given, action);
    const used = use && (await this.books.findUse(use));
    if (used) return used.toHexString();
    const answered = punchId === undefined ? undefined : await this.idempotency.responseTo(actor, punchId);
    return answered === undefined ? undefined : AttendanceRecordSchema.pick({ _id: true }).parse(answered)._id;
  }

  startBreak(actor: Actor): Promise<AttendanceRecord> {
    return this.onBreak(actor, 'break-started', ({ breaks }, at) => {
      if (breaks.at(-1)?.end === null) throw new DomainError('ALREADY_ON_BREAK');
      assertRoom(breaks, MAX_PUNCHED_BREAKS, 'started a break');
      return [...breaks, { start: at, end: null }];
    });
  }

  endBreak(actor: Actor): Promise<AttendanceRecord> {
    return this.onBreak(actor, 'break-ended', ({ breaks }, at) => {
      if (breaks.at(-1)?.end !== null) throw new DomainError('NOT_ON_BREAK');
      return endedAt(breaks, at);
    });
  }

  /**
   * Of two requests at the same time, the second sees the first.
   * @param entered the laboratory in which a person clocks in, so that it is not closed at the same time.
   */
  private async once(actor: Actor, entered: string | null, write: () => Promise<Clocked>): Promise<AttendanceRecord> {
    try {
      const { row, place } = await this.unitOfWork.exclusive(ATTENDANCE_LOCK, entered, write);
      return this.store.presentOne(actor, row, place);
    } catch (error) {
      const isSecond = error instanceof DomainError && error.code === 'ALREADY_CLOCKED_IN' && !error.details.conflict;
      if (!isSecond) throw error;
      const open = await this.repository.findOpen(idOf(actor));
      throw open ? await this.alreadyIn(actor, open) : error;
    }
  }

  private async enter(
    actor: Actor,
    place: Subject,
    given: Given,
    flags: AttendanceFlag[] = [],
  ): Promise<AttendanceRow> {
    const { person, laboratory } = place;
    const open = await this.repository.findOpen(person._id);
    if (open) throw await this.alreadyIn(actor, open);
    const workDate = await this.rosters.workDateAt(given.at, person, laboratory);
    const latest = await this.repository.findLatest(person._id, workDate);
    const before = latest?.workDate === workDate ? latest : null;
    const day = before ?? (await this.store.dayFor(person, laboratory, { workDate }));
    if ((day.segments.at(-1)?.clockOut?.at ?? new Date(0)) > given.at) {
      throw new DomainError('OFFLINE_PUNCH_IMPOSSIBLE');
    }
    assertRoom(day.segments, MAX_PUNCHED_SEGMENTS, 'clocked in');
    const evidence = await this.gatherEvidence(place, given, { workDate, latest });
    const row = withPunch(day, evidence, flags, given, {
      segments: [...day.segments, { clockIn: evidence.punch, clockOut: null }],
    });
    await this.codes.use(punchUseId(actor, given, 'clock_in'), row, given.at);
    const write = { actor, action: 'clocked-in' };
    const after = before ? await this.store.replace(before, row, write) : await this.store.insertOne(row, write);
    if (after.lateMinutes > 0 && day.segments.length === 0) await this.unitOfWork.raise(lateArrival, after);
    return after;
  }

  private async leave(
    actor: Actor,
    before: AttendanceRow,
    place: Subject,
    given: Given,
    flags: AttendanceFlag[] = [],
  ): Promise<AttendanceRow> {
    const last = before.segments.at(-1);
    if (!last) throw new DomainError('NOT_CLOCKED_IN');
    if (given.at < last.clockIn.at) throw new DomainError('OFFLINE_PUNCH_IMPOSSIBLE');
    const { person, laboratory } = place;
    const workDate = await this.rosters.workDateAt(given.at, person, laboratory);
    const latest = before.workDate === workDate ? before : await this.repository.findLatest(person._id, workDate);
    const evidence = await this.gatherEvidence(place, given, { workDate, latest });
    const earlier = before.segments.slice(0, -1);
    const row = withPunch(before, evidence, flags, given, {
      segments: [...earlier, { ...last, clockOut: evidence.punch }],
      breaks: endedAt(before.breaks, given.at),
    });
    await this.codes.use(punchUseId(actor, given, 'clock_out'), row, given.at);
    const after = await this.store.replace(before, row, { actor, action: 'clocked-out' });
    // At the clock-out before this segment, if the person had clocked out on this day before.
    const announced = earlier.length === 0 ? 0 : computedDay({ ...before, segments: earlier }).overtimeMinutes;
    if (after.overtimeMinutes > 0 && after.overtimeMinutes !== announced) {
      await this.unitOfWork.raise(overtimeWorked, after);
    }
    return after;
  }

  private onBreak(
    actor: Actor,
    action: string,
    next: (row: AttendanceRow, at: Date) => AttendanceRow['breaks'],
  ): Promise<AttendanceRecord> {
    return this.unitOfWork.run(async () => {
      const open = await this.getOpen(actor);
      const row = { ...open, breaks: next(open, this.clock.now()) };
      return this.store.present(actor, await this.store.replace(open, row, { actor, action }));
    });
  }

  /** @param latest the person's last record up to the day, which may be that of the day itself. */
  private async gatherEvidence(
    { person, laboratory }: Subject,
    { at, code, deviceId, device, location, receivedAt }: Given,
    { workDate, latest }: { workDate: string; latest: AttendanceRow | null },
  ): Promise<Evidence> {
    const seen = createPunch(at, code ? 'qr' : 'web', device, location, laboratory);
    const punch = receivedAt ? { ...seen, receivedAt } : seen;
    const days = { from: addDays(workDate, -1), to: workDate };
    const isShared =
      deviceId !== undefined && (await this.repository.isSharedDevice(laboratory._id, person._id, deviceId, days));
    const isLate = code !== null && isLastMoment(code, this.clock.now()) && at > startOfWindow(code);
    const isImpossible = await this.isImpossibleJourney(latest, punch, laboratory);
    const flags = judgeEvidence({ punch, fenced: isFenced(laboratory), isLate, isShared, isImpossible });
    return { punch, flags, deviceIds: deviceId ? [deviceId] : [] };
  }

  private async isImpossibleJourney(latest: AttendanceRow | null, punch: PunchRow, laboratory: LaboratoryRow) {
    const last = latest?.segments.at(-1);
    if (!latest || !last || punch.distanceMetres === null) return false;
    const isSame = latest.laboratoryId.equals(laboratory._id);
    const place = isSame ? laboratory : await this.laboratories.ownerOf(latest);
    if (!place) return false;
    return isImpossibleTravel({ punch: last.clockOut ?? last.clockIn, laboratory: place }, { punch, laboratory });
  }

  /** @throws DomainError NOT_CLOCKED_IN. */
  private async getOpen(actor: Actor): Promise<AttendanceRow> {
    actor.scope('attendance.clock');
    const open = await this.repository.findOpen(idOf(actor));
    if (!open) throw new DomainError('NOT_CLOCKED_IN');
    return open;
  }

  /** The open record or, where it has closed itself before the scan was sent, that one. */
  private async rowToLeave({ person, laboratory }: Subject, at: Date): Promise<AttendanceRow> {
    const open = await this.repository.findOpen(person._id);
    const started = open?.segments.at(-1)?.clockIn.at;
    if (open && started && started <= at) return open;
    const day = await this.repository.findLatest(person._id, await this.rosters.workDateAt(at, person, laboratory));
    const last = day?.segments.at(-1);
    const isForgotten = last?.clockOut?.method === 'auto' && last.clockIn.at <= at && at < last.clockOut.at;
    if (day && isForgotten) return day;
    // A scan from before the open session, which it cannot end.
    throw new DomainError(open ? 'OFFLINE_PUNCH_IMPOSSIBLE' : 'NOT_CLOCKED_IN');
  }

  private async alreadyIn(actor: Actor, open: AttendanceRow): Promise<DomainError> {
    const current = await this.store.present(actor, open);
    return new DomainError('ALREADY_CLOCKED_IN', {
      conflict: { current, changedBy: open.updatedBy, changedAt: open.updatedAt.toISOString() },
    });
  }

  private async placeFor(
    actor: Actor,
    laboratoryId: string | undefined,
    { mayBeClosed = false } = {},
  ): Promise<Subject> {
    const scope = actor.scope('attendance.clock');
    const id = laboratoryId ?? actor.laboratoryId;
    const person = await this.people.account(actor.userId);
    if (!person) throw new DomainError('UNAUTHENTICATED');
    const own = mayBeClosed && id !== null && id === actor.laboratoryId ? await this.laboratories.find(id) : null;
    return { person, author: null, laboratory: own ?? (await this.laboratories.getForNewRecords(scope, id)) };
  }
}

function punchUseId(actor: Actor, { code, tap }: Given, action: PunchAction): string | undefined {
  return code ? codeUseId(code, actor.userId, action) : tap;
}
