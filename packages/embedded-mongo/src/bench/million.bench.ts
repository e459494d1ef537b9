import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Collection } from 'mongodb';
import { BenchDatabase } from './bench-database.js';
import { indexRows, LABORATORIES, ROW_BYTES, rowOf, type Row } from './documents.js';
import { concurrentRateOf, durationOf, median, memoryOf, perSecond, print, printMachine, rateOf } from './measure.js';

const MANY = Number(process.env.BENCH_ROWS ?? 1_000_000);
const FEW = 10_000;
const BATCH = 5000;
const ROUNDS = 5;
const SECOND = 1000;

/**
 * Memory, file size and time with a million rows and three indexes, and whether a page costs more than with few rows.
 */
async function bench(): Promise<void> {
  printMachine();
  const database = await BenchDatabase.start();
  try {
    const seconds = (await durationOf(() => load(database.db.collection<Row>('many'), MANY))) / SECOND;
    await load(database.db.collection<Row>('few'), FEW);
    print(`${MANY} rows of ${ROW_BYTES} bytes: loaded in ${seconds.toFixed(0)} s, ${perSecond(MANY / seconds)}`);
    printSize(database, 'after loading');
    await database.close();
    print(`opened again in ${(await durationOf(() => database.reopen())).toFixed(0)} ms`);
    printSize(database, 'after opening');
    const [many, few] = [database.db.collection<Row>('many'), database.db.collection<Row>('few')];
    await compareScale(many, few);
    await measureCalls(many);
    printSize(database, 'after all');
  } finally {
    await database.remove();
  }
}

async function load(collection: Collection<Row>, count: number): Promise<void> {
  await indexRows(collection);
  for (let from = 0; from < count; from += BATCH) {
    await collection.insertMany(Array.from({ length: BATCH }, (_, i) => rowOf(from + i)));
  }
}

function printSize(database: BenchDatabase, when: string): void {
  const { resident, own } = memoryOf(database.pid);
  const file = statSync(join(database.folder, 'data.mdb')).size / 2 ** 20;
  print(
    `${when}: ${resident.toFixed(0)} MB resident, of which ${own.toFixed(0)} MB are its own; file ${file.toFixed(0)} MB`,
  );
}

async function compareScale(many: Collection<Row>, few: Collection<Row>): Promise<void> {
  const page = async (collection: Collection<Row>, n: number): Promise<void> => {
    const rows = await pageOf(collection, n);
    if (rows.length !== 50) throw new Error(`${rows.length} rows instead of 50`);
  };
  for (let n = 0; n < 200; n += 1) await page(n % 2 ? many : few, n);
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const times: [number[], number[]] = [[], []];
    for (let n = 0; n < 400; n += 1) {
      times[0].push(await durationOf(() => page(many, n)));
      times[1].push(await durationOf(() => page(few, n)));
    }
    const [slow, quick] = [median(times[0]), median(times[1])];
    ratios.push(slow / quick);
    print(`50 by index: ${slow.toFixed(3)} ms of ${MANY}, ${quick.toFixed(3)} ms of ${FEW}`);
  }
  print(`50 by index out of ${MANY} against out of ${FEW}: ${median(ratios).toFixed(2)} (median of ${ROUNDS})`);
}

function pageOf(collection: Collection<Row>, n: number): Promise<Row[]> {
  return collection
    .find({ laboratory: (n * 31) % LABORATORIES })
    .sort({ at: -1 })
    .limit(50)
    .toArray();
}

async function measureCalls(many: Collection<Row>): Promise<void> {
  const ids = (
    await many
      .find()
      .skip(MANY / 2)
      .limit(1000)
      .toArray()
  ).map(({ _id }) => _id);
  const idOf = (n: number) => ids[(n * 37) % ids.length];
  let last = MANY;
  const group = [
    { $match: { laboratory: { $lt: LABORATORIES / 10 } } },
    { $group: { _id: '$laboratory', sum: { $sum: '$amount' }, count: { $sum: 1 } } },
  ];
  const calls: [string, () => Promise<number>][] = [
    ['findOne by _id', () => rateOf(SECOND, (n) => many.findOne({ _id: idOf(n) }))],
    ['50 by index', () => rateOf(SECOND, (n) => pageOf(many, n))],
    ['insertOne, one after another', () => rateOf(SECOND, () => many.insertOne(rowOf(last++)))],
    ['insertOne, 50 at a time', () => concurrentRateOf(SECOND, 50, () => many.insertOne(rowOf(last++)))],
    ['updateOne by _id', () => rateOf(SECOND, (n) => many.updateOne({ _id: idOf(n) }, { $inc: { amount: 1 } }))],
    ['countDocuments by index', () => rateOf(SECOND, (n) => many.countDocuments({ laboratory: n % LABORATORIES }))],
    [`group of ${MANY / 10}`, () => rateOf(SECOND, () => many.aggregate(group).toArray())],
  ];
  for (const [name, measure] of calls) {
    const rates: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rates.push(await measure());
    const best = Math.max(...rates);
    print(`${name}: ${best < 10 ? `${best.toFixed(2)}/s` : perSecond(best)} (best of ${ROUNDS})`);
  }
}

await bench();
