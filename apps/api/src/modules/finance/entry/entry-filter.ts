import { parseRupees, type TransactionFilterQuery, waitingStatuses } from '@shifa/contract';
import type { Actor } from '../../../platform/domain/actor';
import { type ObjectId, objectId } from '../../../platform/domain/object-id';
import type { Filter } from '../../../platform/mongo/scoped-repository';
import { searchFilter } from '../../../platform/mongo/search-words';
import type { ClosedDays } from '../books/books';
import { flagSetsWith, toPartyKey } from './new-entry';

export type EntryQuery = Omit<TransactionFilterQuery, 'sort'>;

type Viewer = {
  actor: Actor;
  closed: ClosedDays;
  /** What `unusualIn` means for these laboratories, see `EntryQueries.unusualIn`. */
  unusual?: Filter | undefined;
};

/** Every day: the filter is then evaluated within the index by day, without reading entries. */
const anyDay: Filter = { date: { $gte: '' } };

/** The filter of a list, its totals and its export, without the viewer's scope. */
export function toFilter(query: EntryQuery, viewer: Viewer): Filter {
  const { laboratoryId, type, category, paymentMethod, status, flag, party, mine, waitingForMe } = query;
  const fields: Filter = {
    ...(laboratoryId && { laboratoryId: oneOf(laboratoryId.map((id) => objectId(id))) }),
    ...(type && { type: oneOf(type) }),
    ...(category && { category: oneOf(category) }),
    ...(paymentMethod && { paymentMethod: oneOf(paymentMethod) }),
    ...(status && { status: oneOf(status) }),
    ...(flag && { flagSet: oneOf(flagSetsWith(flag)) }),
    ...(party !== undefined && { partyKey: toPartyKey(party) }),
    ...((type ?? category ?? paymentMethod ?? flag) && anyDay),
    ...between('date', query.from, query.to),
    ...between('amountPaise', query.minAmount, query.maxAmount),
    ...(query.createdFrom !== undefined && { createdAt: { $gte: new Date(query.createdFrom) } }),
    ...(query.withoutReceipt && { receipts: { $size: 0 }, reversalOf: null }),
    ...(query.enteredBy !== undefined && { 'createdBy._id': objectId(query.enteredBy) }),
    ...toSearchFilter(query.search),
  };
  const own = mine ? { 'createdBy._id': objectId(viewer.actor.userId) } : {};
  const parts = [
    fields,
    own,
    ...(waitingForMe ? [approvableBy(viewer)] : []),
    ...(viewer.unusual ? [viewer.unusual] : []),
  ];
  const [only = {}, ...others] = parts.filter((part) => Object.keys(part).length > 0);
  return others.length === 0 ? only : { $and: [only, ...others] };
}

/** Each word of a search begins a word of the entry, or is its exact amount: `1250.50`, `₹ 1,250.50`, `Rs. 1,250.50`. */
function toSearchFilter(search = ''): Filter {
  const conditions = search
    .replaceAll(/(₹|\brs\.?)\s*(?=\d)/giu, '₹')
    .trim()
    .split(/\s+/)
    .flatMap((word): Filter[] => {
      const words = searchFilter('searchWords', word);
      // A number with leading zeros is the tail of a code.
      const amountPaise = /^0\d/.test(word) ? undefined : parseRupees(word);
      if (amountPaise !== undefined)
        return [word.startsWith('₹') ? { amountPaise } : { $or: [words, { amountPaise }] }];
      return '$and' in words ? (words['$and'] as Filter[]) : [];
    });
  return conditions.length === 0 ? {} : { $and: conditions };
}

/**
 * What waits for the viewer, as a difference that indexes can count without reading what waits for others: everything
 * of the query that awaits an approval by someone with their role, less that in which they took part. `undefined` where
 * it is no such difference: for deputies, and for people whose independence depends on who entered.
 */
export function waitingFor(query: EntryQuery, viewer: Viewer): { all: Filter; ownPart: Filter } | undefined {
  const [actor, ...others] = viewer.actor.capacities.filter((as) => as.may('transactions.approve'));
  if (!actor || others.length > 0 || actor.represented.length > 1) return undefined;
  if (actor.role === 'super_admin' && actor.influencers('transactions.approve').length > 0) return undefined;
  const { 'createdBy._id': _, excludedApprovers: __, ...approvable } = approvableAs(actor, viewer.closed);
  const all = { $and: [toFilter({ ...query, waitingForMe: undefined }, viewer), approvable] };
  return { all, ownPart: { $and: [all, { excludedApprovers: objectId(actor.userId) }] } };
}

/** Entries that the viewer can approve now, themselves or as a deputy; none without the permission. */
function approvableBy({ actor, closed }: Viewer): Filter {
  const able = actor.capacities.filter((as) => as.may('transactions.approve'));
  const [only, ...others] = able.map((as) => approvableAs(as, closed));
  if (!only) return { _id: { $in: [] } };
  return others.length === 0 ? only : { $or: [only, ...others] };
}

function approvableAs(actor: Actor, closed: ClosedDays): Filter {
  const closedThrough = closed.of(actor.laboratoryId);
  const [self, ...others] = actor.represented.map(objectId);
  const excluded = others.length === 0 ? { $ne: self } : { $nin: [self, ...others] };
  const isSuperAdmin = actor.role === 'super_admin';
  const influencers = isSuperAdmin ? actor.influencers('transactions.approve') : [];
  return {
    // With the role of the next approver, this is what an index has together with the day.
    status: { $in: waitingStatuses },
    ...(!isSuperAdmin && { nextApprover: 'anyone' }),
    ...(influencers.length > 0 && {
      $or: [{ nextApprover: 'anyone' }, { nextApprover: 'super_admin', ...enteredByOthersThan(influencers) }],
    }),
    // Implied by `excludedApprovers`, but an index can evaluate it before the document is read.
    'createdBy._id': excluded,
    excludedApprovers: excluded,
    ...(closedThrough !== null && !isSuperAdmin && { date: { $gt: closedThrough } }),
  };
}

function enteredByOthersThan(people: readonly ObjectId[]): Filter {
  return { 'createdBy._id': { $nin: people }, 'editedBy._id': { $nin: people } };
}

function oneOf<Value>(values: readonly Value[]): Value | { $in: readonly Value[] } {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : { $in: values };
}

function between<Bound extends string | number>(field: string, low?: Bound, high?: Bound): Filter {
  if (low === undefined && high === undefined) return {};
  return { [field]: { ...(low !== undefined && { $gte: low }), ...(high !== undefined && { $lte: high }) } };
}
