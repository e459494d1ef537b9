import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { decodeStored } from '../query/bson.js';
import { messageOf } from '../query/error.js';
import { readBsonFile } from './bson-file.js';
import {
  findDatabase,
  readCollections,
  readManifest,
  type DumpedCollection,
  type ManifestEntry,
} from './dump-folder.js';

const REPORT_EVERY = 500;

export interface CheckedCollection extends DumpedCollection {
  documents: number;
}

/**
 * Reads a mongodump folder completely before anything is done with it: checks that every document is valid and, if
 * the export recorded counts and checksums, that they are correct.
 * @param onProgress receives the number of documents read from a collection and, if known, their total
 * @throws Error naming the file and what is wrong with it
 */
export async function checkDump(
  folder: string,
  wanted: string | undefined,
  onProgress: (collection: string, documents: number, of: number | undefined) => void,
): Promise<CheckedCollection[]> {
  const database = await findDatabase(folder, wanted);
  const manifest = await readManifest(folder);
  const entries = manifest?.database === database ? manifest.collections : undefined;
  const collections = await readCollections(join(folder, database));
  if (collections.length === 0) throw new Error(`${join(folder, database)} holds no collections.`);
  if (entries) checkNames(folder, entries, collections);
  const checked: CheckedCollection[] = [];
  for (const collection of collections) {
    const name = collection.collectionName;
    const entry = entries?.find((one) => one.name === name);
    const { documents, sha256 } = await readThrough(collection.file, (count) =>
      onProgress(name, count, entry?.documents),
    );
    if (entry && (entry.documents !== documents || entry.sha256 !== sha256)) {
      throw new Error(
        `${collection.file} has changed since it was exported: it contains ${documents} documents, but ${entry.documents} were written ` +
          `(sha256 ${sha256}, was ${entry.sha256}). Use another copy of the export.`,
      );
    }
    checked.push({ ...collection, documents });
  }
  return checked;
}

function checkNames(folder: string, entries: readonly ManifestEntry[], found: readonly DumpedCollection[]): void {
  const missing = entries.find(({ name }) => !found.some(({ collectionName }) => collectionName === name));
  if (missing) throw new Error(`${folder} is not whole: the collection ${missing.name} is missing.`);
  const added = found.find(({ collectionName }) => !entries.some(({ name }) => name === collectionName));
  if (added) throw new Error(`${added.file} did not exist when ${folder} was exported. Remove it.`);
}

async function readThrough(
  file: string,
  onProgress: (documents: number) => void,
): Promise<{ documents: number; sha256: string }> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const bytes of readBsonFile(file)) {
    hash.update(bytes);
    documents += 1;
    try {
      decodeStored(bytes);
    } catch (error) {
      throw new Error(`${file}: document ${documents} cannot be read: ${messageOf(error)}`, { cause: error });
    }
    if (documents % REPORT_EVERY === 0) onProgress(documents);
  }
  onProgress(documents);
  return { documents, sha256: hash.digest('hex') };
}
