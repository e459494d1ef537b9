import { EJSON } from 'bson';
import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Document } from 'mongodb';
import { messageOf } from '../query/error.js';
import type { FileContents } from './bson-file.js';

export const IMPORTING = 'shifa_import.';

/** The name of the list of an export's contents; mongorestore ignores it. */
const MANIFEST = 'shifa-export.json';
const FORMAT = 'shifa-export 1';
const BSON = '.bson';
const METADATA = '.metadata.json';

/** What mongodump writes in addition to the documents of a collection. */
export interface Metadata {
  collectionName: string;
  type: string;
  options: Document;
  /** As returned by listIndexes; the first is the index on `_id`. */
  indexes: Document[];
}

export interface DumpedCollection extends Metadata {
  file: string;
}

export interface ManifestEntry extends FileContents {
  name: string;
}

/** The contents of an export, used to check that it is complete. */
export interface Manifest {
  format: typeof FORMAT;
  database: string;
  createdAt: string;
  /** True if all documents are from the same moment. */
  oneMoment: boolean;
  collections: ManifestEntry[];
}

/** The paths of a collection's two files in its database's folder. */
export function filesOf(folder: string, collection: string): { documents: string; metadata: string } {
  const name = encodeURIComponent(collection).replaceAll('*', '%2A');
  return { documents: join(folder, name + BSON), metadata: join(folder, name + METADATA) };
}

export async function writeMetadata(file: string, metadata: Metadata): Promise<void> {
  await writeFile(file, EJSON.stringify(metadata, { relaxed: false }), { flag: 'wx', mode: 0o600, flush: true });
}

export async function writeManifest(folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> {
  const text = JSON.stringify({ format: FORMAT, ...manifest }, undefined, 2);
  await writeFile(join(folder, MANIFEST), `${text}\n`, { flag: 'wx', mode: 0o600, flush: true });
}

/** The manifest of an export; undefined for a folder written by mongodump. */
export async function readManifest(folder: string): Promise<Manifest | undefined> {
  const file = join(folder, MANIFEST);
  if (!existsSync(file)) return undefined;
  const manifest = parse(file, await readFile(file, 'utf8'), JSON.parse) as Partial<Manifest>;
  if (manifest.format !== FORMAT || !Array.isArray(manifest.collections)) {
    throw new Error(
      `${file} was not written by this version. Remove it to import the folder without checking its counts.`,
    );
  }
  return manifest as Manifest;
}

/**
 * The database in a mongodump folder.
 * @param wanted its name, if there are several
 * @throws Error saying what the folder lacks
 */
export async function findDatabase(folder: string, wanted: string | undefined): Promise<string> {
  if (!existsSync(folder)) throw new Error(`The folder ${folder} does not exist.`);
  const entries = await readdir(folder, { withFileTypes: true });
  if (entries.some(({ name }) => name.endsWith(BSON))) {
    throw new Error(`${folder} is the folder of one database. Give its parent folder.`);
  }
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  const databases = names.filter((name) => !['admin', 'config', 'local'].includes(name));
  const [only] = databases;
  if (wanted !== undefined) {
    if (names.includes(wanted)) return wanted;
    throw new Error(`${folder} holds no database ${wanted}; it holds ${names.join(', ') || 'none'}.`);
  }
  if (only === undefined) throw new Error(`${folder} holds no database: no folder with .bson files.`);
  if (databases.length === 1) return only;
  throw new Error(`${folder} holds several databases: ${databases.join(', ')}. Choose one with --database.`);
}

/** The collections in a database's folder, by name. @throws Error naming a file that cannot be imported */
export async function readCollections(folder: string): Promise<DumpedCollection[]> {
  const names = (await readdir(folder)).sort();
  const packed = names.find((name) => name.endsWith('.gz') && !name.startsWith('prelude'));
  if (packed !== undefined) {
    throw new Error(`${join(folder, packed)} is compressed. Unpack the folder first: gunzip -r ${folder}`);
  }
  const described = names.filter((name) => name.endsWith(METADATA)).map((name) => name.replace(METADATA, BSON));
  const missing = described.find((name) => !names.includes(name));
  if (missing !== undefined) throw new Error(`${join(folder, missing)} is missing.`);
  return Promise.all(names.filter((name) => name.endsWith(BSON)).map((name) => readCollection(join(folder, name))));
}

async function readCollection(file: string): Promise<DumpedCollection> {
  const metadataFile = file.slice(0, -BSON.length) + METADATA;
  if (!existsSync(metadataFile)) throw new Error(`${metadataFile} is missing: the indexes would be lost.`);
  const text = await readFile(metadataFile, 'utf8');
  const parsed = parse(metadataFile, text, (json) => EJSON.parse(json, { relaxed: false }) as Partial<Metadata>);
  const { collectionName, type = 'collection', options = {}, indexes = [] } = parsed;
  const nameOfFile = decodeURIComponent(basename(file, BSON));
  const name = collectionName ?? nameOfFile;
  if (type !== 'collection' || options.viewOn !== undefined || name.startsWith('system.')) {
    throw new Error(
      `${name} is a ${type === 'collection' ? 'view or system collection' : type}, which cannot be imported.`,
    );
  }
  if (!Array.isArray(indexes) || !indexes.every(isIndex)) {
    throw new Error(`${metadataFile} is damaged: its indexes cannot be read`);
  }
  return { file, collectionName: name, type, options, indexes };
}

function isIndex(index: Partial<Document> | undefined): boolean {
  return typeof index?.name === 'string' && typeof index.key === 'object' && index.key !== null;
}

function parse<T>(file: string, text: string, read: (text: string) => T): T {
  try {
    return read(text);
  } catch (error) {
    throw new Error(`${file} is damaged: ${messageOf(error)}`, { cause: error });
  }
}
