import { Double, Long, MongoClient } from 'mongodb';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbeddedMongo } from '../index.js';
import { folderOfFile } from '../testing/folder.js';

/** Written by the version of 24 November 2026, which also stored types that are no longer supported. */
const STORED = join(import.meta.dirname, 'testing', 'earlier-version.mdb.gz');

const folder = await folderOfFile();
writeFileSync(join(folder, 'data.mdb'), gunzipSync(readFileSync(STORED)));
const server = await startEmbeddedMongo({ dataDir: folder });
const client = await MongoClient.connect(server.uri);
afterAll(async () => {
  await client.close();
  await server.stop();
});
const things = () => client.db('shop').collection<{ code: string; lab: number }>('things');
const codes = async (filter: object): Promise<string[]> =>
  (await things().find(filter).sort({ at: 1 }).toArray()).map(({ code }) => code.slice(1));

describe('a data folder of an earlier version', () => {
  it('is whole, with every entry of its indexes', async () => {
    const report = await client.db('shop').command({ validate: 'things' });
    expect(report).toMatchObject({ valid: true, nIndexes: 8, errors: [] });
    expect(Number(report.nrecords)).toBe(39);
  });

  it.each<[string, object, string[]]>([
    ['a unique value', { code: 'C1' }, ['1']],
    ['an int', { amount: -5 }, ['0', '10', '20', '30']],
    ['a long beyond 53 bits', { amount: Long.fromString('9007199254740993') }, ['2', '12', '22', '32']],
    ['a long below zero', { amount: Long.fromString('-9007199254740993') }, ['3', '13', '23', '33']],
    ['the greatest long', { amount: { $gt: Long.fromString('9223372036854775806') } }, ['5', '15', '25', '35']],
    ['NaN', { amount: new Double(NaN) }, ['4', '14', '24', '34']],
    ['a range of doubles', { amount: { $gt: 0, $lt: 1.6 } }, ['1', '8', '11', '18', '21', '28', '31', '38']],
    ['null', { amount: null, lab: 2 }, ['6', '26']],
    ['an element of an array', { words: 'w2', state: 'open' }, ['17', '37']],
    ['a prefix', { words: { $regex: '^é6' }, lab: 1 }, ['13']],
    ['a sub-document', { deputy: { _id: 8 } }, ['8']],
    ['two fields, one descending', { lab: 3, at: { $gte: new Date(1.7e12 + 30_000) } }, ['31', '35']],
    ['what a transaction wrote', { lab: 9 }, ['1']],
  ])('is searched by its indexes for %s', async (_what, filter, expected) => {
    const explained = await things().find(filter).explain('executionStats');
    expect(JSON.stringify(explained)).toContain('IXSCAN');
    expect(await codes(filter)).toEqual(expected);
  });

  it('takes new writes beside the old documents', async () => {
    expect(await things().updateMany({ amount: -5 }, { $inc: { lab: 100 } })).toMatchObject({ modifiedCount: 4 });
    expect((await codes({ lab: { $gte: 100 } })).length).toBe(4);
    expect(await client.db('shop').command({ validate: 'things' })).toMatchObject({ valid: true });
  });
});
