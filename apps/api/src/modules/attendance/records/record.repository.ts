import { type AttendanceListQuery, MAX_REHEARSED, type MyAttendanceQuery, type Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { type Filter, type Projection, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { ATTENDANCE_MODEL, type AttendanceRow } from './record.document';

const sortFields = {
  workDate: ['workDate'],
  clockIn: ['segments.0.clockIn.at'],
  lateMinutes: ['lateMinutes'],
  workedMinutes: ['workedMinutes'],
  overtimeMinutes: ['overtimeMinutes'],
} as const;

const AT_ONCE = 100;

const reportProjection = {
  userId: 1,
  laboratoryId: 1,
  workDate: 1,
  status: 1,
  segments: 1,
  workedMinutes: 1,
  lateMinutes: 1,
  overtimeMinutes: 1,
  approvalStatus: 1,
  decidedBy: 1,
  reason: 1,
  flags: 1,
} as const;

const rehearsalProjection = {
  userId: 1,
  workDate: 1,
  shift: 1,
  dayKind: 1,
  leave: 1,
  segments: 1,
  breaks: 1,
  evidence: 1,
  flags: 1,
  overtimeRefused: 1,
  correction: 1,
  approvalStatus: 1,
  status: 1,
  lateMinutes: 1,
  workedMinutes: 1,
  overtimeMinutes: 1,
} as const;
export type RehearsedRow = Pick<AttendanceRow, '_id' | keyof typeof rehearsalProjection>;

/** As in `toTotals`. */
const whatCounts = [{ approvalStatus: { $ne: 'rejected' } }, { overtimeRefused: true }];
const whatDoesNotCount = { approvalStatus: 'rejected', overtimeRefused: { $ne: true } };

const missedFilter = { status: 'missed_clock_out', approvalStatus: 'pending', correction: null } as const;

type Days = { from: string; to: string };

@Injectable()
export class AttendanceRepository extends ScopedRepository<AttendanceRow> {
  constructor(@InjectModel(ATTENDANCE_MODEL) model: Model<AttendanceRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'userId' });
  }

  /**
   * @param userIds the people whom the search matches.
   * @param decidable what the viewer can decide on, if only that is wanted.
   */
  async list(
    scope: LabScope,
    query: AttendanceListQuery,
    userIds: readonly ObjectId[] | undefined,
    decidable: Filter,
  ): Promise<Page<AttendanceRow>> {
    const { laboratoryId, userId, status, approvalStatus, flag, open, late, overtime, counted, waitingForMe } = query;
    // Beside a filter by `approvalStatus`, not instead of it.
    const conditions = [
      ...(counted === false ? [whatDoesNotCount] : []),
      ...(waitingForMe ? [{ approvalStatus: 'pending' }, decidable] : []),
    ];
    const filter = {
      ...workDateFilter(query),
      ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
      ...((userId ?? userIds) && { userId: { $in: userId ? [objectId(userId)] : userIds } }),
      ...(status && { status: { $in: status } }),
      ...(approvalStatus && { approvalStatus: { $in: approvalStatus } }),
      ...(flag && { flags: { $in: flag } }),
      ...(open !== undefined && { open }),
      ...(late !== undefined && { lateMinutes: late ? { $gt: 0 } : 0 }),
      ...(overtime !== undefined && { overtimeMinutes: overtime ? { $gt: 0 } : 0 }),
      ...(counted === true && { $or: whatCounts }),
      ...(conditions.length > 0 && { $and: conditions }),
    };
    return this.readPage(scope, filter, query);
  }

  /** In any laboratory. */
  async ofPerson(userId: string, query: MyAttendanceQuery): Promise<Page<AttendanceRow>> {
    const filter = { ...workDateFilter(query), userId: objectId(userId), ...(query.missed && missedFilter) };
    return this.readPage(LabScope.everywhere(), filter, query);
  }

  private readPage(scope: LabScope, filter: Filter, { sort, page, limit }: MyAttendanceQuery) {
    return this.page(scope, { filter: { ...filter, removed: false }, sort: sortOrder(sortFields, sort), page, limit });
  }

  async findOpen(userId: ObjectId): Promise<AttendanceRow | null> {
    return this.findOne(LabScope.everywhere(), { userId, open: true });
  }

  async ofDay(userId: ObjectId, workDate: string): Promise<AttendanceRow | null> {
    return this.findOne(LabScope.everywhere(), { userId, workDate, removed: false });
  }

  /** The person's last record up to a day. */
  async findLatest(userId: ObjectId, through: string): Promise<AttendanceRow | null> {
    const filter = { userId, workDate: { $lte: through }, removed: false };
    const [last] = await this.find(LabScope.everywhere(), filter, { sort: { workDate: -1 }, limit: 1 });
    return last ?? null;
  }

  async ofPersonBetween(userId: ObjectId, { from, to }: Days): Promise<AttendanceRow[]> {
    const filter = { userId, workDate: { $gte: from, $lte: to }, removed: false };
    return this.findAll(LabScope.everywhere(), filter);
  }

  /** Whether someone else of the laboratory used the device on one of the days. */
  async isSharedDevice(laboratoryId: ObjectId, userId: ObjectId, deviceId: string, days: Days): Promise<boolean> {
    const filter = { laboratoryId, workDate: { $gte: days.from, $lte: days.to }, deviceIds: deviceId };
    const other = await this.findOne(LabScope.everywhere(), { ...filter, userId: { $ne: userId }, removed: false });
    return other !== null;
  }

  /** A laboratory's records of some days. */
  async between(
    scope: LabScope,
    laboratoryId: ObjectId,
    { from, to }: Days,
    more: Filter = {},
  ): Promise<AttendanceRow[]> {
    const filter = { laboratoryId, workDate: { $gte: from, $lte: to }, removed: false, ...more };
    return this.findAll(scope, filter);
  }

  /** A laboratory's records of a month, with the fields only that are asked for. */
  async ofMonth(scope: LabScope, laboratoryId: ObjectId, { from, to }: Days, projection: Projection) {
    const filter = { laboratoryId, workDate: { $gte: from, $lte: to }, removed: false };
    return this.findAll(scope, filter, { projection });
  }

  /** The days on which people have a record in another laboratory, as `<user id> <day>`. */
  async daysElsewhere(userIds: readonly ObjectId[], laboratoryId: ObjectId, { from, to }: Days): Promise<Set<string>> {
    const filter = {
      userId: { $in: userIds },
      workDate: { $gte: from, $lte: to },
      removed: false,
      laboratoryId: { $ne: laboratoryId },
    };
    const rows = await this.findAll(LabScope.everywhere(), filter, { projection: { userId: 1, workDate: 1 } });
    return new Set(rows.map(({ userId, workDate }) => `${userId.toHexString()} ${workDate}`));
  }

  /** Records of laboratories, each of one day, with one query for every different day. */
  async onDays(
    scope: LabScope,
    days: readonly { laboratoryId: ObjectId; day: string }[],
    projection: Projection = {},
  ): Promise<AttendanceRow[]> {
    const found: AttendanceRow[] = [];
    for (const workDate of new Set(days.map(({ day }) => day))) {
      const ids = days.filter(({ day }) => day === workDate).map(({ laboratoryId }) => laboratoryId);
      const filter = { laboratoryId: { $in: ids }, workDate, removed: false };
      found.push(...(await this.findAll(scope, filter, { projection })));
    }
    return found;
  }

  /** Open records of the days before. */
  async openIn(
    scope: LabScope,
    laboratoryIds: readonly ObjectId[],
    before: string,
    projection: Projection = {},
  ): Promise<AttendanceRow[]> {
    const filter = { laboratoryId: { $in: laboratoryIds }, open: true, workDate: { $lt: before } };
    return this.findAll(scope, filter, { projection });
  }

  /** The number of matching records by the id of the laboratory; those without any are missing. */
  async countByLaboratory(scope: LabScope, filter: Filter): Promise<Map<string, number>> {
    const groups = await this.aggregate<{ _id: ObjectId; count: number }>(scope, [
      { $match: filter },
      { $group: { _id: '$laboratoryId', count: { $sum: 1 } } },
    ]);
    return new Map(groups.map(({ _id, count }) => [_id.toHexString(), count]));
  }

  /** Records by day, streamed. */
  eachForReport(scope: LabScope, filter: Filter): AsyncIterable<AttendanceRow> {
    return this.stream(scope, { filter, sort: { workDate: 1 }, projection: reportProjection });
  }

  /** Only what the mark of a day depends on, streamed. */
  marksForReport(
    scope: LabScope,
    filter: Filter,
  ): AsyncIterable<Pick<AttendanceRow, '_id' | 'userId' | 'workDate' | 'status'>> {
    const projection = { userId: 1, workDate: 1, status: 1 } as const;
    return this.stream(scope, { filter, sort: { workDate: 1 }, projection });
  }

  /** The complete days of a laboratory with all from which they follow, newest first, streamed. */
  eachForRehearsal(scope: LabScope, laboratoryId: ObjectId, days: Days): AsyncIterable<RehearsedRow> {
    const filter = completeDays(laboratoryId, days);
    const options = { sort: { workDate: -1 }, projection: rehearsalProjection, limit: MAX_REHEARSED } as const;
    return this.stream(scope, { filter, ...options });
  }

  async countToRehearse(scope: LabScope, laboratoryId: ObjectId, days: Days): Promise<number> {
    return this.count(scope, completeDays(laboratoryId, days));
  }

  /** The number of days off in a year on which work was approved, by the id of the person. */
  async daysOffWorked(userIds: readonly ObjectId[], year: number): Promise<Map<string, number>> {
    const days = { $gte: `${year}-01-01`, $lte: `${year}-12-31` };
    const approved = { flags: 'holiday_work', approvalStatus: 'approved', removed: false };
    const groups = await this.aggregate<{ _id: ObjectId; count: number }>(LabScope.everywhere(), [
      { $match: { userId: { $in: userIds }, workDate: days, ...approved } },
      { $group: { _id: '$userId', count: { $sum: 1 } } },
    ]);
    return new Map(groups.map(({ _id, count }) => [_id.toHexString(), count]));
  }

  /** Open records that should have closed themselves by then. */
  async overdue(now: Date): Promise<AttendanceRow[]> {
    const filter = { open: true, closesAt: { $lte: now } };
    return this.find(LabScope.everywhere(), filter, { sort: { closesAt: 1 }, limit: AT_ONCE });
  }
}

function completeDays(laboratoryId: ObjectId, { from, to }: Days): Filter {
  return { laboratoryId, workDate: { $gte: from, $lte: to }, removed: false, open: false };
}

function workDateFilter({ from, to }: { from?: string | undefined; to?: string | undefined }): Filter {
  return (from ?? to) ? { workDate: { ...(from && { $gte: from }), ...(to && { $lte: to }) } } : {};
}
