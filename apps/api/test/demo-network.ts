import { existsSync, mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import { seedDemoNetwork } from '../demo/demo-network';
import { GroupCounts } from '../src/modules/notifications/group-counts';
import { Caches } from '../src/platform/cache/caches';
import { UNWATCHED } from './mongodb-rules/watched-clients';
import { TestApp } from './test-app';

/** The documents of collections, in BSON. */
type Contents = ReadonlyMap<string, Uint8Array[]>;

/** What each laboratory has at most in each collection of the small network. */
const MAX_PER_LABORATORY = 40;

/** Within half an hour, no time zone's day begins, and the demo network depends only on the day of its seeding. */
const HALF_HOUR_MS = 30 * 60_000;

const POLL_MS = 200;

/** Starts an application with the demo network of today, which is seeded once for all test files. */
export async function startDemoNetwork(): Promise<TestApp> {
  const app = await TestApp.start();
  await addDemoNetwork(app);
  return app;
}

/** Like {@link startDemoNetwork}, but only with the newest documents, for tests that read the whole database often. */
export async function startSmallDemoNetwork(): Promise<TestApp> {
  const app = await TestApp.start();
  await addOnce('small-demo-network', app, async () => {
    await addDemoNetwork(app);
    await limitDocuments(app.services.get<Connection>(getConnectionToken()));
  });
  return app;
}

function addDemoNetwork(app: TestApp): Promise<void> {
  return addOnce('demo-network', app, async () => {
    await seedDemoNetwork(app.services);
    // The job would do so a few seconds later; an application that gets a copy does not know what has changed.
    await app.services.get(GroupCounts).run();
  });
}

/** Adds documents to the first application that asks for them, and copies of them to all others, of any worker. */
async function addOnce(name: string, app: TestApp, add: () => Promise<void>): Promise<void> {
  const { TEST_RUN_FOLDER } = process.env;
  if (!TEST_RUN_FOLDER) throw new Error("The test run wasn't started");
  const file = join(TEST_RUN_FOLDER, `${name}-${Math.floor(Date.now() / HALF_HOUR_MS)}`);
  const lock = `${file}.lock`;
  while (!existsSync(file)) {
    if (isCreated(lock)) {
      try {
        await add();
        writeFileSync(`${file}.new`, serialize(await read(app.services.get<Connection>(getConnectionToken()))));
        renameSync(`${file}.new`, file);
        return;
      } finally {
        rmdirSync(lock);
      }
    }
    await setTimeout(POLL_MS);
  }
  await write(deserialize(readFileSync(file)) as Contents, app);
}

/** Whether this process has created the folder: only one can. */
function isCreated(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    return false;
  }
}

async function read(connection: Connection): Promise<Contents> {
  const contents = new Map<string, Buffer[]>();
  for (const { name } of await connection.listCollections()) {
    if (name.startsWith('system.')) continue;
    const documents: unknown[] = await connection.collection(name).find({}, { raw: true }).toArray();
    contents.set(name, documents as Buffer[]);
  }
  return contents;
}

async function write(contents: Contents, { services, mongodbUri }: TestApp): Promise<void> {
  const client = await mongo.MongoClient.connect(mongodbUri, { appName: UNWATCHED });
  for (const [name, documents] of contents) {
    const rows = documents.map((document) => mongo.BSON.deserialize(document, { promoteValues: false }));
    const collection = client.db().collection(name);
    await collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id as never) } });
    if (rows.length > 0) await collection.insertMany(rows);
  }
  await client.close();
  services.get(Caches).clear();
}

async function limitDocuments(connection: Connection): Promise<void> {
  for (const { name } of await connection.listCollections()) {
    if (name.startsWith('system.') || name === 'users') continue;
    const collection = connection.collection(name);
    const documents = await collection.find({}, { projection: { laboratoryId: 1 } }).toArray();
    const counts = new Map<string, number>();
    const surplus = documents.reverse().filter(({ laboratoryId }) => {
      if (!(laboratoryId instanceof Types.ObjectId)) return false;
      const count = counts.get(laboratoryId.toHexString()) ?? 0;
      counts.set(laboratoryId.toHexString(), count + 1);
      return count >= MAX_PER_LABORATORY;
    });
    await collection.deleteMany({ _id: { $in: surplus.map(({ _id }) => _id) } });
  }
}
