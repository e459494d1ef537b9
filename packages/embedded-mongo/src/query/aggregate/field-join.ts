import type { Document } from '../bson.js';
import { keyString } from '../keys.js';
import { parsePath, type Path, walk } from '../paths.js';
import { gather, type StageContext } from './stage.js';

type ForeignIndex = Map<string, Document[]>;

/** Finds the documents of another collection whose field equals that of a given document. */
export class FieldJoin {
  readonly #local: Path;
  readonly #foreign: Path;
  #all: ForeignIndex | undefined;

  constructor(
    private readonly from: string,
    localField: string,
    private readonly foreignField: string,
    private readonly context: StageContext,
  ) {
    this.#local = parsePath(localField);
    this.#foreign = parsePath(foreignField);
  }

  /** The documents that the given one is joined with. */
  *joinedDocuments(document: Document): Generator<[], Document[]> {
    const values = localValues(document, this.#local);
    if (values.size === 0) return [];
    const found = this.#all ? undefined : this.context.find(this.from, this.#filter([...values.values()]));
    if (!found) {
      const all = (this.#all ??= indexBy(
        yield* gather(this.context.collection(this.from), '$lookup', this.context),
        this.#foreign,
      ));
      return partners(values, all);
    }
    const candidates = yield* gather(found, '$lookup', this.context);
    return candidates.filter((candidate) => [...keysAt(candidate, this.#foreign)].some((key) => values.has(key)));
  }

  #filter(values: readonly unknown[]): Document {
    const [only, other] = values;
    return { [this.foreignField]: other === undefined ? { $eq: only } : { $in: values } };
  }
}

function indexBy(documents: readonly Document[], path: Path): ForeignIndex {
  const index: ForeignIndex = new Map();
  for (const document of documents) {
    for (const key of keysAt(document, path)) {
      const list = index.get(key);
      if (list) list.push(document);
      else index.set(key, [document]);
    }
  }
  return index;
}

// A missing field joins with null; an array joins by its elements and as a whole.
function keysAt(document: Document, path: Path): Set<string> {
  const keys = new Set<string>();
  walk(document, path, true, (value) => {
    keys.add(keyString(value ?? null));
    return false;
  });
  return keys;
}

function partners(values: ReadonlyMap<string, unknown>, index: ForeignIndex): Document[] {
  const [only] = values.keys();
  if (values.size === 1 && only !== undefined) return index.get(only) ?? [];
  const found = new Set<Document>();
  for (const key of values.keys()) {
    for (const partner of index.get(key) ?? []) found.add(partner);
  }
  return [...found];
}

// Deduplicated by key.
function localValues(document: Document, local: Path): Map<string, unknown> {
  const values = new Map<string, unknown>();
  walk(document, local, true, (value) => {
    // The array itself follows its elements and is not a value to join by.
    if (!Array.isArray(value)) values.set(keyString(value ?? null), value ?? null);
    return false;
  });
  return values;
}
