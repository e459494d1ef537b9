import { decode, decodeStored, type Document } from '../query/bson.js';
import { messageOf } from '../query/error.js';
import {
  decodeRecordId,
  indexKey,
  indexRange,
  ownerIdOfKey,
  recordIdOfKey,
  recordKey,
  recordRange,
} from '../store/key-layout.js';
import type { Entry, ReadView } from '../store/view.js';
import type { Collection, Index } from './collection.js';
import { entriesOf } from './document-writer.js';

/** Faults beyond this number are not described. */
const DESCRIBED = 100;

export class Findings {
  records = 0;
  /** Entries by index name. */
  readonly keys = new Map<string, number>();
  /** What is wrong; a text occurs once. */
  readonly faults = new Set<string>();

  add(fault: string): void {
    if (this.faults.size < DESCRIBED) this.faults.add(fault);
  }
}

/**
 * Reads every document and every index entry of a collection. Checks that each document is valid BSON, that each of
 * its index entries exists and points to it, and that there are no other entries. Yields regularly so that other work
 * can run.
 * @param view a state that does not change in the meantime.
 */
export function* validateCollection(
  view: ReadView,
  { id, indexes }: Pick<Collection, 'id' | 'indexes'>,
): Generator<void, Findings> {
  const findings = new Findings();
  const expected = new Map<Index, number>(indexes.map((index) => [index, 0]));
  for (const entry of view.range(recordRange(id))) {
    findings.records += 1;
    const document = readable(entry, findings);
    if (document) {
      for (const index of indexes) {
        const found = lookUp(view, index, recordIdOfKey(entry.key), document, findings);
        expected.set(index, (expected.get(index) ?? 0) + found);
      }
    }
    yield;
  }
  for (const [index, count] of expected) {
    const present = view.count(indexRange(index.id));
    findings.keys.set(index.name, present);
    if (present !== count) yield* findExtra(view, id, index, findings);
    yield;
  }
  return findings;
}

function readable({ key, value }: Entry, findings: Findings): Document | undefined {
  try {
    return decodeStored(value);
  } catch (error) {
    findings.add(`document at record ${recordIdOfKey(key)} cannot be read: ${messageOf(error)}`);
    return undefined;
  }
}

// How many of the document's entries are in the index and point to the document.
function lookUp(view: ReadView, index: Index, recordId: number, document: Document, findings: Findings): number {
  let found = 0;
  const onArray = (): void => {
    if (!index.multikey) findings.add(`index '${index.name}' contains arrays but is not marked as multikey`);
  };
  for (const encoded of entriesOf(index, document, onArray).values()) {
    const holder = view.get(indexKey(index.id, encoded, index.unique ? undefined : recordId));
    if (holder && decodeRecordId(holder) === recordId) found += 1;
    else findings.add(`index '${index.name}' lacks an entry for record ${recordId}`);
  }
  return found;
}

function* findExtra(view: ReadView, collectionId: number, index: Index, findings: Findings): Generator<void> {
  for (const { key, value } of view.range(indexRange(index.id))) {
    const recordId = decodeRecordId(value);
    if (ownerIdOfKey(key) !== index.id || !pointsBack(view, collectionId, index, key, recordId)) {
      findings.add(`index '${index.name}' has an unexpected entry for record ${recordId}`);
    }
    yield;
  }
}

function pointsBack(view: ReadView, collectionId: number, index: Index, key: Buffer, recordId: number): boolean {
  const record = view.get(recordKey(collectionId, recordId));
  if (!record) return false;
  try {
    const suffix = index.unique ? undefined : recordId;
    return [...entriesOf(index, decode(record)).values()].some((encoded) =>
      indexKey(index.id, encoded, suffix).equals(key),
    );
  } catch {
    // The document itself is already reported as unreadable.
    return true;
  }
}

/**
 * A quick check of a collection that reads no documents. Reads every index entry, and compares the number of entries
 * with the number of documents for indexes that have exactly one entry per document.
 * @returns the fault, or undefined.
 */
export function findCountMismatch(view: ReadView, { id, namespace, indexes }: Collection): string | undefined {
  const records = view.count(recordRange(id));
  for (const index of indexes) {
    const entries = view.count(indexRange(index.id));
    const isOnePerDocument = !index.multikey && !index.sparse && !index.partialFilter;
    if (isOnePerDocument && entries !== records) {
      return `${namespace} has ${records} documents and ${entries} entries in its index '${index.name}'`;
    }
  }
  return undefined;
}
