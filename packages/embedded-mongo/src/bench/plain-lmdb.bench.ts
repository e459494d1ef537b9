import type { Collection } from 'mongodb';
import { BenchDatabase } from './bench-database.js';
import { indexRows, LABORATORIES, rowOf, type Row } from './documents.js';
import { concurrentRateOf, perSecond, print, printMachine, printTable, rateOf } from './measure.js';
import { PlainLmdb } from './plain-lmdb.js';

const ROWS = 50_000;
const BATCH = 1000;
const WIDTH = 50;
const ROUNDS = 5;
const MILLISECONDS = 700;

interface Pair {
  name: string;
  driver: () => Promise<number>;
  plain: () => Promise<number>;
}

/** Ratios of the driver's calls to plain LMDB on the same rows, measured alternately. */
async function bench(): Promise<void> {
  printMachine();
  const database = await BenchDatabase.start();
  const plain = new PlainLmdb();
  try {
    const indexed = database.db.collection<Row>('indexed');
    await indexRows(indexed);
    const rows = Array.from({ length: ROWS }, (_, n) => rowOf(n));
    for (let from = 0; from < ROWS; from += BATCH) {
      const batch = rows.slice(from, from + BATCH);
      await indexed.insertMany(batch);
      await plain.putIndexed(batch);
    }
    const lines: string[][] = [];
    for (const pair of pairsOf(indexed, database.db.collection<Row>('bare'), plain, rows)) {
      const best = { driver: 0, plain: 0 };
      for (let round = 0; round <= ROUNDS; round += 1) {
        const [driver, alone] = [await pair.driver(), await pair.plain()];
        // Warm-up, so that neither is measured while it is still being compiled.
        if (round === 0) continue;
        best.driver = Math.max(best.driver, driver);
        best.plain = Math.max(best.plain, alone);
      }
      const ratio = (best.driver / best.plain).toFixed(3);
      lines.push([pair.name, perSecond(best.driver), perSecond(best.plain), ratio]);
    }
    printTable(['', 'driver', 'plain LMDB', 'ratio'], lines);
    print(`Best of ${ROUNDS} rounds; in each, one side after the other.`);
  } finally {
    await plain.remove();
    await database.remove();
  }
}

function pairsOf(
  indexed: Collection<Row>,
  bare: Collection<Row>,
  plain: PlainLmdb,
  rows: readonly Row[],
): readonly Pair[] {
  let last = ROWS;
  const next = (): Row => rowOf(last++);
  const batch = (): Row[] => Array.from({ length: BATCH }, next);
  const at = (n: number): Row => rows[(n * 7919) % rows.length] ?? next();
  return [
    {
      name: 'insertOne, one after another',
      driver: () => rateOf(MILLISECONDS, () => bare.insertOne(next())),
      plain: () => rateOf(MILLISECONDS, () => plain.put(next())),
    },
    {
      name: `insertOne, ${WIDTH} at a time`,
      driver: () => concurrentRateOf(MILLISECONDS, WIDTH, () => bare.insertOne(next())),
      plain: () => concurrentRateOf(MILLISECONDS, WIDTH, () => plain.put(next())),
    },
    {
      name: `insertMany of ${BATCH}`,
      driver: () => rateOf(MILLISECONDS, () => bare.insertMany(batch())),
      plain: () => rateOf(MILLISECONDS, () => plain.putMany(batch())),
    },
    {
      name: 'updateOne by _id',
      driver: () => rateOf(MILLISECONDS, (n) => indexed.updateOne({ _id: at(n)._id }, { $inc: { amount: 1 } })),
      plain: () => rateOf(MILLISECONDS, (n) => plain.update(at(n)._id)),
    },
    {
      name: 'findOne by _id',
      driver: () => rateOf(MILLISECONDS, (n) => indexed.findOne({ _id: at(n)._id })),
      plain: () => rateOf(MILLISECONDS, (n) => plain.get(at(n)._id)),
    },
    {
      name: `findOne by _id, ${WIDTH} at a time`,
      driver: () => concurrentRateOf(MILLISECONDS, WIDTH, (n) => indexed.findOne({ _id: at(n)._id })),
      plain: () => rateOf(MILLISECONDS, (n) => plain.get(at(n)._id)),
    },
    {
      name: '50 by index',
      driver: () =>
        rateOf(MILLISECONDS, (n) =>
          indexed
            .find({ laboratory: n % LABORATORIES })
            .sort({ at: -1 })
            .limit(50)
            .toArray(),
        ),
      plain: () => rateOf(MILLISECONDS, (n) => plain.page(n % LABORATORIES, 50)),
    },
  ];
}

await bench();
