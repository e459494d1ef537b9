import type { Page, ReportHistoryQuery } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../platform/domain/object-id';
import { type Filter, ScopedRepository } from '../../platform/mongo/scoped-repository';
import { currentSession } from '../../platform/mongo/unit-of-work';
import { REPORT_MODEL, REPORT_SCHEDULE_MODEL, type ReportRow, type ReportScheduleRow } from './report.document';

const SCHEDULES_AT_ONCE = 200;

@Injectable()
export class ReportRepository extends ScopedRepository<ReportRow> {
  constructor(@InjectModel(REPORT_MODEL) model: Model<ReportRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'subjectId' });
  }

  /** @param visible what the viewer can see of the scope, see `ReportContents.visibleTo`. */
  async list(scope: LabScope, visible: Filter, query: ReportHistoryQuery): Promise<Page<ReportRow>> {
    const { kind, status, laboratoryId, scheduled, page, limit } = query;
    const wanted: Filter = {
      ...(kind && { kind }),
      ...(status && { status }),
      ...(laboratoryId !== undefined && { laboratoryId: objectId(laboratoryId) }),
      ...(scheduled !== undefined && { schedule: scheduled ? { $ne: null } : null }),
    };
    return this.page(scope, { filter: { $and: [visible, wanted] }, sort: { createdAt: -1 }, page, limit });
  }

  async ofPeriod(scheduleId: ObjectId, { from, to }: { from: string; to: string }): Promise<ReportRow | null> {
    return this.findOne(LabScope.everywhere(), { 'schedule._id': scheduleId, from, to });
  }

  /** The first day of the reports of a schedule that have failed since the last that was made. */
  async failedSince(scheduleId: ObjectId): Promise<string | null> {
    const everywhere = LabScope.everywhere();
    const own = { 'schedule._id': scheduleId };
    const [made] = await this.find(everywhere, { ...own, status: 'done' }, { sort: { to: -1 }, limit: 1 });
    const failed = { ...own, status: 'failed', ...(made && { to: { $gt: made.to } }) };
    const [first] = await this.find(everywhere, failed, { sort: { from: 1 }, limit: 1 });
    return first?.from ?? null;
  }

  /** Makes room for another report of the period; the one that failed stays in the history. */
  async release(id: ObjectId): Promise<void> {
    await this.model.updateOne({ _id: id }, { $unset: { 'schedule._id': 1 } }).session(currentSession());
  }

  /** @returns whether the report was running; otherwise nothing is written. */
  async finish(id: ObjectId, outcome: Pick<ReportRow, 'status' | 'reason' | 'rows' | 'sizeBytes'>, at: Date) {
    const { matchedCount } = await this.model
      .updateOne(
        { _id: id, status: 'running' },
        { $set: { ...outcome, finishedAt: at, updatedAt: at }, $inc: { version: 1 } },
      )
      .session(currentSession());
    return matchedCount === 1;
  }

  /** Notes that the process of a report runs. @returns whether the report does. */
  async keepRunning(id: ObjectId, at: Date): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne({ _id: id, status: 'running' }, { $set: { updatedAt: at } });
    return matchedCount === 1;
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }

  /** To be called before the files are removed, so that no report offers one that is gone. */
  async setFilesRemoved(ids: readonly ObjectId[], at: Date): Promise<void> {
    await this.model.updateMany({ _id: { $in: ids } }, { $set: { fileRemovedAt: at } });
  }

  /** Ends reports of processes that have given no sign of life since. */
  async abandon(since: Date, reasons: { byPerson: string; scheduled: string }, at: Date): Promise<void> {
    const stopped = { status: 'running', updatedAt: { $lt: since } } as const;
    const ended = { status: 'failed', finishedAt: at, updatedAt: at };
    const [byPerson, scheduled] = [{ schedule: null }, { schedule: { $ne: null } }];
    await this.model.updateMany({ ...stopped, ...byPerson }, { $set: { ...ended, reason: reasons.byPerson } });
    await this.model.updateMany({ ...stopped, ...scheduled }, { $set: { ...ended, reason: reasons.scheduled } });
  }
}

@Injectable()
export class ReportScheduleRepository extends ScopedRepository<ReportScheduleRow> {
  constructor(@InjectModel(REPORT_SCHEDULE_MODEL) model: Model<ReportScheduleRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'owner._id' });
  }

  async list(
    scope: LabScope,
    filter: Filter,
    { page, limit }: { page: number; limit: number },
  ): Promise<Page<ReportScheduleRow>> {
    return this.page(scope, { filter, sort: { createdAt: 1 }, page, limit });
  }

  /** All active schedules, in batches: schedules that are added or removed in between do not shift the others. */
  async *active(): AsyncGenerator<ReportScheduleRow, void> {
    let last: ObjectId | undefined;
    for (;;) {
      const filter = { active: true, ...(last && { _id: { $gt: last } }) };
      const rows = await this.find(LabScope.everywhere(), filter, { sort: { _id: 1 }, limit: SCHEDULES_AT_ONCE });
      yield* rows;
      last = rows.at(-1)?._id;
      if (rows.length < SCHEDULES_AT_ONCE) return;
    }
  }

  /** Whether there are as many as allowed, of an owner or of a laboratory. */
  async hasReached(most: number, of: { 'owner._id': ObjectId } | { laboratoryId: ObjectId | null }): Promise<boolean> {
    return (await this.countAtMost(LabScope.everywhere(), of, most)) >= most;
  }

  /**
   * Not a new version, because no one changed the schedule.
   * @returns whether no one has saved it since it was read; otherwise nothing is written.
   */
  async setLastRun(
    { _id, version }: Pick<ReportScheduleRow, '_id' | 'version'>,
    run: Pick<ReportScheduleRow, 'lastPeriod' | 'lastFailure' | 'dueFrom'>,
  ): Promise<boolean> {
    const { matchedCount } = await this.model.updateOne({ _id, version }, { $set: run }).session(currentSession());
    return matchedCount === 1;
  }

  async remove(id: ObjectId): Promise<void> {
    await this.model.deleteOne({ _id: id }).session(currentSession());
  }
}
