import type {
  AuditEntry,
  Page,
  Session,
  StaffListItem,
  StaffListQuery,
  StaffMember,
  StaffOption,
  StaffOptionsQuery,
  StaffStats,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog, type PageRequest } from '../../platform/audit/audit-log';
import type { Actor } from '../../platform/http/actor';
import { DomainError } from '../../platform/http/domain-error';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { businessDay, monthOf, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { Clock } from '../../platform/time/clock';
import { PersonSessions } from '../access/access.port';
import { LaboratoriesPort } from '../laboratories/laboratories.port';
import { mustManage } from './person-lock';
import { type Laboratories, toListItem, toStaffOption } from './staff.mapper';
import { StaffRecord } from './staff-record';
import { statsOf } from './staff-stats';
import type { UserRow } from './user.document';
import { UserRepository } from './user.repository';

/** Seeing people, and where they are signed in. */
@Injectable()
export class StaffService {
  constructor(
    private readonly users: UserRepository,
    private readonly record: StaffRecord,
    private readonly laboratories: LaboratoriesPort,
    private readonly personSessions: PersonSessions,
    private readonly unitOfWork: UnitOfWork,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async list(actor: Actor, query: StaffListQuery): Promise<Page<StaffListItem>> {
    const { items: rows, total } = await this.users.list(actor.scope('staff.view'), query);
    const laboratories = await this.laboratoriesOf(rows);
    return { items: rows.map((row) => toListItem(row, laboratories)), total };
  }

  async options(actor: Actor, query: StaffOptionsQuery): Promise<StaffOption[]> {
    const rows = await this.users.options(actor.scope('staff.view'), query);
    const laboratories = await this.laboratoriesOf(rows);
    return rows.map((row) => toStaffOption(row, laboratories));
  }

  async stats(actor: Actor, laboratoryId: string | undefined): Promise<StaffStats> {
    const scope = actor.scope('staff.view');
    const place = laboratoryId ?? scope.laboratoryId;
    const laboratory = place !== null && scope.reaches(place) ? await this.laboratories.find(place) : null;
    const month = monthOf(businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE));
    const headcounts = await this.users.headcounts(scope, laboratoryId, month);
    return statsOf(headcounts, month, await this.laboratoriesOf(headcounts));
  }

  async get(actor: Actor, id: string): Promise<StaffMember> {
    return this.record.told(actor, await this.record.found(actor.scope('staff.view'), id));
  }

  async history(actor: Actor, id: string, page: PageRequest): Promise<Page<AuditEntry>> {
    await this.record.found(actor.scope('staff.view'), id);
    return this.audit.history('user', id, page);
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH. */
  async sessions(actor: Actor, id: string): Promise<Session[]> {
    await this.signedIn(actor, id);
    return this.personSessions.list(actor, id);
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH. */
  async endSessions(actor: Actor, id: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const person = await this.signedIn(actor, id);
      await this.personSessions.endAll([id]);
      await this.recordEnd(actor, person, 'sessions.ended');
    });
  }

  /** @throws DomainError STAFF_NOT_FOUND, STAFF_BEYOND_REACH, SESSION_NOT_FOUND, also for a session of another. */
  async endSession(actor: Actor, id: string, sessionId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      const person = await this.signedIn(actor, id);
      if (!(await this.personSessions.end(id, sessionId))) throw new DomainError('SESSION_NOT_FOUND');
      await this.recordEnd(actor, person, 'session.ended');
    });
  }

  /** One's own sessions are one's own to see and end. */
  private async signedIn(actor: Actor, id: string): Promise<UserRow> {
    const person = await this.record.found(actor.scope('staff.edit'), id);
    if (id !== actor.userId) mustManage(actor, person);
    return person;
  }

  private async recordEnd(actor: Actor, { _id, laboratoryId }: UserRow, action: string): Promise<void> {
    await this.audit.record({ actor, action, entity: 'user', entityId: _id, laboratoryId, before: null, after: null });
  }

  private async laboratoriesOf(rows: readonly Pick<UserRow, 'laboratoryId'>[]): Promise<Laboratories> {
    const ids = new Map(rows.flatMap(({ laboratoryId: id }) => (id ? [[id.toHexString(), id] as const] : [])));
    return this.laboratories.findAll([...ids.values()]);
  }
}
