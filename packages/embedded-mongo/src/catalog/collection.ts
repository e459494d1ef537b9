import type { Binary } from 'bson';
import type { Document } from '../query/bson.js';
import type { Path } from '../query/paths.js';

export interface Index {
  readonly id: number;
  readonly name: string;
  /** As createIndexes was asked for it, and as listIndexes answers. */
  specification: Document;
  readonly paths: readonly Path[];
  readonly directions: readonly (1 | -1)[];
  readonly unique: boolean;
  readonly sparse: boolean;
  readonly partialFilter: Document | undefined;
  /** Whether a document belongs into a partial index. */
  readonly covers: (document: Document) => boolean;
  /** Seconds after the date in its field that the TTL monitor removes a document. */
  expireAfterSeconds: number | undefined;
  /** True once any document had an array under one of the paths. Never false again. */
  multikey: boolean;
  /** False while it is being built: writes keep it up, queries do not use it yet. */
  ready: boolean;
  /** True once it is removed, and its entries with it. */
  dropped: boolean;
}

/** A collection as the catalogue keeps it in memory. */
export interface Collection {
  readonly id: number;
  readonly database: string;
  readonly name: string;
  /** `database.name` */
  readonly namespace: string;
  readonly uuid: Binary;
  readonly options: Document;
  /** The first is that on `_id`. Replaced as a whole when it changes. */
  indexes: readonly Index[];
  /** The last record id given out. */
  lastRecordId: number;
  /** The number of the write that last changed the collection's definition. */
  definedAt: number;
  dropped: boolean;
}

/** The indexes that queries may use. */
export function readyIndexes(collection: Collection): readonly Index[] {
  return collection.indexes.every((index) => index.ready)
    ? collection.indexes
    : collection.indexes.filter((index) => index.ready);
}
