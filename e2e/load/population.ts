import { createHmac } from 'node:crypto';
import { startEmbeddedMongo } from '@shifa/embedded-mongo';
import { type Db, MongoClient, ObjectId, type WithId } from 'mongodb';
import { accounts } from '../support/journey.js';
import { Server } from '../support/server.js';

const DAY_MS = 86_400_000;
const SECRET = 'a secret of the load, long enough to sign with';

/** The variables of servers that know the people. A backup in the middle of a measurement would be measured with it. */
export const ENVIRONMENT = { SEED: 'demo', JWT_SECRET: SECRET, BACKUP_TIME: 'off' };

/** With the address that the person's laboratory has. */
export type Person = { id: string; address: string; token: string };
export type Laboratory = { id: string; admins: Person[]; managers: Person[]; staff: Person[] };
export type Population = { dataDir: string; heads: Person[]; laboratories: Laboratory[] };

const HEADS = 3;
const ADMINS = 2;
/** The addresses of laboratories are loopback addresses of this machine. */
const ADDRESSES = 250;
const MANAGERS = 2;

/**
 * A data folder with the demo network and further laboratories like its first one, with people like its people. Each
 * has a session, because thousands of sign-ins would measure the hashing of passwords. No one uses the folder yet.
 */
export async function populate(count: { laboratories: number; people: number }): Promise<Population> {
  const server = await Server.start(ENVIRONMENT);
  await server.stop();
  const { dataDir } = server;
  const database = await startEmbeddedMongo({ dataDir, ephemeral: true });
  const client = await MongoClient.connect(database.uri);
  const population = await insert(client.db(), count);
  await client.close();
  await database.stop();
  return { dataDir, ...population };
}

async function insert(
  database: Db,
  count: { laboratories: number; people: number },
): Promise<Omit<Population, 'dataDir'>> {
  const laboratories = await clones(database, 'laboratories', { code: 'KOL' }, count.laboratories, (index) => ({
    code: `L${index}`,
    name: `Laboratory ${index}`,
  }));
  const people = async (like: string, role: string, each: number, of: readonly ObjectId[] | [null]) => {
    const total = each * of.length;
    const rows = await clones(database, 'users', { email: like }, total, (index) => ({
      name: `${role} ${index}`,
      email: `${role}.${index}@shifa.example`,
      employeeCode: `${role}-${index}`,
      laboratoryId: of[index % of.length],
    }));
    return signedIn(database, rows, of.length);
  };
  const heads = await people(accounts.superAdmin, 'head', HEADS, [null]);
  const admins = await people(accounts.labAdmin, 'admin', ADMINS, laboratories);
  const managers = await people(accounts.manager, 'manager', MANAGERS, laboratories);
  const each = Math.round(count.people / count.laboratories) - ADMINS - MANAGERS;
  const staff = await people(accounts.staff, 'staff', each, laboratories);
  const within = (all: readonly Person[], laboratory: number) =>
    all.filter((_, index) => index % laboratories.length === laboratory);
  return {
    heads,
    laboratories: laboratories.map((id, index) => ({
      id: id.toHexString(),
      admins: within(admins, index),
      managers: within(managers, index),
      staff: within(staff, index),
    })),
  };
}

/** Adds copies of a document, and returns their ids. */
async function clones(
  database: Db,
  collection: string,
  like: object,
  count: number,
  changes: (index: number) => object,
): Promise<ObjectId[]> {
  const original = await database.collection(collection).findOne(like);
  if (!original) throw new Error(`The demo network lacks ${JSON.stringify(like)}`);
  const rows = Array.from({ length: count }, (_, index): WithId<object> => {
    return { ...original, ...changes(index), _id: new ObjectId() };
  });
  await database.collection(collection).insertMany(rows);
  return rows.map(({ _id }) => _id);
}

async function signedIn(database: Db, ids: readonly ObjectId[], laboratories: number): Promise<Person[]> {
  const now = new Date();
  const sessions = ids.map((userId) => ({
    _id: new ObjectId(),
    userId,
    device: 'Load',
    ipAddress: '127.0.0.1',
    createdAt: now,
    lastSeenAt: now,
    expiresAt: new Date(now.getTime() + DAY_MS),
  }));
  await database.collection('sessions').insertMany(sessions);
  return ids.map((id, index) => {
    const claims = { sid: sessions[index]?._id.toHexString(), sub: id.toHexString() };
    const address = `127.1.0.${1 + ((index % laboratories) % ADDRESSES)}`;
    return { id: id.toHexString(), address, token: signed(claims) };
  });
}

/** A token as the product issues it. */
function signed(claims: object): string {
  const now = Math.floor(Date.now() / 1_000);
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode({ ...claims, iat: now, exp: now + 86_400 })}`;
  return `${content}.${createHmac('sha256', SECRET).update(content).digest('base64url')}`;
}
