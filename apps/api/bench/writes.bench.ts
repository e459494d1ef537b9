import 'reflect-metadata';
import { loadavg } from 'node:os';
import { performance } from 'node:perf_hooks';
import { createLaboratoryBody, createTransactionBody } from '@shifa/contract/testing';
import fastify from 'fastify';
import { mongo } from 'mongoose';
import { addPeople, print, runBench, startBenchApp } from './bench-app';

const ROUNDS = 5;
const REQUESTS = Number(process.env['BENCH_WRITES'] ?? 160);
const AT_ONCE = 16;
const BULK = 100;

type Send = (index: number) => Promise<unknown>;

/**
 * Writes through the whole stack, next to a bare Fastify handler on the native driver that writes as many documents to
 * the same collections in one transaction. Each round measures every case once.
 */
async function bench(): Promise<void> {
  const { client, listen, remove } = await startBenchApp();
  const { laboratories } = await addPeople(client, 'Writer', { laboratories: AT_ONCE, people: AT_ONCE });
  const { url, headers } = await listen();
  const bare = await bareServer(client);
  const post = async (path: string, body: object): Promise<unknown> => {
    const response = await fetch(path.startsWith('http') ? path : `${url}/api/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer: unknown = await response.json();
    if (!response.ok) throw new Error(`${response.status} of ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const enter = (laboratory: number) =>
    post(
      'transactions',
      createTransactionBody({ laboratoryId: laboratories[laboratory] ?? '', party: 'City Hospital' }),
    );

  const cases: [string, number, Send][] = [
    ['create a laboratory', AT_ONCE, () => post('laboratories', createLaboratoryBody())],
    ['enter a transaction, alone', 1, () => enter(0)],
    ['enter a transaction, 16 in one laboratory', AT_ONCE, () => enter(0)],
    ['enter a transaction, 16 across laboratories', AT_ONCE, (index) => enter(index % AT_ONCE)],
    ['bare handler, alone', 1, () => post(bare.url, {})],
    ['bare handler, 16 at once', AT_ONCE, () => post(bare.url, {})],
  ];
  const rates = new Map<string, number[]>();
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, atOnce, send] of cases) {
      const rate = await rateOf(send, atOnce);
      // The first round warms up.
      if (round > 0) rates.set(name, [...(rates.get(name) ?? []), rate]);
    }
  }
  for (const [name, measured] of rates) {
    const rate = medianOf(measured);
    print(`${name}: ${rate.toFixed(0)}/s, ${(1000 / rate).toFixed(1)} ms each`);
  }

  const approvals: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const entries: { _id: string }[] = [];
    for (let index = 0; index < BULK; index += 1) {
      const { data } = (await enter(index % AT_ONCE)) as { data: { _id: string } };
      entries.push({ _id: data._id });
    }
    const started = performance.now();
    await post('transactions/bulk-approve', { approved: true, entries });
    approvals.push(performance.now() - started);
  }
  print(`bulk approval of ${BULK}: ${(medianOf(approvals) / 1000).toFixed(2)} s`);
  print(
    `load of the machine: ${loadavg()
      .map((load) => load.toFixed(1))
      .join(', ')}`,
  );
  await bare.close();
  await remove();
}

async function rateOf(send: Send, atOnce: number): Promise<number> {
  const count = atOnce === 1 ? REQUESTS / 4 : REQUESTS;
  let next = 0;
  const started = performance.now();
  const writers = Array.from({ length: atOnce }, async () => {
    while (next < count) await send(next++);
  });
  await Promise.all(writers);
  return (count * 1000) / (performance.now() - started);
}

/** Writes copies of what an entry writes: its row, audit row, totals, party, notification and book. */
async function bareServer(client: mongo.MongoClient) {
  const database = client.db();
  const names = ['transactions', 'audit', 'finance-figures', 'parties', 'notifications', 'finance-books'];
  const samples = await Promise.all(
    names.map((name) => database.collection(name).findOne({}, { projection: { _id: 0 } })),
  );
  for (const name of names) await database.createCollection(`bare-${name}`);
  const server = fastify();
  server.post('/bare', async () => {
    await client.withSession((session) =>
      session.withTransaction(async () => {
        for (const [at, name] of names.entries()) {
          await database
            .collection(`bare-${name}`)
            .insertOne({ ...samples[at], _id: new mongo.ObjectId() }, { session });
        }
      }),
    );
    return { success: true };
  });
  const url = `${await server.listen({ port: 0, host: '127.0.0.1' })}/bare`;
  return { url, close: () => server.close() };
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

runBench(bench);
