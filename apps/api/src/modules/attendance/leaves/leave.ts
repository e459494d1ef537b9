import {
  type Leave,
  type LeaveAction,
  LeaveSchema,
  type RequestLeaveBody,
  type Role,
  serverEvents,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/domain/actor';
import { actionsFor, lacks, notOffered, type Policy, refusal, type Refusal } from '../../../platform/domain/policy';
import { digestOf } from '../../../platform/ledger/canonical';
import { firstVersion } from '../../../platform/mongo/first-version';
import { newId } from '../../../platform/domain/object-id';
import { searchWords } from '../../../platform/mongo/search-words';
import { roomOf } from '../../../platform/realtime/rooms';
import { type Records, RecordsFactory, type EntityChanged } from '../../../platform/records/records';
import { businessDay, addDays } from '../../../platform/time/business-day';
import { formatDays } from '../../../platform/time/format-time';
import { Clock } from '../../../platform/time/clock';
import { changeRefusal, ownRefusal, tooLow, type Subject, Subjects, toAttendancePerson } from '../days/subjects';
import { ClosedMonths, closedRefusal } from '../month-closings/closed-months';
import { type LeaveRow, LeaveRepository } from './leave.repository';
import { decisionPolicy, type DecisionRules } from '../../../platform/decisions/decider';
import { oneDecision } from '../../../platform/decisions/one-decision';
import { declaredFields, eventFields } from '../../../platform/records/declared-fields';
import { eventKind } from '../../../platform/events/domain-events';
import { toLaboratoryName } from '../../laboratories/laboratories.port';

/** Leaves as versioned documents. */
@Injectable()
export class Leaves {
  readonly records: Records<LeaveRow, Leave, 'leave:updated'>;

  constructor(
    repository: LeaveRepository,
    readonly subjects: Subjects,
    private readonly closedMonths: ClosedMonths,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'leave',
      shown: {
        permission: 'leave.view',
        of: LeaveSchema,
        fields: { years: true, personName: false, decidedContent: false, approvedIn: false },
      },
      repository,
      notFound: 'LEAVE_NOT_FOUND',
      named: {
        fields: ['personName', 'from', 'to'],
        as: ({ personName, from, to }) => `${personName}, ${formatDays(from, to)}`,
      },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      ownEverywhere: true,
      present: (viewer, row) => this.present(viewer, row),
      changed: leaveChanged,
      decisions: oneDecision<LeaveRow>(digestLeave),
      live: {
        permission: 'leave.view',
        event: () => 'leave:updated' as const,
        payload: (row, actor) => ({
          ...eventFields(serverEvents['leave:updated'], row, actor),
          userId: { _id: row.userId.toHexString(), name: row.personName },
        }),
        rooms: ({ userId }) => [roomOf.person(userId.toHexString())],
      },
    });
  }

  toContext({ person, laboratory }: Subject, closedMonth?: string): LeaveContext {
    const { timezone } = laboratory;
    return { role: person.role, today: businessDay(this.clock.now(), timezone), timezone, closedMonth };
  }

  async presentAll(viewer: Actor, rows: readonly LeaveRow[]): Promise<Leave[]> {
    const subjectOf = await this.subjects.ofAll(rows);
    // Leave counts where the person belongs now.
    const placeOf = ({ from, to, ...row }: LeaveRow) => {
      return { laboratoryId: subjectOf(row).person.laboratoryId ?? row.laboratoryId, from, to };
    };
    const closedMonthsOf = await this.closedMonths.closedMonthsOfAll(rows.map(placeOf));
    return rows.map((row) => this.toLeave(viewer, row, subjectOf(row), closedMonthsOf(placeOf(row))[0]));
  }

  private async present(viewer: Actor, row: LeaveRow): Promise<Leave> {
    const [leave] = await this.presentAll(viewer, [row]);
    if (!leave) throw new Error('Nothing was presented');
    return leave;
  }

  private toLeave(viewer: Actor, row: LeaveRow, subject: Subject, closedMonth: string | undefined): Leave {
    return {
      ...declaredFields(LeaveSchema, row),
      userId: toAttendancePerson(subject.person),
      laboratoryId: toLaboratoryName(subject.laboratory),
      days: row.years.reduce((sum, { days }) => sum + days, 0),
      decidedBy: row.decidedBy?.name ?? null,
      cancelledBy: row.cancelledBy?.name ?? null,
      cancelledAt: row.cancelledAt?.toISOString() ?? null,
      cancellationReason: row.cancellationReason ?? null,
      actions: actionsFor(leavePolicy, viewer, row, this.toContext(subject, closedMonth)),
    };
  }
}

/** The digest of what an approver of leave decides on, with the days as an approval counts them. */
export function digestLeave(
  leave: Pick<
    LeaveRow,
    'userId' | 'laboratoryId' | 'approvedIn' | 'type' | 'from' | 'to' | 'part' | 'years' | 'reason'
  >,
): string {
  const { userId, laboratoryId, approvedIn, type, from, to, part, years, reason } = leave;
  const days = years.map(({ year, days: counted }) => ({ year, days: counted }));
  return digestOf({ userId, laboratoryId: approvedIn ?? laboratoryId, type, from, to, part, reason, years: days });
}

type Origin = Omit<Subject, 'author'> & Pick<LeaveRow, 'years'> & { now: Date };

/** A pending leave at its first version. */
export function newLeave(body: RequestLeaveBody, { person, laboratory, years, now }: Origin): LeaveRow {
  return {
    _id: newId(),
    userId: person._id,
    personName: person.name,
    laboratoryId: laboratory._id,
    ...body,
    years,
    status: 'pending',
    decidedBy: null,
    decidedAt: null,
    decisionReason: null,
    cancelledBy: null,
    cancelledAt: null,
    cancellationReason: null,
    searchWords: searchWords(person.name, person.employeeCode),
    ...firstVersion(person, now),
  };
}

type Judged = Pick<LeaveRow, 'userId' | 'laboratoryId' | 'status' | 'from' | 'to' | 'decidedBy'>;

export type LeaveContext = {
  /** The role of the person on leave. */
  role: Role;
  /** In the laboratory of the leave. */
  today: string;
  timezone: string;
  /** The first closed month with a day of the leave. Absent where the writing itself refuses. */
  closedMonth?: string | undefined;
};

export const leaveDecisions: DecisionRules<Judged, LeaveContext> = {
  permission: 'leave.approve',
  concerned: ({ userId }) => [{ _id: userId }],
  open: (as, leave) => lacks(as, 'leave.approve', ownerOf(leave)) ?? decidedRefusal(leave),
  own: (as, { userId }) => ownRefusal(as, userId, 'OWN_LEAVE'),
  further: (as, _, { role }) => tooLow(as, role),
  dependent: 'refused',
  timezoneOf: ({ timezone }) => timezone,
};

/** Attendance is settled after this many days. */
const CANCELLABLE_DAYS = 31;

/**
 * Who can do what with a leave. The person withdraws a request, and cancels approved leave before its first day.
 * An approver who could decide on it can cancel it until 31 days after its last day.
 */
export const leavePolicy: Policy<LeaveAction, Judged, LeaveContext> = {
  approve: (viewer, leave, context) =>
    decisionPolicy(leaveDecisions)(viewer, leave, context) ?? closedRefusal(viewer, context.closedMonth),
  reject: decisionPolicy(leaveDecisions),
  cancel: (viewer, leave, { role, today, timezone, closedMonth }) => {
    const isOwn = viewer.userId === leave.userId.toHexString();
    const lacking = lacks(viewer, 'leave.cancel', isOwn ? undefined : ownerOf(leave));
    if (lacking) return lacking;
    if (leave.status !== 'pending' && leave.status !== 'approved') return notOffered('LEAVE_ENDED');
    if (isOwn) {
      const isOpen = leave.status === 'pending' || today < leave.from;
      return isOpen
        ? undefined
        : refusal('LEAVE_ENDED', 'This leave has already started. Ask an approver to cancel it.');
    }
    const refused =
      lacks(viewer, 'leave.approve', ownerOf(leave)) ??
      changeRefusal(
        viewer,
        { userId: leave.userId, role },
        { own: 'OWN_LEAVE', permission: 'leave.approve', timezone },
      );
    if (refused) return refused;
    const message = `Leave can be cancelled for up to ${CANCELLABLE_DAYS} days after its last day`;
    if (today > addDays(leave.to, CANCELLABLE_DAYS)) return refusal('LEAVE_ENDED', message);
    return leave.status === 'approved' ? closedRefusal(viewer, closedMonth) : undefined;
  },
};

function decidedRefusal(leave: Judged): Refusal | undefined {
  if (leave.status === 'pending') return undefined;
  if (leave.status === 'cancelled')
    return { ...refusal('LEAVE_ALREADY_DECIDED', 'This leave was cancelled'), hidden: true };
  const message = `${leave.decidedBy?.name ?? 'The system'} ${leave.status} this leave`;
  return { ...refusal('LEAVE_ALREADY_DECIDED', message), hidden: true };
}

function ownerOf({ laboratoryId, userId }: Judged) {
  return { laboratoryId, personId: userId };
}

/** Raised within the transaction of every write to a leave. */
export const leaveChanged = eventKind<EntityChanged<LeaveRow>>('leaves.changed');

export type LeaveFact = { actor: Actor; row: LeaveRow };

/** Raised within the transaction in which leave begins to await a decision in its laboratory. */
export const leaveRequested = eventKind<LeaveFact>('leave.requested');

/** Raised within the transaction of an approval, a rejection, or a cancellation by someone else than the person. */
export const leaveDecided = eventKind<LeaveFact>('leave.decided');
