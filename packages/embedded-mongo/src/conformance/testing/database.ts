import { randomBytes } from 'node:crypto';
import { MongoClient, type Db, type MongoClientOptions } from 'mongodb';
import { afterAll, beforeAll, inject } from 'vitest';

/** Makes the driver return every value with its BSON type. */
export const TYPED: MongoClientOptions = {
  promoteValues: false,
  promoteLongs: false,
  promoteBuffers: false,
  bsonRegExp: true,
};

/** Connects the tests of a file to the server, with a database of their own that is dropped afterwards. */
export function connectedDatabase(options: MongoClientOptions = {}): { client: MongoClient; db: Db } {
  const client = new MongoClient(inject('mongodbUri'), options);
  const db = client.db(`conformance_${randomBytes(6).toString('hex')}`);
  beforeAll(() => client.connect());
  afterAll(async () => {
    await db.dropDatabase();
    await client.close();
  });
  return { client, db };
}
