import { readyIndexes, type Collection, type Index } from '../catalog/collection.js';
import { sameOrderedKey } from '../catalog/index-specification.js';
import { isDocument, type Document } from '../query/bson.js';
import { filterImplies } from '../query/bounds.js';
import { badValue, MongoError } from '../query/error.js';
import { toDouble } from '../query/number.js';
import type { ReadView } from '../store/view.js';
import { coversFilter } from './exact.js';
import { alternativesOf, searchableFilters } from './disjunction.js';
import { type KeyFilter, keyFilterOf } from './key-filter.js';
import { accessOf, holdsNull, splitAccess, type Access } from './index-ranges.js';

/** How a query finds its documents. */
export type Plan = CollectionScan | IndexScan | UnionScan;

export interface CollectionScan {
  kind: 'collection';
  reverse: boolean;
  /** True if the documents are found in the requested order. */
  sorted: boolean;
  /** True if everything found matches the filter, so the filter need not be tested. */
  exact: boolean;
}

export interface IndexScan {
  kind: 'index';
  index: Index;
  access: Access;
  /** Tested on entries before their documents are read. */
  keyFilter: KeyFilter | undefined;
  reverse: boolean;
  sorted: boolean;
  exact: boolean;
}

/** The combined results of several scans, without duplicates. */
export interface UnionScan {
  kind: 'union';
  branches: readonly IndexScan[];
  /** True if each branch is in the requested order, so the branches are merged instead of sorted. */
  merged: boolean;
  sorted: boolean;
  exact: boolean;
}

type IndexPlan = IndexScan | UnionScan;

export interface QueryRequest {
  filter: Document;
  /** Empty if no order is requested. */
  sort: Document;
  hint?: unknown;
  /** The number of results wanted; 0 or undefined for all. */
  limit?: number;
}

const NO_PLAN = 291;
const PROBE = 100;
/** Sorting fewer documents than this is faster than walking an index for one page of them. */
const FEW = 1000;
/** The number of entries that can be tested in the time it takes to read one document. */
const ENTRIES_PER_DOCUMENT = 10;

/** Of several conditions on an array, the one that finds the fewest is not searched for among more entries than this. */
const MAX_RACED = 10_000;

/** With more branches than this, sorting is used instead of merging. */
const MAX_MERGED = 100;

/** Chooses the plan for a query. @throws MongoError 2 for a hint at an index that does not exist. */
export function choosePlan(collection: Collection, queryRequest: QueryRequest, view: ReadView): Plan {
  const { filter, sort, hint, limit } = queryRequest;
  const natural = sort.$natural ?? (isDocument(hint) ? hint.$natural : undefined);
  if (natural !== undefined) return scanAll(filter, sort, toDouble(natural) < 0);
  if (hint !== undefined) return hintedPlan(collection, queryRequest);
  const indexes = readyIndexes(collection);
  const plans = [
    ...plansOver(indexes, filter, sort, view).filter((plan) => isBounded(plan) || (plan.sorted && isOrdered(sort))),
    ...unionsOver(indexes, filter, sort, view),
  ];
  return best(plans, view, limit) ?? scanAll(filter, sort, false);
}

function plansOver(indexes: readonly Index[], filter: Document, sort: Document, view: ReadView): IndexPlan[] {
  return indexes.flatMap((index) => {
    const plans = searchableFilters(filter, index).flatMap((one) => planWith(index, one, sort) ?? []);
    return (plans.length > 1 ? narrowest(plans, view) : plans[0]) ?? [];
  });
}

/** The plan whose entries end first when all of them are walked side by side. */
function narrowest(plans: readonly IndexPlan[], view: ReadView): IndexPlan | undefined {
  const walks = plans.map((plan) => ({ plan, entries: entriesOf(plan, view) }));
  try {
    for (let seen = 0; seen < MAX_RACED; seen += 1) {
      const ended = walks.find(({ entries }) => entries.next().done);
      if (ended) return ended.plan;
    }
    return plans[0];
  } finally {
    for (const { entries } of walks) entries.return(undefined);
  }
}

/** A union scan for each `$or` whose branches all have an index. */
function unionsOver(indexes: readonly Index[], filter: Document, sort: Document, view: ReadView): IndexPlan[] {
  return alternativesOf(filter).flatMap((alternatives): IndexPlan[] => {
    const branches: IndexScan[] = [];
    for (const alternative of alternatives) {
      const plan = best(plansOver(indexes, alternative, sort, view).filter(isBounded), view);
      if (!plan) return [];
      branches.push(...(plan.kind === 'union' ? plan.branches : [plan]));
    }
    const [first, second] = branches;
    return first && !second ? [first] : [unionOf(branches, sort)];
  });
}

function unionOf(branches: readonly IndexScan[], sort: Document): UnionScan {
  const merged =
    isOrdered(sort) &&
    branches.length <= MAX_MERGED &&
    branches.every(({ sorted, index }) => sorted && !index.multikey);
  const exact = branches.every((branch) => branch.exact);
  return { kind: 'union', branches, merged, sorted: merged || !isOrdered(sort), exact };
}

/** The plan that promises the least work, based on its form and a limited look at the entries. */
function best(plans: readonly IndexPlan[], view: ReadView, limit = 0): IndexPlan | undefined {
  const scores = plans.map((plan) => scoreOf(plan, limit));
  const highest = Math.max(...scores);
  const preferred = plans.filter((_, i) => scores[i] === highest);
  const boundedPlans = plans.filter(isBounded);
  const walk = preferred.find((plan) => isLimitedWalk(plan, limit));
  if (walk) {
    const width = Math.max(...preferred.map(narrowness));
    const closer = boundedPlans.filter((plan) => narrowness(plan) > width);
    const alternative = leastWork(closer, [], view, { limit, few: PROBE });
    return alternative && !isShortWalk(walk, alternative, view, limit) ? alternative : cheapest(preferred, view);
  }
  const few = limit > 0 ? FEW : PROBE;
  const settled = boundedPlans.length < 2 && preferred.every(isBounded);
  return (settled ? undefined : leastWork(boundedPlans, preferred, view, { limit, few })) ?? cheapest(preferred, view);
}

/** A walk in the requested order that reads only the documents it returns and stops at the limit. */
function isLimitedWalk(plan: IndexPlan, limit: number): boolean {
  return limit > 0 && plan.sorted && plan.exact;
}

/**
 * Whether walking entries up to the required number of results costs less than reading and sorting everything the
 * alternative finds.
 */
function isShortWalk(walk: IndexPlan, alternative: IndexPlan, view: ReadView, limit: number): boolean {
  const found = probe(alternative, view);
  const entries = Math.ceil(((found - limit) * ENTRIES_PER_DOCUMENT * found) / limit);
  return entries > 0 && probe(walk, view, entries) < entries;
}

/**
 * Of the bounded plans, the one that reads the fewest documents, if one of them finds so few that counting them is
 * cheap: sorting those costs less than walking a whole index in the requested order and testing everything in it.
 */
function leastWork(
  plans: readonly IndexPlan[],
  preferred: readonly IndexPlan[],
  view: ReadView,
  { limit, few }: { limit: number; few: number },
): IndexPlan | undefined {
  const counts = plans.map((plan) => probe(plan, view, few));
  const least = Math.min(...counts);
  if (least >= few) return undefined;
  const costs = plans.map((plan, i) => {
    const count = counts[i] ?? few;
    if (!plan.sorted || limit === 0) return count;
    return Math.min(count, plan.exact ? limit : limit * (count / Math.max(least, 1)));
  });
  const lowest = Math.min(...costs);
  const cheap = plans.filter((_, i) => costs[i] === lowest);
  return cheap.find((plan) => preferred.includes(plan)) ?? cheap[0];
}

function isBounded(plan: IndexPlan): boolean {
  return plan.kind === 'union' || plan.access.bounds.length > 0;
}

function isOrdered(sort: Document): boolean {
  return Object.keys(sort).length > 0;
}

function scanAll(filter: Document, sort: Document, reverse: boolean): CollectionScan {
  const names = Object.keys(sort);
  return {
    kind: 'collection',
    reverse,
    sorted: names.length === 0 || names[0] === '$natural',
    exact: Object.keys(filter).length === 0,
  };
}

function hintedPlan(collection: Collection, { filter, sort, hint }: QueryRequest): Plan {
  const index = readyIndexes(collection).find(({ name, specification }) =>
    typeof hint === 'string' ? name === hint : sameOrderedKey(specification.key, hint),
  );
  if (!index) {
    throw badValue(
      'error processing query: planner returned error :: caused by :: hint provided does not correspond to an existing index',
    );
  }
  const plan = planWith(index, filter, sort);
  if (plan) return plan;
  throw new MongoError(
    NO_PLAN,
    `error processing query: the index '${index.name}' of the hint does not hold all documents that the filter asks for`,
  );
}

/** The plan for one index, or undefined if the index may not contain all matching documents. */
function planWith(index: Index, filter: Document, sort: Document): IndexPlan | undefined {
  if (index.partialFilter && !filterImplies(filter, index.partialFilter)) return undefined;
  const access = accessOf(index, filter);
  if (index.sparse && access.bounds.every(holdsNull)) return undefined;
  const keyFilter = keyFilterOf(index, access, filter);
  const exact = !index.multikey && access.tight && coversFilter(filter, index, access, keyFilter);
  const scan = { ...scanWith(index, access, sort, exact), keyFilter };
  if (scan.sorted || index.multikey) return scan;
  // The entries for each value of a field are ordered: merging them avoids the sort and, with a limit, most of the
  // reading.
  const parts = access.scanRanges.length <= MAX_MERGED ? splitAccess(index, access) : [];
  const branches = parts.map((part) => ({ ...scanWith(index, part, sort, exact), keyFilter }));
  return branches.length > 1 && branches.every(({ sorted }) => sorted) ? unionOf(branches, sort) : scan;
}

function scanWith(index: Index, access: Access, sort: Document, exact: boolean): Omit<IndexScan, 'keyFilter'> {
  const direction = index.multikey ? undefined : directionFor(index, access, sort);
  const sorted = !isOrdered(sort) || direction !== undefined;
  return { kind: 'index', index, access, reverse: direction === -1, sorted, exact };
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

function scoreOf(plan: IndexPlan, limit: number): number {
  return narrowness(plan) + (plan.sorted ? 40 : 0) + (isLimitedWalk(plan, limit) ? 100 : 0);
}

function narrowness(plan: IndexPlan): number {
  if (plan.kind === 'union') return Math.min(...plan.branches.map(narrowness));
  const { index, access } = plan;
  const { points, bounds } = access;
  if (index.unique && points === index.paths.length) return 10_000;
  return points * 100 + (bounds.length > points ? 30 : 0);
}

// Of plans that look equally good, picks the one with the fewest entries to read, based on a limited look at them;
// then the one whose entries exclude the most.
function cheapest(plans: readonly IndexPlan[], view: ReadView): IndexPlan | undefined {
  if (plans.length < 2) return plans[0];
  const costs = plans.map((plan) => probe(plan, view));
  const lowest = Math.min(...costs);
  return plans.filter((_, i) => costs[i] === lowest).reduce((a, b) => (testedFields(b) > testedFields(a) ? b : a));
}

/** The number of fields that are tested on entries before a document is read. */
function testedFields(plan: IndexPlan): number {
  if (plan.kind === 'index') return plan.keyFilter?.bounds.size ?? 0;
  return Math.min(...plan.branches.map(testedFields));
}

function probe(plan: IndexPlan, view: ReadView, most = PROBE): number {
  let seen = 0;
  for (const _ of entriesOf(plan, view)) {
    seen += 1;
    if (seen >= most) return seen;
  }
  return seen;
}

function* entriesOf(plan: IndexPlan, view: ReadView): Generator<unknown, void> {
  const scans = plan.kind === 'union' ? plan.branches : [plan];
  for (const scanRange of scans.flatMap(({ access }) => access.scanRanges)) yield* view.range(scanRange);
}
