import { type LeaveListQuery, type LeaveStatus, MAX_LEAVE_DAYS, type Page } from '@shifa/contract';
import { Injectable } from '@nestjs/common';
import { InjectModel } from '@nestjs/mongoose';
import type { Model } from 'mongoose';
import { LabScope } from '../../../platform/mongo/lab-scope';
import { type ObjectId, objectId } from '../../../platform/mongo/object-id';
import { type Filter, ScopedRepository } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { sortOrder } from '../../../platform/mongo/sort-order';
import { addDays } from '../../../platform/time/business-day';
import { LEAVE_MODEL, type LeaveRow } from './leave.document';

export type LeavePeriod = { from: string; to: string; status: readonly LeaveStatus[] };

@Injectable()
export class LeaveRepository extends ScopedRepository<LeaveRow> {
  constructor(@InjectModel(LEAVE_MODEL) model: Model<LeaveRow>) {
    super(model, { laboratory: 'laboratoryId', person: 'userId' });
  }

  /** @param decidable what the viewer may decide on, if only that is wanted. */
  async list(scope: LabScope, query: LeaveListQuery, decidable: Filter): Promise<Page<LeaveRow>> {
    const waiting = query.waitingForMe && { $and: [{ status: 'pending' }, decidable] };
    return this.page(scope, {
      filter: { ...filterOf(query), ...waiting },
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
}

function filterOf({ from, to, status, type, laboratoryId, userId, search }: LeaveListQuery): Filter {
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
