import type { Document } from 'mongodb';

/** What all servers tell of a run. */
export interface Explained {
  /** The names of the stages, outermost first. */
  stages: string[];
  keysExamined: number;
  docsExamined: number;
  returned: number;
}

/** What MongoDB 7 and 8 call the quick way to one document by a unique key. */
const QUICK: Record<string, string[]> = {
  IDHACK: ['FETCH', 'IXSCAN'],
  EXPRESS_IXSCAN: ['FETCH', 'IXSCAN'],
};

/** Reads an explanation of `executionStats` verbosity. */
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

/** The first stage of that name. @throws Error without one */
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
