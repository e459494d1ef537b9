import { readyIndexes, type Collection, type Index } from '../catalog/collection.js';
import { sameOrderedKey } from '../catalog/index-specification.js';
import { isDocument, type Document } from '../query/bson.js';
import { filterImplies } from '../query/bounds.js';
import { badValue, MongoError } from '../query/error.js';
import { toDouble } from '../query/number.js';
import type { ReadView } from '../store/view.js';
import { coversFilter } from './exact.js';
import { accessOf, holdsNull, type Access } from './index-ranges.js';

/** How the documents of a query are found. */
export type Plan = CollectionScan | IndexScan;

export interface CollectionScan {
  kind: 'collection';
  reverse: boolean;
  /** True when the documents come in the order asked for. */
  sorted: boolean;
  /** True when all that is found matches the filter, which then need not be tested. */
  exact: boolean;
}

export interface IndexScan {
  kind: 'index';
  index: Index;
  access: Access;
  reverse: boolean;
  sorted: boolean;
  exact: boolean;
}

export interface Question {
  filter: Document;
  /** Empty when no order is asked for. */
  sort: Document;
  hint?: unknown;
}

const NO_PLAN = 291;
const PROBE = 100;

/** Chooses the plan for a question. @throws MongoError 2 for a hint at an index that is not there. */
export function choosePlan(collection: Collection, question: Question, view: ReadView): Plan {
  const { filter, sort, hint } = question;
  const natural = sort.$natural ?? (isDocument(hint) ? hint.$natural : undefined);
  if (natural !== undefined) return scanAll(filter, sort, toDouble(natural) < 0);
  if (hint !== undefined) return hintedPlan(collection, question);
  const candidates = readyIndexes(collection).flatMap((index) => {
    const plan = planWith(index, filter, sort);
    const helps = plan && (plan.access.bounds.length > 0 || (plan.sorted && Object.keys(sort).length > 0));
    return helps ? [{ plan, score: scoreOf(plan) }] : [];
  });
  const best = Math.max(...candidates.map(({ score }) => score));
  const equals = candidates.filter(({ score }) => score === best).map(({ plan }) => plan);
  const bounded = candidates.map(({ plan }) => plan).filter(({ access }) => access.bounds.length > 0);
  return (
    (equals.some(({ access }) => access.bounds.length === 0) ? fewOf(bounded, view) : undefined) ??
    cheapest(equals, view) ??
    scanAll(filter, sort, false)
  );
}

/** A plan that finds so few that sorting them costs less than walking a whole index in the order asked for. */
function fewOf(plans: readonly IndexScan[], view: ReadView): IndexScan | undefined {
  return plans.find((plan) => probe(plan, view) < PROBE);
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

function hintedPlan(collection: Collection, { filter, sort, hint }: Question): Plan {
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

/** The plan over one index, or undefined when the index may lack documents that match. */
function planWith(index: Index, filter: Document, sort: Document): IndexScan | undefined {
  if (index.partialFilter && !filterImplies(filter, index.partialFilter)) return undefined;
  const access = accessOf(index, filter);
  if (index.sparse && access.bounds.every(holdsNull)) return undefined;
  const direction = index.multikey ? undefined : directionFor(index, access, sort);
  const noSort = Object.keys(sort).length === 0;
  return {
    kind: 'index',
    index,
    access,
    reverse: direction === -1,
    sorted: noSort || direction !== undefined,
    exact: !index.multikey && coversFilter(filter, index, access),
  };
}

/** In which direction the stretches come in the order asked for; undefined when they do not. */
function directionFor(index: Index, access: Access, sort: Document): 1 | -1 | undefined {
  const wanted = Object.entries(sort);
  const single = access.bounds.map((bounds, i) => i < access.points && bounds.length === 1);
  let direction: 1 | -1 | undefined;
  let at = 0;
  for (const [path, value] of wanted) {
    const place = index.paths.findIndex(({ text }) => text === path);
    // A field of which only one value is read has no order.
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

function scoreOf({ index, access, sorted }: IndexScan): number {
  const { points, bounds } = access;
  if (index.unique && points === index.paths.length) return 10_000;
  return points * 100 + (bounds.length > points ? 30 : 0) + (sorted ? 40 : 0);
}

// Of indexes that look equally good the one with the fewest entries to read, as far as a short look tells.
function cheapest(plans: readonly IndexScan[], view: ReadView): IndexScan | undefined {
  if (plans.length < 2) return plans[0];
  const costs = plans.map((plan) => probe(plan, view));
  return plans[costs.indexOf(Math.min(...costs))];
}

function probe({ access }: IndexScan, view: ReadView): number {
  let seen = 0;
  for (const stretch of access.stretches) {
    for (const _ of view.range(stretch)) {
      seen += 1;
      if (seen >= PROBE) return seen;
    }
  }
  return seen;
}
