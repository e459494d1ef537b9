import 'reflect-metadata';
import { CreateLaboratoryBody, paginationOf } from '@shifa/contract';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { type mongo, Types } from 'mongoose';
import type { LaboratoryRow } from '../modules/laboratories/laboratory.document';
import { derivedFields } from '../modules/laboratories/laboratory.mapper';
import { LaboratoryRepository } from '../modules/laboratories/laboratory.repository';
import { print, runBench, startBenchApp } from './bench-app';

const LABORATORIES = 200;
const ROUNDS = 5;
const SECONDS = 6;
const CONNECTIONS = 16;
const PATH = '/api/laboratories?page=1&limit=20&sort=name';

/**
 * The laboratories list through the whole stack (token, session, permissions, limits, validation both ways, mapping)
 * against a bare Fastify handler on the native driver that answers the same bytes. Both in one process, loaded in turn
 * from another thread; each round's ratio is of neighbours in time, so a slow machine slows both.
 */
async function bench(): Promise<void> {
  const { app, client, listen, remove } = await startBenchApp();
  for (let index = 0; index < LABORATORIES; index += 1) await insertLaboratory(app.get(LaboratoryRepository), index);
  const { url, headers } = await listen();

  const bare = await bareServer(client);
  await assertEqualBytes(`${url}${PATH}`, `${bare.url}/bare`, headers);

  // Neither is judged while it is still being compiled.
  await load(`${url}${PATH}`, headers);
  await load(`${bare.url}/bare`, headers);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const whole = await load(`${url}${PATH}`, headers);
    const least = await load(`${bare.url}/bare`, headers);
    ratios.push(whole / least);
    print(
      `round ${round}: whole stack ${whole.toFixed(0)}/s, bare ${least.toFixed(0)}/s, ${(whole / least).toFixed(3)}`,
    );
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  print(`laboratories list, whole stack against bare handler: ${median.toFixed(3)} (median of ${ROUNDS})`);

  await bare.close();
  await remove();
}

async function insertLaboratory(repository: LaboratoryRepository, index: number): Promise<void> {
  const body = CreateLaboratoryBody.parse({
    name: `Branch ${String(index).padStart(4, '0')}`,
    code: `B-${index}`,
    location: { city: 'Kolkata' },
    contact: { phone: '+91 33 4021 7700' },
  });
  const now = new Date();
  await repository.insert({
    _id: new Types.ObjectId(),
    ...body,
    ...derivedFields(body),
    status: 'active',
    updatedBy: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  });
}

/** As little as can be: two queries and the answer's shape. */
async function bareServer(client: mongo.MongoClient): Promise<{ url: string; close: () => Promise<void> }> {
  const laboratories = client.db().collection<LaboratoryRow>('laboratories');
  const server = fastify();
  const fields = ['name', 'code', 'type', 'status', 'location.city', 'location.state', 'contact', 'timezone'];
  const projection = Object.fromEntries([...fields, 'createdAt', 'updatedAt', 'version'].map((field) => [field, 1]));
  server.get('/bare', async () => {
    const [rows, total] = await Promise.all([
      laboratories.find({}, { projection }).sort({ sortName: 1, _id: 1 }).limit(20).toArray(),
      laboratories.estimatedDocumentCount(),
    ]);
    const data = rows.map(
      ({ _id, name, code, type, status, location, contact, timezone, createdAt, updatedAt, version }) => ({
        _id,
        name,
        code,
        type,
        status,
        location,
        contact,
        timezone,
        createdAt,
        updatedAt,
        version,
      }),
    );
    return { success: true, data, pagination: paginationOf(1, 20, total) };
  });
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  return { url, close: () => server.close() };
}

async function assertEqualBytes(whole: string, bare: string, headers: Record<string, string>): Promise<void> {
  const [one, other] = await Promise.all([whole, bare].map(async (url) => (await fetch(url, { headers })).text()));
  if (one !== other) throw new Error(`The answers differ:\n${one}\n${other}`);
}

async function load(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS, workers: 1 });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} failed: ${url}`);
  return result.requests.average;
}

runBench(bench);
