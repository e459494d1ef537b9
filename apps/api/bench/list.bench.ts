import 'reflect-metadata';
import { CreateLaboratoryBody, paginationOf } from '@shifa/contract';
import autocannon from 'autocannon';
import fastify from 'fastify';
import { type mongo, Types } from 'mongoose';
import { loadavg } from 'node:os';
import { searchFilter } from '../src/platform/mongo/search-words';
import type { LaboratoryRow } from '../src/modules/laboratories/laboratory.document';
import { derivedFields } from '../src/modules/laboratories/laboratory.mapper';
import { LaboratoryRepository } from '../src/modules/laboratories/laboratory.repository';
import { print, runBench, startBenchApp } from './bench-app';

const LABORATORIES = Number(process.env['BENCH_LABORATORIES'] ?? 200);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 5);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 6);
const CONNECTIONS = 16;
/** By name, the requests that are compared. */
const requests = {
  list: 'page=1&limit=20&sort=name',
  search: 'page=1&limit=20&sort=name&search=branch%2001',
} as const;
type Request = keyof typeof requests;

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
  for (const [name, query] of Object.entries(requests)) {
    await compare(name, `${url}/api/laboratories?${query}`, `${bare.url}/${name}`, headers);
  }
  print(
    `load of the machine: ${loadavg()
      .map((value) => value.toFixed(1))
      .join(', ')}`,
  );

  await bare.close();
  await remove();
}

async function compare(name: string, whole: string, bare: string, headers: Record<string, string>): Promise<void> {
  await assertEqualBytes(whole, bare, headers);
  // Neither is judged while it is still being compiled.
  await load(whole, headers);
  await load(bare, headers);
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const rates = [await load(whole, headers), await load(bare, headers)] as const;
    const ratio = rates[0] / rates[1];
    ratios.push(ratio);
    print(`${name} ${round}: whole stack ${rates[0].toFixed(0)}/s, bare ${rates[1].toFixed(0)}/s, ${ratio.toFixed(3)}`);
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
  print(`${name} of ${LABORATORIES} laboratories, whole stack against bare handler: ${median.toFixed(3)} (median)`);
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

/** What a super admin can do with each of the laboratories, which are all active. */
const names = ['edit', 'editNetworkFields', 'suspend', 'archive', 'enterRecords', 'addPeople'];
const actions = Object.fromEntries(names.map((action) => [action, { allowed: true }]));

/** As little as can be: two queries and the answer's shape. */
async function bareServer(client: mongo.MongoClient): Promise<{ url: string; close: () => Promise<void> }> {
  const laboratories = client.db().collection<LaboratoryRow>('laboratories');
  const server = fastify();
  const fields = ['name', 'code', 'type', 'status', 'location.city', 'location.state', 'contact', 'timezone'];
  const projection = Object.fromEntries([...fields, 'createdAt', 'updatedAt', 'version'].map((field) => [field, 1]));
  const filters: Record<Request, mongo.Filter<LaboratoryRow>> = {
    list: {},
    search: searchFilter('searchWords', 'branch 01'),
  };
  const answer = async (name: Request) => {
    const filter = filters[name];
    const [rows, total] = await Promise.all([
      laboratories.find(filter, { projection }).sort({ sortName: 1, _id: 1 }).limit(20).toArray(),
      laboratories.countDocuments(filter),
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
        actions,
      }),
    );
    return { success: true, data, pagination: paginationOf(1, 20, { total }) };
  };
  for (const name of Object.keys(requests) as Request[]) server.get(`/${name}`, () => answer(name));
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
