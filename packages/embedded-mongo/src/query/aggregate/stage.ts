import type { Batches } from '../batches.js';
import type { Document } from '../bson.js';
import type { Filter } from '../filter.js';
import { Memory } from '../memory.js';

/** The documents between two stages. */
export type Flow = Batches<Document>;

/** Turns the documents of one stage into those of the next. */
export type Stage = (source: Flow) => Flow;

/** The context in which a stage is compiled. */
export interface StageContext {
  /** How many bytes of BSON one stage may keep. */
  readonly memoryLimit: number;
  /** The documents of another collection of the same database that match a filter, as the command sees them. */
  find(name: string, filter: Filter): Flow;
}

/** Compiles the argument of one stage. */
export type StageCompiler = (argument: unknown, context: StageContext) => Stage;

/** Collects all documents, pausing after each array. @throws MongoError 292 if they exceed the memory limit */
export function* gather(source: Flow, what: string, { memoryLimit }: StageContext): Generator<[], Document[]> {
  const memory = new Memory(what, memoryLimit);
  const documents: Document[] = [];
  for (const batch of source) {
    memory.addDocuments(batch);
    documents.push(...batch);
    yield [];
  }
  return documents;
}
