import { MongoClient, MongoNetworkError } from 'mongodb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, TestDatabase } from './database.js';
import { cuttableSockets } from './sockets.js';

const BYTES_BEYOND_BUFFER = 8_000_000;

let database: TestDatabase;
let client: MongoClient;
let cut: () => void;

beforeEach(async () => {
  database = await TestDatabase.start();
  cut = cuttableSockets();
  client = await MongoClient.connect(database.server.uri, { monitorCommands: true });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await client.close();
  await database.stop();
});

describe('a command whose connection is lost', () => {
  it('before it is written fails', async () => {
    client.once('commandStarted', () => cut());
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
