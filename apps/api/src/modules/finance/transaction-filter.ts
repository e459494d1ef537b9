import type { TransactionFilterQuery } from '@shifa/contract';
import type { Actor } from '../../platform/http/actor';
import { objectId } from '../../platform/mongo/object-id';
import type { Filter } from '../../platform/mongo/scoped-repository';
import { searchFilter } from '../../platform/mongo/search-words';
import { flagSetsWith, partyKeyOf } from './transaction-keys';

/** Who looks at a list, and through which day the books are closed to them: `PeriodLocks.through()`. */
export type Viewer = { actor: Actor; lockedThrough: string | null };

/** What a list, its totals and its export ask of the entries, besides the viewer's scope. */
export function filterOf(query: Omit<TransactionFilterQuery, 'sort'>, viewer: Viewer): Filter {
  const { laboratoryId, type, category, paymentMethod, status, flag, party, mine, waitingForMe } = query;
  const conditions: Filter[] = [
    {
      ...(laboratoryId && { laboratoryId: oneOf(laboratoryId.map((id) => objectId(id))) }),
      ...(type && { type: oneOf(type) }),
      ...(category && { category: oneOf(category) }),
      ...(paymentMethod && { paymentMethod: oneOf(paymentMethod) }),
      ...(status && { status: oneOf(status) }),
      ...(flag && { flagSet: oneOf(flagSetsWith(flag)) }),
      ...(party !== undefined && { partyKey: partyKeyOf(party) }),
      ...between('date', query.from, query.to),
      ...between('amountPaise', query.minAmount, query.maxAmount),
      ...(mine && { 'createdBy._id': objectId(viewer.actor.userId) }),
      ...searchFilter('searchWords', query.search),
    },
    ...(waitingForMe ? [waitingFor(viewer)] : []),
  ];
  return joined(conditions.filter((condition) => Object.keys(condition).length > 0));
}

/** What the viewer could approve now; nothing without the permission. */
function waitingFor({ actor, lockedThrough }: Viewer): Filter {
  if (!actor.may('transactions.approve')) return { _id: { $in: [] } };
  const viewer = objectId(actor.userId);
  const isSuperAdmin = actor.role === 'super_admin';
  return {
    awaits: isSuperAdmin ? { $in: ['anyone', 'super_admin'] } : 'anyone',
    // Who entered it is barred as well; said apart, an index tells it before the entry is read.
    'createdBy._id': { $ne: viewer },
    barred: { $ne: viewer },
    ...(lockedThrough !== null && !isSuperAdmin && { date: { $gt: lockedThrough } }),
  };
}

function oneOf<Value>(values: readonly Value[]): Value | { $in: readonly Value[] } {
  const [first, ...others] = values;
  return first !== undefined && others.length === 0 ? first : { $in: values };
}

function between<Bound extends string | number>(
  field: string,
  low: Bound | undefined,
  high: Bound | undefined,
): Filter {
  if (low === undefined && high === undefined) return {};
  return { [field]: { ...(low !== undefined && { $gte: low }), ...(high !== undefined && { $lte: high }) } };
}

function joined(conditions: readonly Filter[]): Filter {
  const [first, ...others] = conditions;
  return others.length === 0 ? (first ?? {}) : { $and: conditions };
}
