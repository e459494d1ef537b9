import { resolve } from 'node:path';
import { MongoClient, type Db, type Document } from 'mongodb';
import { startOn, type DataServer } from '../backup/data-server.js';
import { messageOf } from '../query/error.js';
import { ownerOf } from '../store/folder-lock.js';
import { readBsonFile } from './bson-file.js';
import { checkDump, type CheckedCollection } from './check.js';
import type { Place } from './export.js';
import { IMPORTING } from './dump-folder.js';
import { insertRaw } from './raw-insert.js';

export interface ImportOptions {
  /** A folder in mongodump's layout. */
  from: string;
  /** The database to import, if the folder contains several. */
  database: string | undefined;
  /** The collections are imported into the database named in its address, which is the one the product uses. */
  to: Place;
  replace: boolean;
  signal: AbortSignal;
  onProgress: (step: 'checking' | 'importing', collection: string, documents: number, of: number | undefined) => void;
}

export interface Import {
  database: string;
  collections: { name: string; documents: number; indexes: number }[];
  /** Collections of the target that the folder does not contain; they are left unchanged. */
  untouched: string[];
}

/**
 * Imports a folder in mongodump's layout into a database. The folder is checked completely first. Then everything
 * goes into temporary collections, which are renamed once everything is in, so a failure before that changes nothing.
 * @throws Error saying how far the import got and what to do
 */
export async function importData(options: ImportOptions): Promise<Import> {
  const { from, database, signal, onProgress } = options;
  const collections = await checkDump(resolve(from), database, (...progress) => {
    signal.throwIfAborted();
    onProgress('checking', ...progress);
  });
  const server = await openTarget(options.to);
  try {
    const db = server.client.db();
    const present = await namesIn(db);
    await checkTarget(db, present, collections, options.replace);
    await load(db, collections, options);
    await takePlace(db, collections);
    const imported = collections.map(({ collectionName, documents, indexes }) => {
      return { name: collectionName, documents, indexes: indexes.length };
    });
    const untouched = present.filter(
      (name) => !isOurs(name) && !imported.some((one) => one.name === name) && !name.startsWith('system.'),
    );
    return { database: db.databaseName, collections: imported, untouched };
  } finally {
    await server.close();
  }
}

async function openTarget({ uri, dataDir }: Place): Promise<DataServer> {
  if (uri !== undefined) {
    const client = await MongoClient.connect(uri);
    return { client, close: () => client.close() };
  }
  if (ownerOf(resolve(dataDir))) {
    throw new Error(
      `The product is running on ${resolve(dataDir)}. Stop it first: anything it writes in the meantime would be lost.`,
    );
  }
  return startOn(dataDir);
}

async function namesIn(db: Db): Promise<string[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  return collections.map(({ name }) => name).sort();
}

function isOurs(name: string): boolean {
  return name.startsWith(IMPORTING);
}

async function checkTarget(
  db: Db,
  present: readonly string[],
  collections: readonly CheckedCollection[],
  replace: boolean,
): Promise<void> {
  if (replace) return;
  const full: string[] = [];
  for (const { collectionName } of collections.filter((one) => present.includes(one.collectionName))) {
    if (await db.collection(collectionName).findOne({}, { projection: { _id: 1 } })) full.push(collectionName);
  }
  if (full.length === 0) return;
  throw new Error(
    `The database ${db.databaseName} already contains documents in: ${full.join(', ')}. Nothing was changed. ` +
      'Import into an empty database, or replace the collections with --replace.',
  );
}

// Fills the collections that are to replace others; removes them again on failure.
async function load(
  db: Db,
  collections: readonly CheckedCollection[],
  { signal, onProgress }: ImportOptions,
): Promise<void> {
  try {
    await dropOurs(db);
    for (const collection of collections) await define(db, collection);
    for (const collection of collections) {
      const { collectionName, documents: of } = collection;
      await fill(db, collection, (documents) => {
        signal.throwIfAborted();
        onProgress('importing', collectionName, documents, of);
      });
    }
    // Last, so that nothing expires between counting and the end.
    for (const collection of collections) await createIndexes(db, collection, expires);
  } catch (error) {
    const failed = ` What was imported so far is in collections whose names begin with ${IMPORTING}; the next import removes them.`;
    const rest = await dropOurs(db).then(
      () => '',
      () => failed,
    );
    // Whoever reads this knows the collection by its own name.
    const reason = messageOf(error).replaceAll(IMPORTING, '');
    const message = `${reason}\nThe existing data in the database is unchanged.${rest} It is safe to run this again.`;
    throw new Error(message, { cause: error });
  }
}

async function define(db: Db, collection: CheckedCollection): Promise<void> {
  const { collectionName, options } = collection;
  const command = { create: IMPORTING + collectionName, ...options };
  await orRejected(`${collectionName}: the target rejects its options`, db.command(command));
  await createIndexes(db, collection, (index) => !expires(index));
}

async function createIndexes(
  db: Db,
  { collectionName, indexes }: CheckedCollection,
  which: (index: Document) => boolean,
): Promise<void> {
  const wanted = indexes.filter((index) => index.name !== '_id_' && which(index));
  for (const { ns: _namespace, ...index } of wanted) {
    const command = { createIndexes: IMPORTING + collectionName, indexes: [index] };
    await orRejected(`${collectionName}: the target rejects the index ${String(index.name)}`, db.command(command));
  }
}

async function orRejected(what: string, done: Promise<unknown>): Promise<void> {
  await done.catch((error: unknown) => {
    throw new Error(`${what}: ${messageOf(error)}`, { cause: error });
  });
}

function expires(index: Document): boolean {
  return index.expireAfterSeconds !== undefined;
}

async function fill(db: Db, collection: CheckedCollection, report: (documents: number) => void): Promise<void> {
  const { collectionName, file, documents } = collection;
  const name = IMPORTING + collectionName;
  await insertRaw(db, name, readBsonFile(file), report);
  const counted = await db.collection(name).countDocuments();
  if (counted !== documents) {
    throw new Error(`${collectionName}: ${documents} documents were sent, but the collection contains ${counted}`);
  }
}

async function takePlace(db: Db, collections: readonly CheckedCollection[]): Promise<void> {
  const done: string[] = [];
  for (const { collectionName } of collections) {
    try {
      await db.collection(IMPORTING + collectionName).rename(collectionName, { dropTarget: true });
      done.push(collectionName);
    } catch (error) {
      const left = collections.map((one) => one.collectionName).filter((name) => !done.includes(name));
      throw new Error(
        `${messageOf(error)}\nAll documents are in the database, but not all collections have their final names yet. ` +
          `New: ${done.join(', ') || 'none'}. As before: ${left.join(', ')}. Do not start the product; ` +
          'run this again with --replace to bring all collections to the state of the folder.',
        { cause: error },
      );
    }
  }
}

async function dropOurs(db: Db): Promise<void> {
  for (const name of (await namesIn(db)).filter(isOurs)) await db.dropCollection(name);
}
