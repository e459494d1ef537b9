import {
  type CreateReportScheduleBody,
  type Page,
  type ReportSchedule,
  ReportScheduleSchema,
  type UpdateReportScheduleBody,
} from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../platform/audit/audit-log';
import { eventKind } from '../../platform/events/domain-events';
import type { Actor } from '../../platform/domain/actor';
import { DomainError } from '../../platform/domain/domain-error';
import { firstVersion } from '../../platform/mongo/first-version';
import { newId, objectId } from '../../platform/domain/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { NETWORK_DOCUMENT_ID } from '../../platform/mongo/network-document';
import { UnitOfWork } from '../../platform/mongo/unit-of-work';
import { type EntityChanged, type Records, RecordsFactory } from '../../platform/records/records';
import { businessDay, NETWORK_TIMEZONE } from '../../platform/time/business-day';
import { declaredFields } from '../../platform/records/declared-fields';
import { Clock } from '../../platform/time/clock';
import { LaboratoriesPort, type LaboratoryRow, toLaboratoryName } from '../laboratories/laboratories.port';
import { ReportContents } from './report-contents.service';
import type { ReportScheduleRow } from './report.document';
import { ReportRepository, ReportScheduleRepository } from './report.repository';
import { dueFromOnceSaved, nextRun } from './schedule-periods';

/** Each is a file of up to 100,000 rows on its day. */
const MAX_PER_PERSON = 20;
const MAX_PER_LABORATORY = 50;
/** Of all schedules that get an owner, so that many requests at once do not pass the limits. */
const LOCK = 'report-schedules';

const allowed = { allowed: true };
const changed = eventKind<EntityChanged<ReportScheduleRow>>('report-schedules.changed');

/** Scheduled reports of the kinds and laboratories that a person could generate a report of. */
@Injectable()
export class ReportScheduleService {
  private readonly records: Records<ReportScheduleRow, ReportSchedule>;

  constructor(
    private readonly schedules: ReportScheduleRepository,
    private readonly reports: ReportRepository,
    private readonly contents: ReportContents,
    private readonly laboratories: LaboratoriesPort,
    private readonly audit: AuditLog,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    records: RecordsFactory,
  ) {
    this.records = records.for({
      entity: 'report-schedule',
      shown: { permission: 'reports.export', of: ReportScheduleSchema, fields: { laboratoryId: true, dueFrom: false } },
      noun: 'scheduled report',
      repository: schedules,
      notFound: 'REPORT_SCHEDULE_NOT_FOUND',
      named: { fields: ['name'], as: ({ name }) => name },
      laboratoryOf: ({ laboratoryId }) => laboratoryId,
      present: async (_, row) => this.toSchedule(row, await laboratories.ownerOf(row)),
      changed,
    });
  }

  async list(actor: Actor, query: { page: number; limit: number }): Promise<Page<ReportSchedule>> {
    const { items, total } = await this.schedules.list(actor.scope('reports.export'), this.visibleTo(actor), query);
    const laboratories = await this.laboratories.findAll(items.flatMap(({ laboratoryId }) => laboratoryId ?? []));
    return {
      items: items.map((row) => this.toSchedule(row, laboratories.get(row.laboratoryId?.toHexString() ?? '') ?? null)),
      total,
    };
  }

  /** @throws DomainError REPORT_SCHEDULE_NOT_FOUND. */
  async get(actor: Actor, id: string): Promise<ReportSchedule> {
    const row = await this.getOrThrow(actor, id);
    return this.toSchedule(row, await this.laboratories.ownerOf(row));
  }

  /**
   * The laboratory defaults to the person's laboratory, unless they see all.
   * @throws DomainError FORBIDDEN, LABORATORY_NOT_FOUND, REPORT_SCHEDULE_LIMIT.
   */
  create(actor: Actor, body: CreateReportScheduleBody): Promise<ReportSchedule> {
    return this.unitOfWork.exclusive(LOCK, NETWORK_DOCUMENT_ID, () => this.createLocked(actor, body));
  }

  private async createLocked(
    actor: Actor,
    { laboratoryId, ...body }: CreateReportScheduleBody,
  ): Promise<ReportSchedule> {
    const scope = this.contents.reportScope(actor, body.kind, 'reports.export');
    const id = laboratoryId ?? scope.laboratoryId;
    const laboratory = id === null ? null : await this.laboratories.getInScope(scope, id);
    const now = this.clock.now();
    await this.assertRoom(actor);
    await this.assertRoomIn(laboratory);
    return this.records.create(actor, {
      _id: newId(),
      ...body,
      laboratoryId: laboratory?._id ?? null,
      owner: actor.person,
      lastPeriod: null,
      lastFailure: null,
      dueFrom: null,
      ...firstVersion(actor, now),
    });
  }

  /**
   * The person who saves a schedule takes it over, as it runs with their rights. Pausing uses no one's, and leaves it to
   * its owner.
   * @throws DomainError REPORT_SCHEDULE_NOT_FOUND, VERSION_CONFLICT, REPORT_SCHEDULE_LIMIT when it is taken over.
   */
  async update(actor: Actor, id: string, { version, ...changes }: UpdateReportScheduleBody): Promise<ReportSchedule> {
    return this.unitOfWork.exclusive(LOCK, NETWORK_DOCUMENT_ID, async () => {
      const row = await this.getOrThrow(actor, id);
      const isOwner = row.owner._id.equals(actor.person._id);
      const isTakenOver = !isOwner && !isOnlyPause(changes);
      if (isTakenOver) await this.assertRoom(actor);
      const owner = isOwner || isTakenOver ? actor.person : row.owner;
      const dueFrom = isOnlyPause(changes) ? (row.dueFrom ?? null) : await this.dueFromOnceSaved(row, changes);
      const fields = { ...changes, owner, dueFrom };
      return this.records.change(actor, id, version, { permission: 'reports.export' }, () => fields);
    });
  }

  /** @throws DomainError REPORT_SCHEDULE_NOT_FOUND, VERSION_CONFLICT. */
  remove(actor: Actor, id: string, version: number | undefined): Promise<ReportSchedule> {
    return this.unitOfWork.run(async () => {
      const row = await this.getOrThrow(actor, id);
      await this.records.assertVersion(actor, row, version);
      await this.schedules.remove(row._id);
      await this.audit.record({
        actor,
        action: 'report-schedule.removed',
        entity: 'report-schedule',
        entityId: row._id,
        laboratoryId: row.laboratoryId,
        before: row,
        after: null,
      });
      return this.toSchedule(row, await this.laboratories.ownerOf(row));
    });
  }

  private async dueFromOnceSaved(row: ReportScheduleRow, changes: Parameters<typeof dueFromOnceSaved>[1]) {
    const { lastFailure, lastPeriod } = row;
    // Saving a schedule has the reports tried again that have failed in a row.
    const failed = lastFailure && lastPeriod ? [lastPeriod.from, await this.reports.failedSince(row._id)] : [];
    const [failedFrom = null] = failed.filter((day) => day !== null).toSorted();
    const today = this.todayOf(await this.laboratories.ownerOf(row));
    return dueFromOnceSaved(row, changes, { failedFrom, today });
  }

  private todayOf(laboratory: LaboratoryRow | null): string {
    return businessDay(this.clock.now(), laboratory?.timezone ?? NETWORK_TIMEZONE);
  }

  private async assertRoom(actor: Actor): Promise<void> {
    if (!(await this.schedules.hasReached(MAX_PER_PERSON, { 'owner._id': objectId(actor.userId) }))) return;
    const message = `You already own ${MAX_PER_PERSON} scheduled reports, the most for one person. Delete one you no longer need.`;
    throw new DomainError('REPORT_SCHEDULE_LIMIT', { message });
  }

  private async assertRoomIn(laboratory: LaboratoryRow | null): Promise<void> {
    if (!(await this.schedules.hasReached(MAX_PER_LABORATORY, { laboratoryId: laboratory?._id ?? null }))) return;
    const [who, whose] = laboratory
      ? [`${laboratory.name} already has`, 'for one laboratory']
      : ['There are already', 'of all laboratories together'];
    const message = `${who} ${MAX_PER_LABORATORY} scheduled reports, the most ${whose}. Delete one you no longer need.`;
    throw new DomainError('REPORT_SCHEDULE_LIMIT', { message });
  }

  private async getOrThrow(actor: Actor, id: string): Promise<ReportScheduleRow> {
    const filter = { $and: [{ _id: objectId(id) }, this.visibleTo(actor)] };
    const row = await this.schedules.findOne(actor.scope('reports.export'), filter);
    if (!row) throw new DomainError('REPORT_SCHEDULE_NOT_FOUND');
    return row;
  }

  private visibleTo(actor: Actor): Filter {
    return this.contents.visibleTo(actor, 'reports.export', 'owner._id');
  }

  private toSchedule(row: ReportScheduleRow, laboratory: LaboratoryRow | null): ReportSchedule {
    const { active } = row;
    return {
      ...declaredFields(ReportScheduleSchema, row),
      lastFailure: row.lastFailure ?? null,
      nextRun: active && laboratory?.status !== 'archived' ? nextRun(row, this.todayOf(laboratory)) : null,
      laboratory: laboratory && toLaboratoryName(laboratory),
      // People who can see a schedule can change it.
      actions: { edit: allowed, [active ? 'pause' : 'resume']: allowed, remove: allowed },
    };
  }
}

function isOnlyPause({ active, name, frequency }: Omit<UpdateReportScheduleBody, 'version'>): boolean {
  return active === false && name === undefined && frequency === undefined;
}
