import type { Leave, RequestLeaveBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { actionsFor } from '../../../platform/http/policy';
import { digestOf } from '../../../platform/ledger/canonical';
import { newId } from '../../../platform/mongo/object-id';
import { searchWords } from '../../../platform/mongo/search-words';
import { roomOf } from '../../../platform/realtime/rooms';
import { type Records, RecordsFactory } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { type Subject, Subjects, toAttendancePerson } from '../days/subjects';
import type { LeaveRow } from './leave.document';
import { leaveChanged } from './leave.events';
import { type LeaveContext, leavePolicy } from './leave.policy';
import { LeaveRepository } from './leave.repository';

/** Leaves as versioned documents. */
@Injectable()
export class LeaveStore {
  readonly records: Records<LeaveRow, Leave, 'leave:updated'>;

  constructor(
    repository: LeaveRepository,
    readonly subjects: Subjects,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'leave',
      shown: {
        permission: 'leave.view',
        fields: {
          userId: true,
          laboratoryId: true,
          type: true,
          from: true,
          to: true,
          part: true,
          years: true,
          reason: true,
          status: true,
          decidedBy: true,
          decidedAt: true,
          decisionReason: true,
          personName: false,
          decidedContent: false,
        },
      },
      repository,
      notFound: 'LEAVE_NOT_FOUND',
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => this.toLeave(viewer, row, await this.subjects.of(row)),
      changed: leaveChanged,
      decisions: {
        of: ({ status, decidedBy, decidedAt, decidedContent: content }) =>
          status === 'approved' || status === 'rejected'
            ? [{ approved: status === 'approved', decidedBy, decidedAt, content }]
            : [],
        contentOf: leaveContentOf,
      },
      audited: ({ searchWords: _words, personName: _name, decidedContent: _content, ...shown }) => shown,
      live: {
        permission: 'leave.view',
        event: () => 'leave:updated' as const,
        payload: ({ _id, userId, personName, laboratoryId, from, to, status, version }) => ({
          _id: _id.toHexString(),
          userId: { _id: userId.toHexString(), name: personName },
          laboratoryId: laboratoryId.toHexString(),
          from,
          to,
          status,
          version,
        }),
        rooms: ({ userId }) => [roomOf.person(userId.toHexString())],
      },
    });
  }

  contextOf({ person, laboratory }: Subject): LeaveContext {
    const { timezone } = laboratory;
    return { role: person.role, today: businessDay(this.clock.now(), timezone), timezone };
  }

  async presentAll(viewer: Actor, rows: readonly LeaveRow[]): Promise<Leave[]> {
    const subjectOf = await this.subjects.ofAll(rows);
    return rows.map((row) => this.toLeave(viewer, row, subjectOf(row)));
  }

  private toLeave(viewer: Actor, row: LeaveRow, subject: Subject): Leave {
    const { person, laboratory } = subject;
    const { type, from, to, part, reason, status, decisionReason, updatedBy, version } = row;
    return {
      _id: row._id.toHexString(),
      userId: toAttendancePerson(person),
      laboratoryId: { _id: laboratory._id.toHexString(), name: laboratory.name, code: laboratory.code },
      type,
      from,
      to,
      part,
      days: row.years.reduce((sum, { days }) => sum + days, 0),
      reason,
      status,
      decidedBy: row.decidedBy?.name ?? null,
      decidedAt: row.decidedAt?.toISOString() ?? null,
      decisionReason,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
      updatedBy,
      version,
      actions: actionsFor(leavePolicy, viewer, row, this.contextOf(subject)),
    };
  }
}

/** The digest of what an approver of leave decides on, with the days as an approval counts them. */
export function leaveContentOf(
  leave: Pick<LeaveRow, 'userId' | 'laboratoryId' | 'type' | 'from' | 'to' | 'part' | 'years' | 'reason'>,
): string {
  const { userId, laboratoryId, type, from, to, part, years, reason } = leave;
  const days = years.map(({ year, days: counted }) => ({ year, days: counted }));
  return digestOf({ userId, laboratoryId, type, from, to, part, reason, years: days });
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
    searchWords: searchWords(person.name, person.employeeCode),
    updatedBy: person.name,
    version: 1,
    createdAt: now,
    updatedAt: now,
  };
}
