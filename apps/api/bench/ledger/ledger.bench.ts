import 'reflect-metadata';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { getConnectionToken } from '@nestjs/mongoose';
import { type Connection, type mongo, Schema } from 'mongoose';
import { filled, print, runBench, startBenchApp } from '../bench-app';
import { newId, type ObjectId } from '../../src/platform/domain/object-id';
import { ScopedRepository } from '../../src/platform/mongo/scoped-repository';
import { hashOf, NO_HASH } from '../../src/platform/ledger/canonical';
import { type LedgerLinkRow, linkIdOf } from '../../src/platform/ledger/ledger-link.document';
import { LedgerVerification } from '../../src/platform/ledger/ledger-verification';
import { type Ledger, type LedgerRow, Ledgers } from '../../src/platform/ledger/ledgers';

const ROWS = Number(process.env.BENCH_ROWS ?? 2_000_000);
const BATCH = 5_000;

type Movement = LedgerRow & { seq: number; notes: string };

class Movements extends ScopedRepository<Movement> {
  constructor(connection: Connection) {
    const schema = new Schema<Movement>({}, { strict: false, versionKey: false, collection: 'bench_movements' });
    schema.index({ laboratoryId: 1 });
    super(connection.model<Movement>('BenchMovement', schema), { laboratory: 'laboratoryId' });
  }
}

/** The verification of one chain of documents like stock movements, and of the same chain after one byte has changed. */
async function bench(): Promise<void> {
  const { app, client, remove } = await startBenchApp();
  const template = await client.db().collection('stock_movements').findOne({});
  if (!template) throw new Error('The demo network is missing');
  const ledgers = app.get(Ledgers);
  const connection = app.get<Connection>(getConnectionToken());
  const repository = new Movements(connection);
  await connection.model('BenchMovement').createIndexes();
  const ledger = ledgers.register<Movement>({
    name: 'stock',
    repository,
    nameOf: ({ seq }) => `movement ${seq}`,
    pathOf: () => '/',
    protectedOf: (movement) => movement,
  });
  const laboratoryId = newId();
  const links = client.db().collection('ledger_links');
  const row = { ...(template as unknown as Movement), laboratoryId };
  await timed('filled', () => filled(links, () => fill(client.db(), ledger, row)));

  const verification = app.get(LedgerVerification);
  const verify = async () => {
    const head = await ledgers.head({ ledger: 'stock', laboratoryId });
    const options = { head, known: null, signal: new AbortController().signal, onProgress: () => undefined };
    return verification.run(ledger as unknown as Ledger, laboratoryId, options);
  };
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  print(`outcome: ${JSON.stringify(await timed('verified', () => verify()))}`);
  delay.disable();
  const [median, longest] = [delay.percentile(50), delay.max].map((nanoseconds) => (nanoseconds / 1e6).toFixed(0));
  print(`the event loop meanwhile: ${median} ms in the median, at most ${longest} ms`);

  const movements = client.db().collection<{ seq: number; notes: string }>('bench_movements');
  await movements.updateOne({ seq: Math.floor(ROWS / 2) }, { $set: { notes: 'sampld' } });
  print(`after one byte has changed: ${JSON.stringify(await timed('verified', () => verify()))}`);
  await remove();
}

async function fill(database: mongo.Db, ledger: Ledger<Movement>, template: Movement): Promise<void> {
  const [movements, links] = [database.collection('bench_movements'), database.collection('ledger_links')];
  const { laboratoryId } = template;
  let hash = NO_HASH;
  for (let from = 0; from < ROWS; from += BATCH) {
    const rows = Array.from({ length: Math.min(BATCH, ROWS - from) }, (_, index): Movement => {
      return { ...template, _id: newId(), seq: from + index + 1, notes: 'sample' };
    });
    const chained = rows.map((row) => {
      const link = linkOf(ledger, row, laboratoryId);
      hash = hashOf(hash, link);
      return { _id: linkIdOf(link), ...link, hash };
    });
    await movements.insertMany(rows, { ordered: false });
    await links.insertMany(chained as object[], { ordered: false });
  }
}

function linkOf(ledger: Ledger<Movement>, row: Movement, laboratoryId: ObjectId): Omit<LedgerLinkRow, '_id' | 'hash'> {
  const { _id: documentId, version, seq, updatedAt: at } = row;
  const digest = ledger.digestOf(row, 'ids');
  return { form: 'ids', ledger: 'stock', laboratoryId, seq, documentId, version, name: `movement ${seq}`, at, digest };
}

async function timed<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const result = await work();
  print(`${what} ${ROWS} rows in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return result;
}

runBench(bench);
