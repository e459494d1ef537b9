import type { Batches } from '../batches.js';
import type { Document } from '../bson.js';
import { Memory } from '../memory.js';

/** The documents between two stages. */
export type Flow = Batches<Document>;

/** Turns the documents of one stage into those of the next. */
export type Stage = (source: Flow) => Flow;

/** The context in which a stage is compiled. */
export interface StageContext {
  /** How many bytes of BSON one stage may keep. */
  readonly memoryLimit: number;
  /** All documents of another collection of the same database, as the command sees them. */
  collection(name: string): Flow;
  /** The documents that match a filter, found through an index; undefined if reading all of them is no slower. */
  find(name: string, filter: Document): Flow | undefined;
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
