import type { Document } from '../bson.js';
import type { Scope } from '../expression.js';
import { Memory } from '../memory.js';

/** Documents one by one; `undefined` in between is no document but a place to pause, which stages pass on. */
export type Flow = Iterable<Document | undefined>;

/** Turns the documents of one stage into those of the next. */
export type Stage = (source: Flow) => Flow;

/** What a stage is compiled with. */
export interface StageContext {
  readonly scope: Scope;
  /** Bytes of BSON that one stage may keep. */
  readonly memoryLimit: number;
  /** All documents of another collection of the same database, as the command sees them. */
  collection(name: string): Flow;
  /** Those that match a filter, by way of an index; undefined where that is not better than reading all. */
  find(name: string, filter: Document): Flow | undefined;
  /** Compiles a pipeline within this one. */
  compile(pipeline: unknown, scope: Scope): Stage;
}

/** Compiles the argument of one stage. */
export type StageCompiler = (argument: unknown, context: StageContext) => Stage;

/** A stage that makes one document of each. */
export function mapping(apply: (document: Document) => Document): Stage {
  return function* (source) {
    for (const document of source) yield document && apply(document);
  };
}

/** After so many documents others may have their turn. */
export const PAUSE_EVERY = 128;

/** The same documents with places to pause between them. */
export function* paced(source: Flow): Generator<Document | undefined> {
  let since = 0;
  for (const document of source) {
    yield document;
    since = document ? since + 1 : 0;
    if (since < PAUSE_EVERY) continue;
    since = 0;
    yield undefined;
  }
}

/** Takes all documents, pausing where it may. @throws MongoError 292 when they are too much for the memory */
export function* gather(source: Flow, what: string, { memoryLimit }: StageContext): Generator<undefined, Document[]> {
  const memory = new Memory(what, memoryLimit);
  const documents: Document[] = [];
  for (const document of source) {
    if (document) {
      memory.addDocument(document);
      documents.push(document);
    } else {
      yield undefined;
    }
  }
  return documents;
}

/** The documents without the places to pause. */
export function* documentsOf(flow: Flow): Generator<Document> {
  for (const document of flow) if (document) yield document;
}
