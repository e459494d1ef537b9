import type { KeyRange } from '../store/key-layout.js';
import { type ReadView, countUpTo } from '../store/view.js';
import type { ScanRange } from './index-ranges.js';
import type { IndexPlan, IndexScan } from './plan.js';

/** So many entries of a plan are counted to compare it with others. */
const COUNTED_AT_MOST = 100;
/** Sorting fewer documents than this is faster than walking an index for one page of them. */
const SORTED_CHEAPLY = 1000;
/** The number of entries that can be tested in the time it takes to read one document. */
const ENTRIES_PER_DOCUMENT = 10;

/** Of several conditions on an array, the one that finds the fewest is not searched for among more entries than this. */
const MAX_COMPARED = 10_000;

/** Counts the entries that plans read, each range once. A single key counts without looking: that costs as reading it. */
export class EntryCounts {
  readonly #counted = new Map<KeyRange, { count: number; isAll: boolean }>();

  constructor(private readonly view: ReadView) {}

  /** The number of entries that the plan reads, but not more than `most`. */
  upTo(plan: IndexPlan, most: number): number {
    const scans = plan.kind === 'union' ? plan.branches : [plan];
    let seen = 0;
    for (const range of scans.flatMap(({ access }) => access.scanRanges)) {
      seen += this.#countUpTo(range, most - seen);
      if (seen >= most) return most;
    }
    return seen;
  }

  #countUpTo(range: ScanRange, most: number): number {
    if (range.point) return 1;
    const known = this.#counted.get(range);
    if (known && (known.isAll || known.count >= most)) return Math.min(known.count, most);
    const count = countUpTo(this.view, range, most);
    this.#counted.set(range, { count, isAll: count < most });
    return count;
  }
}

/** The plan that promises the least work, based on its form and a limited look at the entries. */
export function cheapestPlan(plans: readonly IndexPlan[], counts: EntryCounts, limit = 0): IndexPlan | undefined {
  const scores = plans.map((plan) => scoreOf(plan, limit));
  const highest = Math.max(...scores);
  const preferred = plans.filter((_, i) => scores[i] === highest);
  const boundedPlans = plans.filter(isBounded);
  const walk = preferred.find((plan) => isLimitedWalk(plan, limit));
  if (walk) {
    const width = Math.max(...preferred.map(narrowness));
    const closer = boundedPlans.filter((plan) => narrowness(plan) > width);
    const alternative = leastWork(closer, [], counts, { limit, countedTo: COUNTED_AT_MOST });
    return alternative && !isShortWalk(walk, alternative, counts, limit) ? alternative : cheapest(preferred, counts);
  }
  const countedTo = limit > 0 ? SORTED_CHEAPLY : COUNTED_AT_MOST;
  const settled = boundedPlans.length < 2 && preferred.every(isBounded);
  return (
    (settled ? undefined : leastWork(boundedPlans, preferred, counts, { limit, countedTo })) ??
    cheapest(preferred, counts)
  );
}

/**
 * One plan for several conditions on an array, each with a plan over the same index: the plan with the fewest entries.
 * For a count, the others are intersected with it if that costs less than reading the documents.
 */
export function intersectionOf(
  plans: readonly IndexScan[],
  counts: EntryCounts,
  counting: boolean,
): IndexScan | undefined {
  const [first] = plans;
  for (let most = SORTED_CHEAPLY; first && most <= MAX_COMPARED; most *= 10) {
    const numbers = plans.map((plan) => counts.upTo(plan, most));
    const least = Math.min(...numbers);
    const narrowest = plans[numbers.indexOf(least)];
    if (!narrowest || least >= most) continue;
    const others = plans.filter((plan) => plan !== narrowest);
    const longest = Math.max(1, least) * ENTRIES_PER_DOCUMENT;
    const isShort = counting && others.every((plan) => plan.answersFilter && counts.upTo(plan, longest + 1) <= longest);
    return isShort ? { ...narrowest, intersectedWith: others } : { ...narrowest, answersFilter: false };
  }
  return first && { ...first, answersFilter: false };
}

/**
 * For a page of few results that would have to be sorted: a walk in the requested order that reads only documents
 * whose record ids the plan found, if the walk is short.
 */
export function orderedWalkWithin(
  found: IndexScan,
  plans: readonly IndexPlan[],
  counts: EntryCounts,
  limit: number,
): IndexScan | undefined {
  if (found.sorted) return undefined;
  const count = counts.upTo(found, SORTED_CHEAPLY);
  if (count >= SORTED_CHEAPLY || limit * 2 > count) return undefined;
  const walks = plans.filter((plan) => plan.kind === 'index' && plan.sorted && plan.index !== found.index);
  const walk = cheapest(walks, counts);
  if (walk?.kind !== 'index') return undefined;
  const longest = count * ENTRIES_PER_DOCUMENT;
  return counts.upTo(walk, longest + 1) <= longest ? { ...walk, intersectedWith: [found] } : undefined;
}

/** Whether the plan reads only a part of its index. */
export function isBounded(plan: IndexPlan): boolean {
  return plan.kind === 'union' || plan.access.bounds.length > 0;
}

/** A walk in the requested order that reads only the documents it returns and stops at the limit. */
function isLimitedWalk(plan: IndexPlan, limit: number): boolean {
  return limit > 0 && plan.sorted && plan.answersFilter;
}

/**
 * Whether walking entries up to the required number of results costs less than reading and sorting everything the
 * alternative finds.
 */
function isShortWalk(walk: IndexPlan, alternative: IndexPlan, counts: EntryCounts, limit: number): boolean {
  const found = counts.upTo(alternative, COUNTED_AT_MOST);
  const entries = Math.ceil(((found - limit) * ENTRIES_PER_DOCUMENT * found) / limit);
  return entries > 0 && counts.upTo(walk, entries) < entries;
}

/**
 * Of the bounded plans, the one that reads the fewest documents, if one of them finds so few that counting them is
 * cheap: sorting those costs less than walking a whole index in the requested order and testing everything in it.
 */
function leastWork(
  plans: readonly IndexPlan[],
  preferred: readonly IndexPlan[],
  counts: EntryCounts,
  { limit, countedTo }: { limit: number; countedTo: number },
): IndexPlan | undefined {
  const numbers = plans.map((plan) => counts.upTo(plan, countedTo));
  const least = Math.min(...numbers);
  if (least >= countedTo) return undefined;
  const costs = plans.map((plan, i) => {
    const count = numbers[i] ?? countedTo;
    if (!plan.sorted || limit === 0) return count;
    return Math.min(count, plan.answersFilter ? limit : limit * (count / Math.max(least, 1)));
  });
  const lowest = Math.min(...costs);
  const cheap = plans.filter((_, i) => costs[i] === lowest);
  return cheap.find((plan) => preferred.includes(plan)) ?? cheap[0];
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
function cheapest(plans: readonly IndexPlan[], counts: EntryCounts): IndexPlan | undefined {
  if (plans.length < 2) return plans[0];
  const costs = plans.map((plan) => counts.upTo(plan, COUNTED_AT_MOST));
  const lowest = Math.min(...costs);
  return plans.filter((_, i) => costs[i] === lowest).reduce((a, b) => (testedFields(b) > testedFields(a) ? b : a));
}

/** The number of fields that are tested on entries before a document is read. */
function testedFields(plan: IndexPlan): number {
  if (plan.kind === 'index') return plan.keyFilter?.bounds.size ?? 0;
  return Math.min(...plan.branches.map(testedFields));
}
