import type { PurchaseOrderListQuery } from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { grouped } from '../../../platform/grouped';
import { objectId } from '../../../platform/domain/object-id';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import { addDays, startOfDay } from '../../../platform/time/business-day';

const waiting: Filter = { status: 'pending_approval' };

/** Later days have no instants that the database could compare. */
const LAST_DAY = '9998-12-31';

/** The time zone and today of each laboratory, by its id. */
export type Calendars = ReadonlyMap<string, { today: string; timezone: string }>;

/** @param calendars for days: of the laboratories of the viewer's scope. */
export function toOrderFilter(
  query: Omit<PurchaseOrderListQuery, 'page' | 'limit' | 'sort'>,
  viewer: Actor,
  calendars: Calendars,
): Filter {
  const { status, laboratoryId, supplierId, itemId, enteredBy, from, to, overdue, waitingForMe, search } = query;
  const found = searchFilter('searchWords', search);
  const conditions: Filter[] = [
    ...(waitingForMe ? [{ ...waiting, ...decidableBy(viewer) }] : []),
    ...(overdue === undefined ? [] : [overdueOn(calendars, overdue)]),
    ...(from === undefined && to === undefined ? [] : [enteredIn(calendars, { from, to })]),
    ...('$and' in found ? [found] : []),
  ];
  return {
    ...(laboratoryId && { laboratoryId: { $in: laboratoryId.map((one) => objectId(one)) } }),
    ...(status && { status: { $in: status } }),
    ...(supplierId && { 'supplier._id': objectId(supplierId) }),
    ...(itemId && { 'lines.item._id': objectId(itemId) }),
    ...(enteredBy && { 'createdBy._id': objectId(enteredBy) }),
    ...(conditions.length > 0 && { $and: conditions }),
  };
}

/** Orders that were entered on days of their laboratories, both included. */
export function enteredIn(
  calendars: Calendars,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Filter {
  const start = (day: string, timezone: string) => startOfDay(day < LAST_DAY ? day : LAST_DAY, timezone);
  return perCalendar(
    calendars,
    ({ timezone }) => timezone,
    (timezone) => [
      {
        createdAt: {
          ...(from !== undefined && { $gte: start(from, timezone) }),
          ...(to !== undefined && { $lt: start(to < LAST_DAY ? addDays(to, 1) : to, timezone) }),
        },
      },
    ],
  );
}

function overdueOn(calendars: Calendars, overdue: boolean): Filter {
  return perCalendar(
    calendars,
    ({ today }) => today,
    // Orders that expect nothing have no such day.
    (today) =>
      overdue
        ? [{ nextExpected: { $gt: '', $lt: today } }]
        : [{ nextExpected: null }, { nextExpected: { $gte: today } }],
  );
}

/** Laboratories that agree on the value share a condition; mostly, all of them do. */
function perCalendar(
  calendars: Calendars,
  valueOf: (calendar: { today: string; timezone: string }) => string,
  conditions: (value: string) => Filter[],
): Filter {
  const byValue = grouped([...calendars], ([, calendar]) => valueOf(calendar));
  const [only, ...others] = byValue.keys();
  if (only === undefined) return { _id: null };
  if (others.length === 0) return { $or: conditions(only) };
  return {
    $or: [...byValue].flatMap(([value, laboratories]) => {
      const where = { $in: laboratories.map(([id]) => objectId(id)) };
      return conditions(value).map((condition): Filter => ({ ...condition, laboratoryId: where }));
    }),
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
