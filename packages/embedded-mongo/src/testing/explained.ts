import type { Collection, Db, Document, Filter, Sort } from 'mongodb';

/** What all servers report about a run. */
export interface Explained {
  /** The names of the stages, outermost first. */
  stages: string[];
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

export interface Page {
  sort?: Sort;
  skip?: number;
  limit?: number;
}

/** How a search was run. */
export async function explained<T extends Document>(
  collection: Collection<T>,
  filter: Filter<T>,
  page: Page = {},
): Promise<Explained> {
  return readExplained(await collection.find(filter, page).explain('executionStats'));
}

/** How a count was run; `returned` is what it counted. */
export async function explainedCount(db: Db, count: string, query: Document): Promise<Explained> {
  const explanation = await db.command({ explain: { count, query }, verbosity: 'executionStats' });
  const counted = documentsIn(explanation.executionStats).find(({ nCounted }) => nCounted !== undefined);
  return { ...readExplained(explanation), returned: Number(counted?.nCounted) };
}

/** The names that MongoDB 7 and 8 use for the fast path to one document by a unique key. */
const QUICK: Record<string, string[]> = {
  IDHACK: ['FETCH', 'IXSCAN'],
  EXPRESS_IXSCAN: ['FETCH', 'IXSCAN'],
};

/** Reads an explain result with `executionStats` verbosity. */
export function readExplained({ executionStats }: Document): Explained {
  const statistics = executionStats as Document;
  return {
    stages: documentsIn(statistics.executionStages).flatMap(({ stage }) =>
      typeof stage === 'string' ? (QUICK[stage] ?? [stage]) : [],
    ),
    keysExamined: Number(statistics.totalKeysExamined),
    docsExamined: Number(statistics.totalDocsExamined),
    returned: Number(statistics.nReturned),
  };
}

function documentsIn(value: unknown): Document[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(documentsIn);
  return Array.isArray(value) ? inside : [value, ...inside];
}
