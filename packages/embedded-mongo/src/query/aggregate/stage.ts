import type { Document } from '../bson.js';
import { Memory } from '../memory.js';

/** Documents one by one; `undefined` marks a pause point, which stages pass on. */
export type Flow = Iterable<Document | undefined>;

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

/** After this many documents, other commands get a turn. */
const PAUSE_EVERY = 128;

/** The same documents with pause points between them. */
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

/** Collects all documents, passing on pause points. @throws MongoError 292 if they exceed the memory limit */
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

/** The documents without pause points. */
export function* documentsOf(flow: Flow): Generator<Document> {
  for (const document of flow) if (document) yield document;
}
