import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, mongo, Types } from 'mongoose';
import { startDemoNetwork } from './demo-network';
import { Migrations } from '../src/platform/mongo/migrations';
import { TestApp } from './test-app';

type Row = { _id: unknown } & Record<string, unknown>;
type Contents = Map<string, Row[]>;

/** Enough for every migration to change several documents. */
const KEPT = 4;
const WRITES = ['insertOne', 'insertMany', 'updateOne', 'updateMany', 'deleteMany', 'bulkWrite', 'dropIndex'] as const;

/** They are held by who writes, and say nothing afterwards. */
const LOCKS = ['locks', 'write_locks'];

/** What a second run may write otherwise: when it ran, and the number of writes to books. */
const VOLATILE = ['at', 'updatedAt', 'resolvedAt', 'temporaryPasswordExpiresAt', 'writes', 'hash', 'previousHash'];
/** What a second run stores as new documents. */
const STORED_ANEW: Record<string, string[]> = {
  ledger_links: ['_id'],
  'finance-party-figures': ['_id', 'createdAt'],
};

jest.setTimeout(600_000);

describe('migrations', () => {
  let app: TestApp;
  let connection: Connection;
  let migrations: Migrations;

  beforeAll(async () => {
    app = await startDemoNetwork();
    connection = app.app.get<Connection>(getConnectionToken());
    migrations = app.app.get(Migrations);
    await keepFew(connection);
  });
  afterAll(() => app.close());

  it('end as they would have, wherever the process is killed', async () => {
    await makeOld(connection);
    const old = await contents(connection);
    const ends = await endOfEach(connection, () => migrations.run());
    const ids = [...ends.keys()];
    expect(ids.length).toBeGreaterThan(20);
    expect(comparable(old)).not.toEqual(comparable(ends.get(ids.at(-1) ?? '') ?? old));

    let kills = 0;
    for (const [index, id] of ids.entries()) {
      // What the ones after it do follows from what it leaves, so they need not run.
      const before = withExecuted((index > 0 && ends.get(ids[index - 1] ?? '')) || old, ids, id);
      const after = comparable(withExecuted(ends.get(id) ?? old, ids));
      for (let writes = 0; ; writes += 1) {
        await restore(connection, before);
        await connection.collection('inventory_items').createIndex({ forgotten: 1 }, {}, {});
        if (!(await killedAfter(writes, () => migrations.run()))) break;
        // The lock of a dead process expires.
        await connection.collection('locks').deleteMany({});
        await migrations.run();
        expect([id, writes, comparable(await contents(connection))]).toEqual([id, writes, after]);
        kills += 1;
      }
    }
    expect(kills).toBeGreaterThan(40);
  });
});

/** Runs all migrations, and returns what the database contains at the end of each, by its id. */
async function endOfEach(connection: Connection, run: () => Promise<void>): Promise<Map<string, Contents>> {
  const ends = new Map<string, Contents>();
  type Insert = (document: { _id?: unknown }, options?: object) => Promise<unknown>;
  const original = Reflect.get(mongo.Collection.prototype, 'insertOne') as Insert;
  const spy = jest.spyOn(mongo.Collection.prototype, 'insertOne').mockImplementation(async function (
    this: mongo.Collection,
    ...input: Parameters<Insert>
  ) {
    const inserted = await original.apply(this, input);
    if (this.collectionName === 'migrations') ends.set(String(input[0]._id), await contents(connection));
    return inserted;
  } as never);
  await run();
  spy.mockRestore();
  return ends;
}

/** The contents where all migrations have been executed but for the pending one. */
function withExecuted(found: Contents, ids: readonly string[], pending?: string): Contents {
  const executed = ids.filter((id) => id !== pending).map((id) => ({ _id: id, at: new Date(0) }));
  return new Map([...found, ['migrations', executed]]);
}

/** Runs the work in a process that can write so often before it is gone. Returns whether it is. */
async function killedAfter(count: number, work: () => Promise<void>): Promise<boolean> {
  let writes = 0;
  const spies = WRITES.map((method) => {
    const original = Reflect.get(mongo.Collection.prototype, method) as (...input: unknown[]) => Promise<unknown>;
    return jest.spyOn(mongo.Collection.prototype, method).mockImplementation(function (
      this: mongo.Collection,
      ...input: unknown[]
    ) {
      if (this.collectionName !== 'locks') writes += 1;
      return writes > count ? Promise.reject(new Error('killed')) : original.apply(this, input);
    } as never);
  });
  try {
    await work();
    return false;
  } catch (error) {
    if (writes <= count) throw error;
    return true;
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

async function collectionsOf({ db }: Connection): Promise<mongo.Collection<Row>[]> {
  const found = (await db?.listCollections({}, { nameOnly: true }).toArray()) ?? [];
  const names = found.map(({ name }) => name).filter((name) => !LOCKS.includes(name));
  return names.map((name) => db?.collection<Row>(name)).filter((collection) => collection !== undefined);
}

async function keepFew(connection: Connection): Promise<void> {
  for (const collection of await collectionsOf(connection)) {
    const kept = await collection.find({}, { projection: { _id: 1 }, limit: KEPT, sort: { _id: 1 } }).toArray();
    await collection.deleteMany({ _id: { $nin: kept.map(({ _id }) => _id) } });
  }
}

/** Makes the stored documents what earlier versions have stored. */
async function makeOld(connection: Connection): Promise<void> {
  const all = (name: string) => connection.collection<Row>(name);
  const unset = (name: string, ...fields: string[]) =>
    all(name).updateMany({}, { $unset: Object.fromEntries(fields.map((field) => [field, ''])) });
  await all('migrations').deleteMany({});
  await all('transactions').updateMany({}, { $set: { searchWords: [], excludedApprovers: [new Types.ObjectId()] } });
  await all('transactions').updateMany({}, { $rename: { nextApprover: 'awaits', excludedApprovers: 'barred' } });
  for (const { _id, cells, sums } of await all('finance-figures').find().toArray()) {
    await all('finance-figures').updateOne({ _id }, { $set: { cells: withDoubles(cells), sums: withDoubles(sums) } });
  }
  await all('finance-party-figures').deleteMany({});
  await all('parties').insertOne({ _id: new Types.ObjectId(), laboratoryId: null });
  await all('idempotent_answers').insertOne({ _id: 'unsealed' });
  const books = await all('finance-books').find().toArray();
  for (const { _id, numbers } of books) {
    for (const [year, last] of Object.entries(numbers as Record<string, number>)) {
      await all('counters').insertOne({ _id: `transaction-no:${String(_id)}:${year}`, last });
    }
  }
  await all('finance-books').deleteMany({});
  await unset('users', 'sortName', 'employmentType', 'joiningDate', 'influences', 'lastActivityAt');
  const ended = { 'staff.view': { granted: true, until: '2020-01-01', by: null, at: new Date(0) } };
  await all('users').updateMany({}, { $set: { 'preferences.display': { theme: 'dark' }, permissionOverrides: ended } });
  await all('preferences').deleteMany({});
  await unset('inventory_items', 'productKeys', 'batchKeys', 'isShort', 'dailyUse');
  await unset('batch_recalls', 'itemIds');
  for (const { _id, lines } of await all('stock_transfers').find().toArray()) {
    const old = (lines as Row[]).map(({ batchKey: _, product: __, targetItemId: ___, ...line }) => line);
    await all('stock_transfers').updateOne({ _id }, { $set: { lines: old } });
  }
  await unset('laboratories', 'policies.inventory.writeOffLimitPaise');
  await unset('attendance', 'employeeCode', 'decidedById');
  await all('attendance').updateMany(
    {},
    { $set: { inLedger: false, enteredBy: { _id: new Types.ObjectId(), name: 'Asha' } } },
  );
  const [alert] = await all('stock_alerts').find().toArray();
  const live = { state: 'open', isLive: true, version: 1 };
  for (const kind of ['low', 'out']) {
    await all('stock_alerts').insertOne({ ...alert, ...live, kind, _id: new Types.ObjectId(), item: { _id: 'one' } });
  }
  await all('ledger_links').deleteMany({});
}

/** What stored 64-bit integers were. */
function withDoubles(part: unknown): unknown {
  if (part instanceof mongo.Long || typeof part === 'bigint' || typeof part === 'number') {
    return new mongo.Double(Number(part));
  }
  return Object.fromEntries(Object.entries(part as object).map(([key, value]) => [key, withDoubles(value)]));
}

async function contents(connection: Connection): Promise<Contents> {
  const found: Contents = new Map();
  for (const collection of await collectionsOf(connection)) {
    found.set(collection.collectionName, await collection.find({}, { promoteValues: false }).toArray());
  }
  return found;
}

/** Writes the collections whose documents are others. */
async function restore(connection: Connection, wanted: Contents): Promise<void> {
  const present = await contents(connection);
  const textOf = (rows: Row[]) => mongo.BSON.EJSON.stringify(rows, { relaxed: false });
  for (const collection of await collectionsOf(connection)) {
    const rows = wanted.get(collection.collectionName) ?? [];
    if (textOf(rows) === textOf(present.get(collection.collectionName) ?? [])) continue;
    await collection.deleteMany({});
    if (rows.length > 0) await collection.insertMany(rows);
  }
}

function comparable(found: Contents): unknown {
  return [...found].map(([name, documents]) => [
    name,
    documents.map((row) => JSON.stringify(stable(name, row))).toSorted(),
  ]);
}

function stable(name: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => stable(name, item));
  if (typeof value !== 'object' || value === null || '_bsontype' in value) return mongo.BSON.EJSON.stringify({ value });
  if (value instanceof Date) return value.getTime();
  const fields = Object.entries(value).filter(
    ([field]) => !VOLATILE.includes(field) && !STORED_ANEW[name]?.includes(field),
  );
  return Object.fromEntries(fields.map(([field, part]) => [field, stable(name, part)]).toSorted());
}
