import { readyIndexes, type Collection, type Index } from '../catalog/collection.js';
import type { Document } from '../query/bson.js';
import { filterImplies } from '../query/bounds.js';
import type { Filter } from '../query/filter.js';
import { toDouble } from '../query/number.js';
import type { ReadView } from '../store/view.js';
import { coversFilter, keyFilterOf } from './key-filter.js';
import type { CollectionScan, IndexPlan, IndexScan, Plan, UnionScan } from './plan.js';
import { cheapestPlan, intersectionOf, EntryCounts, isBounded, orderedWalkWithin } from './choice.js';
import { accessOf, boundsOn, holdsNull, splitAccess, type Access } from './index-ranges.js';

export interface QueryRequest {
  filter: Filter;
  /** Empty if no order is requested. */
  sort: Document;
  /** The number of results wanted; 0 or undefined for all. */
  limit?: number;
  /** True if only the number of results is wanted. */
  counting?: boolean;
}

/** With more branches than this, sorting is used instead of merging. */
const MAX_MERGED = 100;

export function choosePlan(collection: Collection, queryRequest: QueryRequest, view: ReadView): Plan {
  const { filter, sort, limit = 0 } = queryRequest;
  const indexes = readyIndexes(collection);
  const single = planForOne(indexes, queryRequest);
  if (single) return single;
  const counts = new EntryCounts(view);
  const plans = [
    ...plansOver(indexes, queryRequest, counts).filter((plan) => isBounded(plan) || (plan.sorted && isOrdered(sort))),
    ...unionsOver(indexes, queryRequest, counts),
  ];
  const plan = cheapestPlan(plans, counts, limit);
  const walk = plan?.kind === 'index' && limit > 0 ? orderedWalkWithin(plan, plans, counts, limit) : undefined;
  return walk ?? plan ?? scanAll(filter, sort);
}

/** A plan that reads at most one document, because the filter gives each field of a unique index one value. */
function planForOne(indexes: readonly Index[], { filter, sort }: QueryRequest): IndexPlan | undefined {
  for (const index of indexes) {
    const plan = index.unique && isUsable(index, filter, sort) ? planWith(index, filter, sort) : undefined;
    if (plan?.kind === 'index' && plan.access.scanRanges.length === 1 && plan.access.scanRanges[0]?.point) return plan;
  }
  return undefined;
}

function plansOver(indexes: readonly Index[], { filter, sort, counting = false }: QueryRequest, counts: EntryCounts) {
  return indexes.flatMap((index): IndexPlan[] => {
    if (!isUsable(index, filter, sort)) return [];
    const filters = searchableFilters(filter, index);
    const plans = filters.flatMap((one) => planWith(index, one, sort) ?? []);
    const scans = plans.filter((plan) => plan.kind === 'index');
    // A sparse or partial index may not be searched by each of the filters; the others then have to be tested.
    const isWhole = scans.length === filters.length;
    const plan = filters.length > 1 ? intersectionOf(scans, counts, counting && isWhole) : plans[0];
    return plan ? [plan] : [];
  });
}

/** False if the index can neither be searched nor walked in the requested order: planning it would be in vain. */
function isUsable(index: Index, filter: Filter, sort: Document): boolean {
  const first = index.paths[0]?.text ?? '';
  return first in sort || boundsOn(index, filter, first) !== null;
}

/** A union scan for each `$or` whose branches all have an index. */
function unionsOver(indexes: readonly Index[], queryRequest: QueryRequest, counts: EntryCounts): IndexPlan[] {
  return alternativesOf(queryRequest.filter).flatMap((alternatives): IndexPlan[] => {
    const branches: IndexScan[] = [];
    for (const alternative of alternatives) {
      const plan = cheapestPlan(
        plansOver(indexes, { ...queryRequest, filter: alternative }, counts).filter(isBounded),
        counts,
      );
      if (!plan) return [];
      branches.push(...(plan.kind === 'union' ? plan.branches : [plan]));
    }
    const [first, second] = branches;
    return first && !second ? [first] : [unionOf(branches, queryRequest.sort)];
  });
}

function unionOf(branches: readonly IndexScan[], sort: Document): UnionScan {
  const merged =
    isOrdered(sort) &&
    branches.length <= MAX_MERGED &&
    branches.every(({ sorted, index }) => sorted && !index.multikey);
  const answersFilter = branches.every((branch) => branch.answersFilter);
  return { kind: 'union', branches, merged, sorted: merged || !isOrdered(sort), answersFilter };
}

function scanAll(filter: Filter, sort: Document): CollectionScan {
  return { kind: 'collection', sorted: !isOrdered(sort), answersFilter: filter.length === 0 };
}

/** The plan for one index, or undefined if the index may not contain all matching documents. */
function planWith(index: Index, filter: Filter, sort: Document): IndexPlan | undefined {
  if (index.partialFilter && !filterImplies(filter, index.partialFilter)) return undefined;
  const access = accessOf(index, filter);
  if (index.sparse && access.bounds.every(holdsNull)) return undefined;
  const keyFilter = keyFilterOf(index, access, filter);
  const answersFilter = access.tight && coversFilter(filter, index, access, keyFilter);
  const scan = { ...scanWith(index, access, sort, answersFilter), keyFilter };
  if (scan.sorted || index.multikey) return scan;
  // The entries for each value of a field are ordered: merging them avoids the sort and, with a limit, most of the
  // reading.
  const parts = access.scanRanges.length <= MAX_MERGED ? splitAccess(index, access) : [];
  const branches = parts.map((part) => ({ ...scanWith(index, part, sort, answersFilter), keyFilter }));
  return branches.length > 1 && branches.every(({ sorted }) => sorted) ? unionOf(branches, sort) : scan;
}

function scanWith(index: Index, access: Access, sort: Document, answersFilter: boolean): Omit<IndexScan, 'keyFilter'> {
  const direction = index.multikey ? undefined : directionFor(index, access, sort);
  const sorted = !isOrdered(sort) || direction !== undefined;
  const plannedAsMultikey = index.multikey;
  return {
    kind: 'index',
    index,
    access,
    intersectedWith: [],
    reverse: direction === -1,
    sorted,
    answersFilter,
    plannedAsMultikey,
  };
}

/** The direction in which the ranges yield the requested order; undefined if they do not. */
function directionFor(index: Index, access: Access, sort: Document): 1 | -1 | undefined {
  const wanted = Object.entries(sort);
  const single = access.bounds.map((bounds, i) => i < access.points && bounds.length === 1);
  let direction: 1 | -1 | undefined;
  let at = 0;
  for (const [path, value] of wanted) {
    const place = index.paths.findIndex(({ text }) => text === path);
    // A field that is bounded to one value does not affect the order.
    if (single[place]) continue;
    while (at < place && single[at]) at += 1;
    if (at !== place) return undefined;
    const relative = toDouble(value) * (index.directions[at] ?? 1) > 0 ? 1 : -1;
    if (direction !== undefined && direction !== relative) return undefined;
    direction = relative;
    at += 1;
  }
  return direction ?? 1;
}

function isOrdered(sort: Document): boolean {
  return Object.keys(sort).length > 0;
}

/** For each `$or` of a filter, the whole filter as alternatives: a document matches if it matches one of them. */
function alternativesOf(filter: Filter): (readonly Filter[])[] {
  return filter.flatMap((condition, i) => {
    if (condition.kind === 'field') return [];
    const others = [...filter.slice(0, i), ...filter.slice(i + 1)];
    return [flattened(condition.branches).map((branch) => [...others, ...branch])];
  });
}

/**
 * The filters by which an index can be searched. Different elements of an array may match several conditions on it, so
 * each filter has only one of them.
 */
function searchableFilters(filter: Filter, { multikey, paths }: Pick<Index, 'multikey' | 'paths'>): Filter[] {
  if (!multikey) return [filter];
  const rivals = paths
    .map(({ text }) => filter.filter((condition) => condition.kind === 'field' && condition.path.text === text))
    .find(({ length }) => length > 1);
  const others = filter.filter((condition) => !rivals?.includes(condition));
  return rivals ? rivals.map((one) => [one, ...others]) : [filter];
}

// A branch that is itself only an `$or`.
function flattened(branches: readonly Filter[]): readonly Filter[] {
  return branches.flatMap((branch) => {
    const [only, other] = branch;
    return only?.kind === 'or' && !other ? flattened(only.branches) : [branch];
  });
}
