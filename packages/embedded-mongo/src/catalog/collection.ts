import type { Binary } from 'bson';
import type { Document } from '../query/bson.js';
import type { Filter } from '../query/filter.js';
import type { Path } from '../query/paths.js';
import { ErrorCode, MongoError } from '../query/error.js';
import { metaKey } from '../store/key-layout.js';

/** The kinds of keys of a collection's definition (by its id and by its name) and of an index that is multikey. */
export const COLLECTION = 'collection';
export const NAME = 'name';
export const MULTIKEY = 'multikey';

export interface Index {
  readonly id: number;
  readonly name: string;
  /** As given to createIndexes and as returned by listIndexes. */
  readonly specification: Document;
  readonly paths: readonly Path[];
  readonly directions: readonly (1 | -1)[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partialFilter: Filter | undefined;
  /** Whether a partial index includes the document. */
  readonly covers: (document: Document) => boolean;
  /** How many seconds after the date in the indexed field the TTL monitor removes a document. */
  readonly expireAfterSeconds: number | undefined;
  /** True once any document has had an array at one of the paths; never reset. */
  multikey: boolean;
  /** False while it is being built: writes update it, but queries do not use it yet. */
  ready: boolean;
  /** Resolves when its build has ended, with or without success; undefined if it was complete from the start. */
  readonly built?: Promise<void>;
  /** True once it has been removed along with its entries. */
  dropped: boolean;
}

/** A collection as the catalog holds it in memory. */
export interface Collection {
  readonly id: number;
  readonly database: string;
  readonly name: string;
  /** `database.name` */
  readonly namespace: string;
  readonly uuid: Binary;
  /** The first is the index on `_id`. The array is replaced as a whole on every change. */
  indexes: readonly Index[];
  /** The most recently assigned record id. */
  lastRecordId: number;
  /** The sequence number of the write that last changed the collection's definition. */
  definedAt: number;
  dropped: boolean;
}

/** The indexes that queries may use. */
export function readyIndexes(collection: Collection): readonly Index[] {
  return collection.indexes.every((index) => index.ready)
    ? collection.indexes
    : collection.indexes.filter((index) => index.ready);
}

export function definitionKeys({ id, namespace }: Collection): Buffer[] {
  return [metaKey(COLLECTION, String(id)), metaKey(NAME, namespace)];
}

/** @throws MongoError 26 if the collection is gone, 48 if the new name is taken, 12587 while an index is being built */
export function assertRenamable(collection: Collection, target: Collection | undefined, dropTarget: boolean): void {
  if (collection.dropped) {
    throw new MongoError(ErrorCode.NamespaceNotFound, `Source collection ${collection.namespace} does not exist`);
  }
  if (target && !dropTarget) throw new MongoError(ErrorCode.NamespaceExists, 'target namespace exists');
  const building = [collection, target].find((one) => one?.indexes.some((index) => !index.ready));
  if (building) {
    const message = `cannot rename while an index is built on ${building.namespace}`;
    throw new MongoError(ErrorCode.BackgroundOperationInProgressForNamespace, message);
  }
}

/** @throws InvalidNamespace (73) for names that MongoDB does not accept. */
export function checkNamespace(namespace: string): void {
  const { database, name } = partsOf(namespace);
  const isDatabase = database !== '' && !/[/\\. "$*<>:|?\0]/.test(database) && Buffer.byteLength(database) <= 63;
  const isName = name !== '' && !name.startsWith('.') && !name.startsWith('system.') && !/[$\0]/.test(name);
  if (isDatabase && isName && Buffer.byteLength(namespace) <= 255) return;
  throw new MongoError(ErrorCode.InvalidNamespace, `Invalid namespace specified '${namespace}'`);
}

/** The names of the database and the collection. Only the first dot separates them; a collection's name may contain dots. */
export function partsOf(namespace: string): { database: string; name: string } {
  const [database = '', ...rest] = namespace.split('.');
  return { database, name: rest.join('.') };
}
