import type { Document } from 'mongodb';

/** What all servers report about a run. */
export interface Explained {
  /** The names of the stages, outermost first. */
  stages: string[];
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

/** The names that MongoDB 7 and 8 use for the fast path to one document by a unique key. */
const QUICK: Record<string, string[]> = {
  IDHACK: ['FETCH', 'IXSCAN'],
  EXPRESS_IXSCAN: ['FETCH', 'IXSCAN'],
};

/** Reads an explain result with `executionStats` verbosity. */
export function readExplained(explanation: Document): Explained {
  const statistics = explanation.executionStats as Document;
  return {
    stages: documentsIn(statistics.executionStages).flatMap(({ stage }) =>
      typeof stage === 'string' ? (QUICK[stage] ?? [stage]) : [],
    ),
    keysExamined: Number(statistics.totalKeysExamined),
    docsExamined: Number(statistics.totalDocsExamined),
    returned: Number(statistics.nReturned),
  };
}

/** The first stage with that name. @throws Error if there is none */
export function stageNamed(explanation: Document, name: string): Document {
  const found = documentsIn(explanation).find(({ stage }) => stage === name);
  if (!found) throw new Error(`No stage ${name} in ${JSON.stringify(explanation)}`);
  return found;
}

function documentsIn(value: unknown): Document[] {
  if (typeof value !== 'object' || value === null) return [];
  const inside = Object.values(value).flatMap(documentsIn);
  return Array.isArray(value) ? inside : [value, ...inside];
}
