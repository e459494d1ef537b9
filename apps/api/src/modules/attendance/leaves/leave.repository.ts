import {
  type DayLeave,
  dayLeaves,
  type LeaveStatus,
  leaveStatuses,
  type LeaveType,
  leaveTypes,
  type LeaveListQuery,
  MAX_LEAVE_DAYS,
  type Page,
} from '@shifa/contract';
import { Schema, type Types, type Model } from 'mongoose';
import type { OneDecision } from '../../../platform/decisions/one-decision';
import { type Filter, ScopedRepository, type Stored } from '../../../platform/mongo/scoped-repository';
import { MAX_SEARCH_WORDS, searchFilter } from '../../../platform/mongo/search-words';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import { LabScope } from '../../../platform/domain/lab-scope';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { addDays } from '../../../platform/time/business-day';
import { part, storedFields } from '../../../platform/mongo/schema-parts';

/** Working days that a leave takes in a calendar year. */
export type YearDays = { year: number; days: number };

export type LeaveRow = Stored &
  OneDecision & {
    userId: Types.ObjectId;
    /** The person's name when the leave was requested, for live events. */
    personName: string;
    /** Where it is seen and decided on: the person's laboratory, also after a move, unless it was over by then. */
    laboratoryId: Types.ObjectId;
    /** Where it was approved, of leave that has moved with the person since. */
    approvedIn?: Types.ObjectId | null;
    type: LeaveType;
    from: string;
    to: string;
    part: DayLeave;
    /** By the person's calendar when it was requested or, once it is approved, when it was approved. */
    years: YearDays[];
    reason: string;
    status: LeaveStatus;
    /** Absent, as the next two, in leave that was requested before this was kept. */
    cancelledBy?: { _id: ObjectId; name: string } | null;
    cancelledAt?: Date | null;
    cancellationReason?: string | null;
    /** Of the person's name and employee code. */
    searchWords: string[];
    updatedBy: string | null;
  };

export const LEAVE_MODEL = 'Leave';

const text = { type: String, default: null } as const;
const id = { type: Schema.Types.ObjectId, required: true } as const;
const person = new Schema({ _id: id, name: String }, part);

export const leaveSchema = new Schema<LeaveRow>(
  {
    userId: id,
    personName: { type: String, required: true },
    laboratoryId: id,
    approvedIn: { type: Schema.Types.ObjectId, default: null },
    type: { type: String, enum: leaveTypes, required: true },
    from: { type: String, required: true },
    to: { type: String, required: true },
    part: { type: String, enum: dayLeaves, required: true },
    years: { type: [new Schema({ year: Number, days: Number }, part)], max: 3 },
    reason: { type: String, required: true },
    status: { type: String, enum: leaveStatuses, required: true },
    decidedBy: { type: person, default: null },
    decidedAt: { type: Date, default: null },
    decisionReason: text,
    decidedContent: String,
    cancelledBy: { type: person, default: null },
    cancelledAt: { type: Date, default: null },
    cancellationReason: text,
    searchWords: { type: [String], max: MAX_SEARCH_WORDS },
    updatedBy: text,
    ...storedFields,
  },
  { collection: 'leaves', versionKey: false },
);

leaveSchema.index({ userId: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, status: 1, from: 1, _id: 1 });
leaveSchema.index({ laboratoryId: 1, createdAt: 1, _id: 1 });
leaveSchema.index({ from: 1, _id: 1, status: 1 });
leaveSchema.index({ createdAt: 1, _id: 1 });
leaveSchema.index({ searchWords: 1, from: 1 });

export type LeavePeriod = { from: string; to: string; status: readonly LeaveStatus[] };

@Injectable()
export class LeaveRepository extends ScopedRepository<LeaveRow> {
  constructor(@InjectModel(LEAVE_MODEL) model: Model<LeaveRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'userId' });
  }

  /** @param decidable what the viewer can decide on, if only that is wanted. */
  async list(scope: LabScope, query: LeaveListQuery, decidable: Filter): Promise<Page<LeaveRow>> {
    const waiting = query.waitingForMe && { $and: [{ status: 'pending' }, decidable] };
    return this.page(scope, {
      filter: { ...toFilter(query), ...waiting },
      sort: sortOrder({ from: ['from'], createdAt: ['createdAt'] }, query.sort),
      page: query.page,
      limit: query.limit,
    });
  }

  /** The leaves of people with a day in the period, in every laboratory, by their first day. */
  async ofPeople(userIds: readonly ObjectId[] | 'everyone', { from, to, status }: LeavePeriod): Promise<LeaveRow[]> {
    const of = userIds === 'everyone' ? {} : { userId: { $in: userIds } };
    const filter = { ...of, status: { $in: status }, ...within(from, to) };
    return this.findAll(LabScope.everywhere(), filter, { sort: { from: 1, _id: 1 } });
  }

  /** What a person has requested, and what is approved and not over. */
  async unfinishedOf(userId: ObjectId, today: string): Promise<LeaveRow[]> {
    const $or = [{ status: 'pending' }, { status: 'approved', to: { $gte: today } }];
    return this.findAll(LabScope.everywhere(), { userId, $or });
  }
}

function toFilter({ from, to, status, type, laboratoryId, userId, search }: LeaveListQuery): Filter {
  return {
    ...within(from, to),
    ...(status && { status: { $in: status } }),
    ...(type && { type: { $in: type } }),
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((id) => objectId(id)) } }),
    ...(userId && { userId: objectId(userId) }),
    ...searchFilter('searchWords', search),
  };
}

/** Leaves with a day between two days. The limit of their length bounds the part of the index that is read. */
function within(from: string | undefined, to: string | undefined): Filter {
  const first = { ...(from && { $gte: addDays(from, 1 - MAX_LEAVE_DAYS) }), ...(to && { $lte: to }) };
  return { ...((from ?? to) && { from: first }), ...(from && { to: { $gte: from } }) };
}
