import type { Leave, RequestLeaveBody } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/http/actor';
import { actionsFor } from '../../../platform/http/policy';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { newId } from '../../../platform/mongo/object-id';
import { searchWords } from '../../../platform/mongo/search-words';
import { readAll } from '../../../platform/mongo/unit-of-work';
import { roomOf } from '../../../platform/realtime/rooms';
import { type Records, RecordsFactory } from '../../../platform/records/records';
import { businessDay } from '../../../platform/time/business-day';
import { Clock } from '../../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow } from '../../laboratories/laboratories.port';
import { type Account, StaffPort } from '../../staff/staff.port';
import type { LeaveRow } from './leave.document';
import { leaveChanged } from './leave.events';
import { type LeaveContext, leavePolicy } from './leave.policy';
import { LeaveRepository } from './leave.repository';

/** What a leave is about. */
type Subject = { person: Account; laboratory: LaboratoryRow };

/** Leaves as versioned documents. */
@Injectable()
export class LeaveStore {
  readonly records: Records<LeaveRow, Leave, 'leave:updated'>;

  constructor(
    repository: LeaveRepository,
    private readonly people: StaffPort,
    private readonly laboratories: LaboratoriesPort,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'leave',
      repository,
      notFound: 'LEAVE_NOT_FOUND',
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (viewer, row) => this.toLeave(viewer, row, await this.subjectOf(row)),
      changed: leaveChanged,
      audited: ({ searchWords: _words, personName: _name, ...shown }) => shown,
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

  async subjectOf(row: LeaveRow): Promise<Subject> {
    return (await this.subjectsOf([row]))(row);
  }

  contextOf({ person, laboratory }: Subject): LeaveContext {
    return { role: person.role, today: businessDay(this.clock.now(), laboratory.timezone) };
  }

  async presentAll(viewer: Actor, rows: readonly LeaveRow[]): Promise<Leave[]> {
    const subjectIn = await this.subjectsOf(rows);
    return rows.map((row) => this.toLeave(viewer, row, subjectIn(row)));
  }

  /** The people and the laboratories of leaves, in one query each. */
  private async subjectsOf(rows: readonly LeaveRow[]): Promise<(row: LeaveRow) => Subject> {
    const userIds = [...new Set(rows.map(({ userId }) => userId.toHexString()))];
    const [people, laboratories] = await readAll(
      () => this.people.findPeople(LabScope.everywhere(), userIds),
      () => this.laboratories.findAll(rows.map(({ laboratoryId }) => laboratoryId)),
    );
    const byId = new Map(people.map((person) => [person._id.toHexString(), person]));
    return ({ _id, userId, laboratoryId }) => {
      const person = byId.get(userId.toHexString());
      const laboratory = laboratories.get(laboratoryId.toHexString());
      if (!person || !laboratory)
        throw new Error(`The person or the laboratory of leave ${_id.toHexString()} is missing`);
      return { person, laboratory };
    };
  }

  private toLeave(viewer: Actor, row: LeaveRow, subject: Subject): Leave {
    const { person, laboratory } = subject;
    const { type, from, to, part, reason, status, decisionReason, updatedBy, version } = row;
    return {
      _id: row._id.toHexString(),
      userId: {
        _id: person._id.toHexString(),
        name: person.name,
        employeeCode: person.employeeCode,
        role: person.role,
        department: person.department,
      },
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

type Origin = Subject & Pick<LeaveRow, 'years'> & { now: Date };

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
