import { MongoClient, MongoNetworkError } from 'mongodb';
import net, { type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, TestDatabase } from './database.js';

const BYTES_BEYOND_BUFFER = 8_000_000;

let database: TestDatabase;
let client: MongoClient;
const sockets: Socket[] = [];

beforeEach(async () => {
  database = await TestDatabase.start();
  const createConnection = net.createConnection as (options: net.NetConnectOpts) => Socket;
  vi.spyOn(net, 'createConnection').mockImplementation(((options: net.NetConnectOpts) => {
    const socket = createConnection(options);
    sockets.push(socket);
    return socket;
  }) as typeof net.createConnection);
  client = await MongoClient.connect(database.server.uri, { monitorCommands: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await client.close();
  await database.stop();
});

describe('a command whose connection is lost', () => {
  it('before it is written fails', async () => {
    client.once('commandStarted', cut);
    expect(await failureOf(client.db('test').command({ ping: 1 }))).toBeInstanceOf(MongoNetworkError);
    expect(await client.db('test').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });

  it('while it is written fails', async () => {
    client.once('commandStarted', () => setImmediate(cut));
    const ping = { ping: 1, comment: 'x'.repeat(BYTES_BEYOND_BUFFER) };
    expect(await failureOf(client.db('test').command(ping))).toBeInstanceOf(MongoNetworkError);
    expect(await client.db('test').command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

/** Cuts the connections without an error: the driver learns of it only from their close events. */
function cut(): void {
  for (const socket of sockets.splice(0)) socket.destroy();
}
