import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import { seedDemoNetwork } from '../demo/demo-network';
import { GroupCounts } from '../src/modules/notifications/group-counts';
import { Caches } from '../src/platform/cache/caches';
import { UNWATCHED } from './mongodb-rules/watched-clients';
import { TestApp } from './test-app';

/** The documents of collections, in BSON. */
type Contents = ReadonlyMap<string, Buffer[]>;

/** What each laboratory has at most in each collection of the small network. */
const MAX_PER_LABORATORY = 40;

/** Within half an hour, no time zone's day begins, and the demo network depends only on the day of its seeding. */
const HALF_HOUR_MS = 30 * 60_000;

/** Starts an application with the demo network of today, which is seeded once for several test files. */
export const startDemoNetwork = startWith(seedDemoNetwork);

/** Like {@link startDemoNetwork}, but only with the newest documents, for tests that read the whole database often. */
export const startSmallDemoNetwork = startWith(async (services) => {
  await seedDemoNetwork(services);
  await limitDocuments(services.get<Connection>(getConnectionToken()));
});

type Seed = (services: TestApp['services']) => Promise<void>;

/** The first application is seeded, and later ones get its documents. */
function startWith(seed: Seed): () => Promise<TestApp> {
  const networks = new Map<number, Contents>();
  return async () => {
    const app = await TestApp.start();
    const time = Math.floor(Date.now() / HALF_HOUR_MS);
    const network = networks.get(time);
    if (network) {
      await write(network, app);
    } else {
      await seed(app.services);
      // The job would do so a few seconds later; an application that gets a copy does not know what has changed.
      await app.services.get(GroupCounts).run();
      networks.set(time, await read(app.services.get<Connection>(getConnectionToken())));
    }
    return app;
  };
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
