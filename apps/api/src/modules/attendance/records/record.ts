import { eventKind } from '../../../platform/events/domain-events';
import { type EntityChanged, type Records, RecordsFactory } from '../../../platform/records/records';
import type { AttendanceRow } from './record.document';
import { type AttendanceEvent, type AttendanceRecord, AttendanceRecordSchema, serverEvents } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import type { Decider } from '../../../platform/decisions/decider';
import { actionsFor } from '../../../platform/domain/policy';
import { Ledgers } from '../../../platform/ledger/ledgers';
import { grouped } from '../../../platform/grouped';
import { firstVersion } from '../../../platform/mongo/first-version';
import { LabScope } from '../../../platform/domain/lab-scope';
import { newId, objectId } from '../../../platform/domain/object-id';
import { readAll, UnitOfWork } from '../../../platform/mongo/unit-of-work';
import { roomOf } from '../../../platform/realtime/rooms';
import { Clock } from '../../../platform/time/clock';
import { eventFields } from '../../../platform/records/declared-fields';
import { formatDay } from '../../../platform/time/format-time';
import type { LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, liveInfluences } from '../../staff/staff.port';
import { type PlanOn, Rosters } from '../rosters/rosters';
import { type Subject, Subjects } from '../days/subjects';
import type { LeaveRow } from '../leaves/leave.repository';
import { ClosedMonths } from '../month-closings/closed-months';
import { LEAVE_LOCK, LeaveDays, leaveOn } from '../leaves/leave-days';
import { toAttendanceRecord, type AttendanceContext, attendancePolicy } from './record.policy';
import { digestDay, type DayDraft, decisionOf, earlierProtectedDay, protectedDay, settledDay } from './day-content';
import { AttendanceRepository } from './record.repository';

/** Raised within the transaction of every write to an attendance record. */
export const attendanceChanged = eventKind<EntityChanged<AttendanceRow>>('attendance.changed');

// Facts that people are notified of, each raised once, within the transaction.
export const lateArrival = eventKind<AttendanceRow>('attendance.late-arrival');
export const absencesMarked = eventKind<readonly AttendanceRow[]>('attendance.absent');
/** Raised again where a day that is taken up again ends with other overtime. */
export const overtimeWorked = eventKind<AttendanceRow>('attendance.overtime');

type Write = { actor: Actor | null; action: string; decider?: Decider | undefined };
type LiveEvent = 'attendance:clock-in' | 'attendance:clock-out' | 'attendance:updated';

/** The parts of a new record that its cause knows. */
type NewDay = Partial<DayDraft> & { workDate: string };

/** Attendance records as versioned documents, with the person and the laboratory that each belongs to. */
@Injectable()
export class AttendanceRecords {
  /** Everything but writing, for which `insert` and `replace` settle the rows. */
  readonly records: Pick<
    Records<AttendanceRow, AttendanceRecord, LiveEvent>,
    | 'scopeFor'
    | 'getOrThrow'
    | 'getEach'
    | 'history'
    | 'assertAllowed'
    | 'assertDecidable'
    | 'assertVersion'
    | 'versionToDecide'
  >;
  private readonly writer: Pick<Records<AttendanceRow, AttendanceRecord, LiveEvent>, 'createMany' | 'write'>;

  constructor(
    repository: AttendanceRepository,
    readonly subjects: Subjects,
    private readonly leaves: LeaveDays,
    private readonly rosters: Rosters,
    private readonly closedMonths: ClosedMonths,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
    ledgers: Ledgers,
  ) {
    const all = records.for<AttendanceRow, AttendanceRecord, LiveEvent>({
      entity: 'attendance',
      shown: {
        permission: 'attendance.view',
        of: AttendanceRecordSchema,
        fields: {
          userName: true,
          evidence: true,
          overtimeRefused: true,
          enteredBy: true,
          removed: true,
          leave: ['leave.view'],
          employeeCode: false,
          decidedById: false,
          closesAt: false,
          deviceIds: false,
          calculation: false,
          decision: false,
          inLedger: false,
        },
      },
      noun: 'record',
      repository,
      notFound: 'ATTENDANCE_NOT_FOUND',
      named: {
        fields: ['userName', 'workDate'],
        as: ({ userName, workDate }) => `${userName}, ${formatDay(workDate)}`,
      },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      ownEverywhere: true,
      present: (viewer, row) => this.present(viewer, row),
      changed: attendanceChanged,
      unique: { userId: 'ALREADY_CLOCKED_IN' },
      decisions: {
        of: (row) => [decisionOf(row)].filter((decision) => decision !== null),
        contentOf: digestDay,
      },
      ledger: ledgers.register({
        name: 'attendance',
        repository,
        nameOf: ({ employeeCode, workDate }) => `${employeeCode}, ${workDate}`,
        pathOf: ({ _id }) => `/attendance/records/${_id.toHexString()}`,
        protectedOf: protectedDay,
        // Names such as `Asha Rao, 2026-11-23` keep the day.
        earlier: { protectedOf: earlierProtectedDay, nameOf: (name) => name.slice(-'2026-11-23'.length) },
        only: { includes: ({ inLedger }) => inLedger, filter: { inLedger: true } },
      }),
      live: {
        permission: 'attendance.view',
        event: chooseEvent,
        payload: toEvent,
        rooms: ({ userId }) => [roomOf.person(userId.toHexString())],
      },
    });
    this.records = all;
    this.writer = all;
  }

  async present(viewer: Actor, row: AttendanceRow): Promise<AttendanceRecord> {
    const [record] = await this.presentAll(viewer, [row]);
    if (!record) throw new Error('Nothing was presented');
    return record;
  }

  async presentAll(viewer: Actor, rows: readonly AttendanceRow[]): Promise<AttendanceRecord[]> {
    const dayOf = ({ laboratoryId, workDate }: AttendanceRow) => ({ laboratoryId, from: workDate, to: workDate });
    const [subjectOf, closedMonthsOf] = await readAll(
      () => this.subjects.ofAll(rows),
      () => this.closedMonths.closedMonthsOfAll(rows.map(dayOf)),
    );
    return rows.map((row) => this.presentOne(viewer, row, subjectOf(row), closedMonthsOf(dayOf(row))[0]));
  }

  toContext({ person: { role }, laboratory, author, planner }: Subject): AttendanceContext {
    const influences = [author, planner].flatMap((account) => account?.influences ?? []);
    return { role, laboratory, authorInfluences: liveInfluences(influences, this.clock.now()) };
  }

  presentOne(viewer: Actor, row: AttendanceRow, subject: Subject, closedMonth?: string): AttendanceRecord {
    const actions = actionsFor(attendancePolicy, viewer, row, { ...this.toContext(subject), closedMonth });
    return toAttendanceRecord(row, { ...subject, actions });
  }

  /** A new record of a day, without what follows from its content. */
  async dayFor(person: Account, laboratory: LaboratoryRow, day: NewDay): Promise<DayDraft> {
    const { workDate } = day;
    const [approved, planOn] = await readAll(
      () => this.leaves.approvedOn([person._id], workDate, workDate),
      () => this.rosters.ofPerson(person, laboratory, [workDate, workDate]),
    );
    return this.newDay(person, laboratory, { approved: approved.get(person._id.toHexString()) ?? [], planOn }, day);
  }

  /** @param approved the person's approved leaves on that day. */
  newDay(
    person: Account,
    laboratory: LaboratoryRow,
    { approved, planOn }: { approved: readonly LeaveRow[]; planOn: PlanOn },
    day: NewDay,
  ): DayDraft {
    const now = this.clock.now();
    const { shift, kind } = planOn(day.workDate, person, laboratory);
    return {
      _id: newId(),
      userId: person._id,
      userName: person.name,
      employeeCode: person.employeeCode,
      laboratoryId: laboratory._id,
      shift,
      dayKind: kind,
      leave: leaveOn(approved, day.workDate),
      ...emptyDay,
      ...firstVersion(null, now),
      ...day,
    };
  }

  /** Inserts rows in the transaction under way, and returns them as they are stored. @throws DomainError MONTH_CLOSED. */
  async insert(rows: readonly DayDraft[], { actor, action }: Write, field?: 'workDate'): Promise<AttendanceRow[]> {
    // Absences are those of many people on the same day.
    for (const [row] of grouped(
      rows,
      ({ laboratoryId, workDate }) => `${laboratoryId.toHexString()} ${workDate}`,
    ).values())
      if (row) await this.assertWritable(actor, row, field);
    const settled = rows.map((row) => settledDay({ ...row, updatedBy: actor?.name ?? null }));
    await this.writer.createMany({ actor, action }, settled);
    return settled;
  }

  async insertOne(row: DayDraft, write: Write, field?: 'workDate'): Promise<AttendanceRow> {
    // The leave of the day is decided under another laboratory's lock where the person works elsewhere.
    this.unitOfWork.lock(LEAVE_LOCK, row.userId.toHexString());
    const [after] = await this.insert([row], write, field);
    if (!after) throw new Error('Nothing was inserted');
    return after;
  }

  /**
   * Writes a changed row in the transaction under way, with everything that follows from the change.
   * @param field of the form that names the day.
   * @throws DomainError VERSION_CONFLICT, MONTH_CLOSED.
   */
  async replace(before: AttendanceRow, row: DayDraft, write: Write, field?: 'workDate'): Promise<AttendanceRow> {
    await this.assertWritable(write.actor, before, field);
    const { decision = decisionOf(before) } = row;
    const settled = settledDay({ ...row, decision });
    const { _id, version: _version, createdAt: _created, updatedAt: _updated, updatedBy: _by, ...changes } = settled;
    return this.writer.write(LabScope.everywhere(), before, changes, write);
  }

  private assertWritable(
    actor: Actor | null,
    { laboratoryId, workDate }: Pick<AttendanceRow, 'laboratoryId' | 'workDate'>,
    field?: 'workDate',
  ): Promise<void> {
    return this.closedMonths.assertWritable(actor, laboratoryId, { from: workDate, to: workDate }, field);
  }
}

const emptyDay = {
  segments: [],
  breaks: [],
  deviceIds: [],
  evidence: [],
  reason: null,
  decision: null,
  correction: null,
  enteredBy: null,
  notes: null,
  removed: false,
  inLedger: false,
} satisfies Partial<AttendanceRow>;

function chooseEvent(action: string): LiveEvent {
  if (action === 'clocked-in') return 'attendance:clock-in';
  return action === 'clocked-out' ? 'attendance:clock-out' : 'attendance:updated';
}

function toEvent(row: AttendanceRow, actor: Actor | null): AttendanceEvent {
  const person = { _id: row.userId.toHexString(), name: row.userName };
  return { ...eventFields(serverEvents['attendance:updated'], row, actor), userId: person };
}

/** The id of the person who acts, as records keep it. */
export const idOf = (actor: Actor) => objectId(actor.userId);
