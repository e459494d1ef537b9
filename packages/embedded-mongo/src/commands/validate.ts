import { Long } from 'bson';
import { readyIndexes, type Collection } from '../catalog/collection.js';
import { validateCollection, type Findings } from '../catalog/validation.js';
import type { Document } from '../query/bson.js';
import { ErrorCode, MongoError } from '../query/error.js';
import type { Snapshot } from '../store/store.js';
import type { Call, Command } from './call.js';

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

function describe({ namespace }: Collection, { faults, keys, records }: Findings): Document {
  return {
    ns: namespace,
    nrecords: Long.fromNumber(records),
    nIndexes: keys.size,
    keysPerIndex: Object.fromEntries([...keys].map(([name, count]) => [name, Long.fromNumber(count)])),
    valid: faults.size === 0,
    errors: [...faults],
  };
}
