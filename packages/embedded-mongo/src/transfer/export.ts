import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { MongoClient, MongoServerError, type ClientSession, type Db, type Document } from 'mongodb';
import { connectToData, NO_TTL_DELETES, startOn } from '../backup/data-server.js';
import { createFolder } from '../backup/new-folder.js';
import { flush } from '../commands/backup.js';
import { DATA_FILE } from '../store/folder.js';
import { BsonFileWriter } from './bson-file.js';
import { filesOf, IMPORTING, writeManifest, writeMetadata, type ManifestEntry, type Metadata } from './dump-folder.js';

const BATCH_DOCUMENTS = 1000;
const REPORT_EVERY = 500;
/** Error codes that do not mean that the server is unable to keep a snapshot. */
const ACCESS_ERRORS = [13, 18, 8000];
const SNAPSHOT_TOO_OLD = 239;
const SNAPSHOT_UNAVAILABLE = 246;

/** The source: any MongoDB, or the embedded database of a data folder. */
export interface Place {
  uri: string | undefined;
  dataDir: string;
}

export interface ExportOptions {
  from: Place;
  /** The database; defaults to the one in the address, which the product uses. */
  database: string | undefined;
  to: string;
  /** False reads each collection at a different moment, for servers that cannot keep a snapshot long enough. */
  oneMoment: boolean;
  signal: AbortSignal;
  onProgress: (collection: string, documents: number, of: number) => void;
}

export interface ExportedCollection extends ManifestEntry {
  indexes: number;
}

export interface Export {
  folder: string;
  database: string;
  collections: ExportedCollection[];
  oneMoment: boolean;
}

/**
 * Writes a database to a folder in mongodump's layout. Documents are copied byte for byte; memory use is limited to
 * one batch, whatever the size of the collection.
 * @throws Error saying what to do; no folder with that name exists then
 */
export async function exportData(options: ExportOptions): Promise<Export> {
  const folder = resolve(options.to);
  const result = await createFolder('export', folder, options.signal, (unfinished) => exportTo(unfinished, options));
  return { folder, ...result };
}

async function exportTo(folder: string, options: ExportOptions): Promise<Omit<Export, 'folder'>> {
  const { uri, dataDir } = options.from;
  if (uri === undefined) {
    return exportFromCopy(dataDir, folder, options);
  }
  const client = await MongoClient.connect(uri);
  try {
    const session = options.oneMoment ? await pinnedSession(client) : undefined;
    return await exportFrom(client, session, session !== undefined, folder, options);
  } finally {
    await client.close();
  }
}

/** A copy of the embedded database does not change during the export and does not slow down the original. */
async function exportFromCopy(
  dataDir: string,
  folder: string,
  options: ExportOptions,
): Promise<Omit<Export, 'folder'>> {
  const copied = join(folder, 'snapshot');
  await mkdir(copied, { mode: 0o700 });
  const original = await connectToData(dataDir);
  try {
    await original.client.db('admin').command({ backup: 1, to: join(copied, DATA_FILE) });
  } finally {
    await original.close();
  }
  const copy = await startOn(copied, NO_TTL_DELETES);
  try {
    return await exportFrom(copy.client, undefined, true, folder, options);
  } finally {
    await copy.close();
    await rm(copied, { recursive: true });
  }
}

/** A session that reads one snapshot of the server, or undefined if the server does not support that. */
async function pinnedSession(client: MongoClient): Promise<ClientSession | undefined> {
  const session = client.startSession({ snapshot: true });
  try {
    await client.db().collection('any').findOne({}, { session });
    return session;
  } catch (error) {
    await session.endSession();
    if (!(error instanceof MongoServerError) || ACCESS_ERRORS.includes(Number(error.code))) throw error;
    return undefined;
  }
}

async function exportFrom(
  client: MongoClient,
  session: ClientSession | undefined,
  oneMoment: boolean,
  folder: string,
  { database, signal, onProgress }: ExportOptions,
): Promise<Omit<Export, 'folder'>> {
  const db = client.db(database);
  const target = join(folder, db.databaseName);
  const definitions = await definitionsOf(db);
  await mkdir(target, { mode: 0o700 });
  const collections: ExportedCollection[] = [];
  for (const metadata of definitions) {
    const name = metadata.collectionName;
    const of = await db.collection(name).estimatedDocumentCount();
    const report = (documents: number): void => {
      signal.throwIfAborted();
      onProgress(name, documents, of);
    };
    collections.push(await exportCollection(db, session, target, metadata, report));
  }
  const createdAt = new Date().toISOString();
  const entries = collections.map(({ name, documents, bytes, sha256 }) => ({ name, documents, bytes, sha256 }));
  await writeManifest(folder, { database: db.databaseName, createdAt, oneMoment, collections: entries });
  await flush(target);
  return { database: db.databaseName, collections, oneMoment };
}

async function definitionsOf(db: Db): Promise<Metadata[]> {
  const typed = { promoteValues: false, promoteLongs: false, bsonRegExp: true };
  const all = await db.listCollections({}, { ...typed, nameOnly: false }).toArray();
  const wanted = all.filter(({ name }) => !name.startsWith('system.') && !name.startsWith(IMPORTING));
  const definitions: Metadata[] = [];
  for (const { name, type = 'collection', options = {} } of wanted.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (type !== 'collection') throw new Error(`${name} is a ${type}, which cannot be exported. Use mongodump.`);
    const indexes = (await db.collection(name).listIndexes(typed).toArray()) as Document[];
    definitions.push({ indexes, collectionName: name, type, options });
  }
  if (definitions.length === 0) {
    throw new Error(`The database ${db.databaseName} holds no collections. Name another with --database.`);
  }
  return definitions;
}

async function exportCollection(
  db: Db,
  session: ClientSession | undefined,
  folder: string,
  metadata: Metadata,
  report: (documents: number) => void,
): Promise<ExportedCollection> {
  const name = metadata.collectionName;
  const files = filesOf(folder, name);
  await writeMetadata(files.metadata, metadata);
  const writer = await BsonFileWriter.create(files.documents);
  const cursor = db.collection(name).find({}, { raw: true, batchSize: BATCH_DOCUMENTS, session });
  try {
    // With `raw`, the driver returns the bytes of a document instead of the document.
    for await (const document of cursor as AsyncIterable<object>) {
      if (!(document instanceof Uint8Array))
        throw new TypeError('The driver decoded a document that was requested raw');
      await writer.add(document);
      if (writer.documents % REPORT_EVERY === 0) report(writer.documents);
    }
    const contents = await writer.finish();
    report(contents.documents);
    return { name, ...contents, indexes: metadata.indexes.length };
  } catch (error) {
    throw explain(error);
  } finally {
    await cursor.close();
    await writer.close();
  }
}

function explain(error: unknown): unknown {
  if (!(error instanceof MongoServerError)) return error;
  if (error.code !== SNAPSHOT_TOO_OLD && error.code !== SNAPSHOT_UNAVAILABLE) return error;
  return new Error(
    'The server does not keep a snapshot for as long as this export takes ' +
      `(minSnapshotHistoryWindowInSeconds): ${error.message}. Raise that setting, or stop the product and export with ` +
      '--no-snapshot, which reads each collection at a different moment.',
    { cause: error },
  );
}
