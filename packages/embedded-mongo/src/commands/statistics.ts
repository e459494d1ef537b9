import { hostname } from 'node:os';
import type { Collection } from '../catalog/collection.js';
import { statisticsOf, type Statistics } from '../catalog/statistics.js';
import { isDocument, type Document } from '../query/bson.js';
import { ErrorCode, MongoError, notImplemented, typeMismatch } from '../query/error.js';
import type { ReadView } from '../store/view.js';
import type { Call, Command } from './command.js';
import { documentField, integerField } from './fields.js';

/** The number of documents in a collection and their approximate size. */
export const collStats: Command = {
  names: ['collStats', 'collstats'],
  fields: ['scale'],
  run(call) {
    const scaleFactor = scaleOf(call.body);
    const ns = `${call.database}.${call.collectionName()}`;
    const collection = call.collection();
    return { ns, ...storageStatistics(call.view, collection, scaleFactor) };
  },
};

/** The same for a database. */
export const dbStats: Command = {
  names: ['dbStats', 'dbstats'],
  fields: ['scale'],
  unsupported: ['freeStorage'],
  run({ engine, view, database, body }) {
    const scaleFactor = scaleOf(body);
    const collections = engine.catalog.list(database);
    const all = collections.map((collection) => statisticsOf(view, collection));
    const objects = all.reduce((sum, { count }) => sum + count, 0);
    const size = all.reduce((sum, statistics) => sum + statistics.size, 0);
    return {
      db: database,
      collections: collections.length,
      views: 0,
      objects,
      avgObjSize: objects === 0 ? 0 : size / objects,
      dataSize: Math.floor(size / scaleFactor),
      indexes: collections.reduce((sum, { indexes }) => sum + indexes.length, 0),
      scaleFactor,
    };
  },
};

/**
 * The document returned by a leading `$collStats`.
 * @throws MongoError 26 if the collection does not exist, 238 for statistics that this engine does not collect
 */
export function collStatsStage(call: Call, collection: Collection | undefined, argument: unknown): Document {
  if (!isDocument(argument)) throw typeMismatch('$collStats must take a nested object but found something else');
  const other = Object.keys(argument).find((name) => name !== 'count' && name !== 'storageStats');
  if (other !== undefined) throw notImplemented(`The option '${other}' of $collStats`);
  const ns = `${call.database}.${call.collectionName()}`;
  if (!collection) throw new MongoError(ErrorCode.NamespaceNotFound, `Collection [${ns}] not found.`);
  const wanted = documentField(argument, 'storageStats');
  const storageStats = storageStatistics(call.view, collection, scaleOf(wanted));
  return {
    ns,
    host: hostname(),
    localTime: call.now,
    ...('storageStats' in argument ? { storageStats } : {}),
    ...('count' in argument ? { count: storageStats.count } : {}),
  };
}

interface StorageStatistics extends Statistics {
  avgObjSize?: number;
  capped: boolean;
  nindexes: number;
  scaleFactor: number;
}

// All collections and indexes share one file, so the space that each one takes is unknown and not reported.
function storageStatistics(view: ReadView, collection: Collection | undefined, scaleFactor: number): StorageStatistics {
  const { count, size } = collection ? statisticsOf(view, collection) : { count: 0, size: 0 };
  return {
    size: Math.floor(size / scaleFactor),
    count,
    ...(count > 0 ? { avgObjSize: Math.floor(size / count) } : {}),
    capped: false,
    nindexes: collection?.indexes.length ?? 0,
    scaleFactor,
  };
}

function scaleOf(body: Document): number {
  return integerField(body, 'scale', 1, 1);
}
