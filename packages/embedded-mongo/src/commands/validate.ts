import { Long } from 'bson';
import { readyIndexes, type Collection } from '../catalog/collection.js';
import { validateCollection, type Findings } from '../catalog/validation.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Snapshot } from '../store/store.js';
import type { Call } from './call.js';
import type { Command } from './command.js';

/**
 * Checks a collection: every document, every index entry, and that they are consistent. The check is always complete.
 */
export const validate: Command = {
  async run(call) {
    const { collection, snapshot } = await pin(call);
    try {
      return describe(collection, await findingsOf(call, snapshot, collection));
    } finally {
      snapshot.release();
    }
  },
};

// Taken between two batches of writes, when the catalog in memory agrees with the store.
async function pin(call: Call): Promise<{ collection: Collection; snapshot: Snapshot }> {
  const { store } = call.engine;
  await new Promise<void>((resolve) => store.writer.whenSettled(resolve));
  const collection = call.collection();
  if (collection) {
    return { collection: { ...collection, indexes: readyIndexes(collection) }, snapshot: store.snapshot() };
  }
  throw new MongoError(ErrorCode.NamespaceNotFound, `Collection '${call.namespace}' does not exist to validate.`);
}

async function findingsOf(call: Call, snapshot: Snapshot, collection: Collection): Promise<Findings> {
  const work = validateCollection(snapshot, collection);
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await call.yieldTurn();
  }
}

function describe({ namespace, uuid }: Collection, findings: Findings): Document {
  const { corrupt, missing, extra, unmarked, keys, records, faults } = findings;
  const isWhole = (name: string): boolean =>
    ![...missing, ...extra].some(({ indexName }) => indexName === name) && !unmarked.has(name);
  return {
    ns: namespace,
    uuid,
    nInvalidDocuments: Long.fromNumber(corrupt.length),
    nNonCompliantDocuments: Long.fromNumber(0),
    nrecords: Long.fromNumber(records),
    nIndexes: keys.size,
    keysPerIndex: Object.fromEntries([...keys].map(([name, count]) => [name, Long.fromNumber(count)])),
    indexDetails: Object.fromEntries([...keys.keys()].map((name) => [name, { valid: isWhole(name) }])),
    valid: faults === 0,
    repaired: false,
    warnings: [],
    errors: errorsOf(findings),
    extraIndexEntries: extra,
    missingIndexEntries: missing,
    corruptRecords: corrupt.map(({ recordId }) => Long.fromNumber(recordId)),
  };
}

function errorsOf({ corrupt, missing, extra, unmarked }: Findings): string[] {
  return [
    ...corrupt.map(({ recordId, reason }) => `document at record ${recordId} cannot be read: ${reason}`),
    ...missing.map(({ indexName, recordId }) => `index '${indexName}' lacks an entry for record ${recordId}`),
    ...extra.map(({ indexName, recordId }) => `index '${indexName}' has an unexpected entry for record ${recordId}`),
    ...[...unmarked].map((name) => `index '${name}' contains arrays but is not marked as multikey`),
  ];
}
