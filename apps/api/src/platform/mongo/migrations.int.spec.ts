import { type Connection, Schema } from 'mongoose';
import { connect, testDatabaseUri } from '../../../test/test-database';
import { Locks } from './locks';
import { Migrations } from './migrations';

const migrationsOf = (connection: Connection) => new Migrations(connection, new Locks(connection));

describe('migrations', () => {
  let connection: Connection;

  beforeEach(async () => {
    connection = await connect(testDatabaseUri());
  });
  afterEach(() => connection.close());

  it('create the declared collections and indexes', async () => {
    const schema = new Schema({ code: String }, { collection: 'things' });
    schema.index({ code: 1 }, { unique: true });
    connection.model('Thing', schema);
    await migrationsOf(connection).run();
    const indexes = await connection.collection('things').indexes();
    expect(indexes).toContainEqual(expect.objectContaining({ key: { code: 1 }, unique: true }));
  });

  it('have nothing to do in a new database', async () => {
    const ran: string[] = [];
    const migrations = migrationsOf(connection);
    migrations.register({ id: '2026-01-first', up: () => Promise.resolve(void ran.push('first')) });
    await migrations.run();
    await connection.collection('things').insertOne({});
    await migrations.run();
    expect(ran).toEqual([]);
  });

  it('run once, in the order of their names, and only one process at a time', async () => {
    await connection.collection('things').insertOne({});
    const ran: string[] = [];
    const processes = [migrationsOf(connection), migrationsOf(connection)];
    for (const migrations of processes) {
      migrations.register(
        { id: '2026-02-second', up: () => Promise.resolve(void ran.push('second')) },
        { id: '2026-01-first', up: () => Promise.resolve(void ran.push('first')) },
      );
    }
    await Promise.all(processes.map((migrations) => migrations.run()));
    expect(ran).toEqual(['first', 'second']);
  });

  it('are pending only where an earlier version has stored something', async () => {
    await connection.collection('things').insertOne({});
    const earlier = migrationsOf(connection);
    earlier.register({ id: '2026-01-first', up: () => Promise.resolve() });
    expect(await earlier.arePending()).toBe(false);
    await earlier.run();
    expect(await earlier.arePending()).toBe(false);
    const later = migrationsOf(connection);
    later.register({ id: '2026-01-first', up: () => Promise.resolve() });
    later.register({ id: '2026-02-second', up: () => Promise.resolve() });
    expect(await later.arePending()).toBe(true);
  });

  it('stay undone when they fail, and give the lock back', async () => {
    await connection.collection('things').insertOne({});
    let attempts = 0;
    const migrations = migrationsOf(connection);
    migrations.register({
      id: '2026-01-shaky',
      up: () => ((attempts += 1) === 1 ? Promise.reject(new Error('shaky')) : Promise.resolve()),
    });
    await expect(migrations.run()).rejects.toThrow('shaky');
    await migrations.run();
    await migrations.run();
    expect(attempts).toBe(2);
  });

  it('stop when the lock is lost', async () => {
    await connection.collection('things').insertOne({});
    const ran: string[] = [];
    const lost = new AbortController();
    const held = jest.spyOn(Locks.prototype, 'hold').mockImplementation((_, work) => work(lost.signal));
    const migrations = migrationsOf(connection);
    migrations.register(
      {
        id: '2026-01-first',
        up: () => {
          ran.push('first');
          lost.abort(new Error('lost'));
          return Promise.resolve();
        },
      },
      { id: '2026-02-second', up: () => Promise.resolve(void ran.push('second')) },
    );
    await expect(migrations.run()).rejects.toThrow('lost');
    expect(ran).toEqual(['first']);
    held.mockRestore();
  });

  it('take over the lock of a process that died', async () => {
    const locks = connection.collection<{ _id: string; holder: string; until: Date }>('locks');
    await locks.insertOne({ _id: 'migrations', holder: 'gone', until: new Date(Date.now() - 1_000) });
    await expect(migrationsOf(connection).locked(() => Promise.resolve('mine'))).resolves.toBe('mine');
  });
});
