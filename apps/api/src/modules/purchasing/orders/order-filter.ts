import type { PurchaseOrderListQuery } from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { objectId } from '../../../platform/mongo/object-id';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';

const waiting: Filter = { status: 'pending_approval' };

/** Today in the time zone of each laboratory, by its id. */
export type Todays = ReadonlyMap<string, string>;

/** @param todays for `overdue`: of the laboratories of the viewer's scope. */
export function toOrderFilter(
  query: Omit<PurchaseOrderListQuery, 'page' | 'limit' | 'sort'>,
  viewer: Actor,
  todays: Todays,
): Filter {
  const { status, laboratoryId, supplierId, itemId, overdue, waitingForMe, search } = query;
  const found = searchFilter('searchWords', search);
  const conditions: Filter[] = [
    ...(waitingForMe ? [{ ...waiting, ...decidableBy(viewer) }] : []),
    ...(overdue === undefined ? [] : [overdueOn(todays, overdue)]),
    ...('$and' in found ? [found] : []),
  ];
  return {
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((one) => objectId(one)) } }),
    ...(status && { status: { $in: status } }),
    ...(supplierId && { 'supplier._id': objectId(supplierId) }),
    ...(itemId && { 'lines.item._id': objectId(itemId) }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** Laboratories with the same today share a condition; mostly, all of them do. */
function overdueOn(todays: Todays, overdue: boolean): Filter {
  const days = [...new Set(todays.values())];
  // Orders that expect nothing have no such day.
  const before = (day: string): Filter[] =>
    overdue ? [{ nextExpected: { $gt: '', $lt: day } }] : [{ nextExpected: null }, { nextExpected: { $gte: day } }];
  const [only, ...others] = days;
  if (only === undefined) return { _id: null };
  if (others.length === 0) return { $or: before(only) };
  const where = (day: string) => [...todays].flatMap(([key, today]) => (today === day ? [objectId(key)] : []));
  return {
    $or: days.flatMap((day) =>
      before(day).map((condition): Filter => ({ ...condition, laboratoryId: { $in: where(day) } })),
    ),
  };
}

/** What the viewer can decide on, in any of their capacities. */
function decidableBy(viewer: Actor): Filter {
  const alternatives: Filter[] = [];
  for (const as of viewer.capacities) {
    const scope = as.may('purchaseOrders.approve') ? as.scope('purchaseOrders.approve') : null;
    if (!scope || scope.userId !== null) continue;
    const excluded = { $nin: as.represented.map((one) => objectId(one)) };
    const isSuperAdmin = as.role === 'super_admin';
    const influencers = { $nin: as.influencers('purchaseOrders.approve') };
    alternatives.push({
      ...(scope.laboratoryId !== null && { laboratoryId: objectId(scope.laboratoryId) }),
      'createdBy._id': excluded,
      'editedBy._id': excluded,
      'approvals.by._id': excluded,
      ...(isSuperAdmin
        ? { $or: [{ nextApprover: 'anyone' }, { 'createdBy._id': influencers, 'editedBy._id': influencers }] }
        : { nextApprover: 'anyone' }),
    });
  }
  return alternatives.length === 0 ? { _id: null } : { $or: alternatives };
}
