import type { Document } from '../bson.js';
import type { Scope } from '../expression.js';

/** Turns the documents of one stage into those of the next. */
export type Stage = (source: Iterable<Document>) => Iterable<Document>;

/** What a stage is compiled with. */
export interface StageContext {
  readonly scope: Scope;
  /** All documents of another collection of the same database, as the command sees them. */
  collection(name: string): Iterable<Document>;
  /** Compiles a pipeline within this one. */
  compile(pipeline: unknown, scope: Scope): Stage;
}

/** Compiles the argument of one stage. */
export type StageCompiler = (argument: unknown, context: StageContext) => Stage;

/** A stage that makes one document of each. */
export function mapping(apply: (document: Document) => Document): Stage {
  return function* (source) {
    for (const document of source) yield apply(document);
  };
}
