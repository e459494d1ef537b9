import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf, TestDatabase } from '../testing/database.js';
import { RawClient } from '../testing/raw-client.js';

const database = await TestDatabase.start();
afterAll(() => database.stop());
let raw: RawClient;
beforeAll(async () => {
  raw = await RawClient.connect(database.server.uri);
});
afterAll(() => raw.close());

describe('the wire protocol', () => {
  it('answers the old and the new form of hello', async () => {
    expect(await raw.query({ isMaster: 1, helloOk: true })).toMatchObject({ ismaster: true, helloOk: true, ok: 1 });
    expect(await raw.send({ hello: 1, $db: 'admin' })).toMatchObject({
      isWritablePrimary: true,
      setName: 'embedded',
      maxWireVersion: 21,
      logicalSessionTimeoutMinutes: 30,
      ok: 1,
    });
  });

  it('accepts documents in a sequence next to the command', async () => {
    const command = { insert: 'wire', $db: 'test' };
    const documents = [{ _id: 1 }, { _id: 2 }];
    expect(await raw.send(command, { documents })).toMatchObject({ n: 2, ok: 1 });
    expect(await database.db.collection('wire').countDocuments()).toBe(2);
  });

  it('closes the connection on an invalid message', async () => {
    const broken = await RawClient.connect(database.server.uri);
    await broken.sendUntilClosed(Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'));
    expect(await database.db.command({ ping: 1 })).toMatchObject({ ok: 1 });
  });
});

describe('what the engine does not have', () => {
  const refused: [string, Record<string, unknown>, number, RegExp][] = [
    ['an unknown command', { flyToTheMoon: 1 }, 59, /flyToTheMoon/],
    ['change streams', { aggregate: 'things', pipeline: [{ $changeStream: {} }], cursor: {} }, 238, /\$changeStream/],
    ['capped collections', { create: 'capped', capped: true, size: 1000 }, 238, /capped/],
    ['text indexes', { createIndexes: 'things', indexes: [{ key: { a: 'text' }, name: 'a' }] }, 238, /text/],
    ['wildcard indexes', { createIndexes: 'things', indexes: [{ key: { '$**': 1 }, name: 'a' }] }, 67, /\$\*\*/],
    [
      'unknown index options',
      { createIndexes: 'things', indexes: [{ key: { a: 1 }, name: 'a', magic: 1 }] },
      238,
      /magic/,
    ],
    ['unknown fields', { find: 'things', magic: 1 }, 238, /find\.magic/],
    ['unknown fields of a statement', { delete: 'things', deletes: [{ q: {}, limit: 0, magic: 1 }] }, 238, /magic/],
    ['snapshot reads', { find: 'things', readConcern: { level: 'snapshot' } }, 238, /snapshot/],
    ['majorities of several', { insert: 'things', documents: [{}], writeConcern: { w: 2 } }, 100, /Not enough/],
  ];

  it.each(refused)('%s is refused by name', async (_what, command, code, message) => {
    const error = await failureOf(database.db.command(command));
    expect(error).toMatchObject({ code });
    expect(error.message).toMatch(message);
  });

  it("is rejected beyond the engine's limits", async () => {
    const things = database.db.collection('things');
    await things.createIndexes([{ key: { long: 1 } }]);
    expect(await failureOf(things.insertOne({ long: 'x'.repeat(3000) }))).toMatchObject({ code: 17280 });
    const big = Buffer.alloc(17 * 1024 * 1024);
    const update = { update: 'things', updates: [{ q: { a: 1 }, u: { $set: { big } }, upsert: true }] };
    expect(await failureOf(database.db.command(update))).toBeInstanceOf(Error);
  });
});
